import { composeReport, malformedSentences, reportScope, unverifiedStatements } from '../testing/compose-report.ts';
import { someFlows } from '../testing/report-fixtures.ts';
import { achHighValueLending, type Lending, type LendingCandidate } from './ach-high-value-lending-report.ts';

const ANA: LendingCandidate = {
  member: { accountNumber: '1000000001', name: 'Ana Sample' },
  incomeCents: 500_000,
  billsCents: 150_000,
  ratio: 0.3,
  lowestCents: 450_000,
  usualCents: 480_000,
  lenders: [
    { company: 'KEYSTONE LENDING', kind: 'mortgage', cents: 120_000 },
    { company: 'UNION REWARDS', kind: 'credit card', cents: 30_000 },
  ],
};
const BEN: LendingCandidate = {
  ...ANA,
  member: { accountNumber: '2000000002', name: 'Ben Low' },
  lenders: [],
};

const SOME: Lending = {
  funnel: { members: 200, income: 40, bills: 30, calm: 25, recent: 20, steady: 12 },
  tested: null,
  payingOthers: 2,
  payingOthersCents: 200_000,
  candidates: [ANA, BEN],
  lenders: [
    {
      company: 'KEYSTONE LENDING',
      kind: 'mortgage',
      nowCents: 900_000,
      beforeCents: 1_000_000,
    },
    { company: 'QUICK CASH', kind: 'payday loan', nowCents: 50_000, beforeCents: 10_000 },
  ],
  newToPayday: 2,
};
const NO_CANDIDATES: Lending = {
  funnel: { members: 0, income: 0, bills: 0, calm: 0, recent: 0, steady: 0 },
  tested: null,
  payingOthers: 0,
  payingOthersCents: 0,
  candidates: [],
  lenders: [],
  newToPayday: 0,
};
const write = (lending: Lending, scope = reportScope()) =>
  composeReport(achHighValueLending, { flows: someFlows(), lending }, scope);

describe('lending report', () => {
  test('a lending report opens with the number of candidates and the largest payments to other lenders', () => {
    expect(write(SOME).headline).toBe(
      '12 members have a steady income of at least $3,000 a month, bills of at most 60.0% of income and no alert that raises ' +
        'their risk. 2 of them pay other lenders, $2,000 a month in total; Ana Sample (***0001) pays the most, $1,500.',
    );
  });

  test('a lending report states the number of members tested only when some were not tested', () => {
    const tested = (lending: Lending) =>
      write(lending).facts.filter(({ label }) => label === 'Members tested for steady income');
    expect(tested(SOME)).toEqual([]);
    expect(tested({ ...SOME, tested: 18 }).map(({ value }) => value)).toEqual([{ kind: 'count', count: 18 }]);
  });

  test('a lending report lists candidates with the figures a loan officer needs', () => {
    const report = write(SOME);
    expect(report.rows('Members a loan officer might call')).toEqual([
      ['Ana Sample', '***0001', '$4,800.00', '$4,500.00', '30.0%', '$1,500.00', 'KEYSTONE LENDING', 'mortgage'],
      ['Ben Low', '***0002', '$4,800.00', '$4,500.00', '30.0%', '–', '–', '–'],
    ]);
    expect(report.prose('Members a loan officer might call')).toBe('10 more members pass all tests.');
    expect(report.rows('How the members were selected').map(([, members]) => members)).toEqual([
      '200',
      '40',
      '30',
      '25',
      '20',
      '12',
      '2',
    ]);
  });

  test('a lending report states payments to other lenders and the largest change in them', () => {
    expect(write(SOME).prose('What changed: payments to other lenders')).toBe(
      'Payments to other lenders fell 5.9% to $9,500. The largest change was at KEYSTONE LENDING: $1,000 less.',
    );
    expect(write(SOME).prose('Risks')).toBe(
      'Payday lenders collected $500 from members in the period. 2 members paid a payday lender for the first time.',
    );
  });

  test('a lending report cites fair lending rules', () => {
    const report = write(SOME);
    expect(report.prose('Fair lending')).toContain('a screening aid, not a credit decision');
    expect(report.prose('Fair lending')).toContain('12 CFR 1002.4');
    expect(report.prose('Recommended actions').split('\n')).toEqual([
      'Compliance: approve the tests before any calls are made, and make sure that all 12 members who pass them get the same offer, not only those listed.',
      'Loan officers: compare the credit union’s terms with the current loans of Ana Sample (***0001), who pays other lenders $1,500 a month, mostly KEYSTONE LENDING (mortgage); credits in a median month are $4,800, and bills take 30.0% of income.',
      'Loan officers: obtain an application and a credit report before any decision; this list replaces neither.',
      'Member services: offer members who pay QUICK CASH a small loan from the credit union instead; payday loans cost them more.',
    ]);
  });

  test('a lending report states when no member is a candidate', () => {
    const report = write(NO_CANDIDATES);
    expect(report.headline).toBe(
      'No member has a steady income of at least $3,000 a month, bills of at most 60.0% of income and no alert that raises their risk.',
    );
    expect(report.titles).toEqual(['Recommended actions', 'Fair lending', 'Method and limits']);
  });

  test.each([
    ['as usual', SOME, reportScope()],
    ['without candidates', NO_CANDIDATES, reportScope()],
    [
      'with a member who pays no other lender',
      {
        ...SOME,
        funnel: { ...SOME.funnel, steady: 1 },
        payingOthers: 0,
        payingOthersCents: 0,
        candidates: [BEN],
      },
      reportScope(),
    ],
    ['with nothing to compare', { ...SOME, tested: 2_000 }, reportScope({ firstDay: '2026-08-01' })],
  ])('a lending report binds every figure to a fact: %s', (_which, lending, scope) => {
    const report = write(lending, scope);
    expect(unverifiedStatements(report)).toEqual([]);
    expect(malformedSentences(report)).toEqual([]);
  });
});
