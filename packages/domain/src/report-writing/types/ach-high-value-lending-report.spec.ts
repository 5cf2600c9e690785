import {
  composeReport,
  malformedSentences,
  reportScope,
  unverifiedStatements,
} from '../testing/compose-report.ts';
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

describe('a report on lending', () => {
  test('says how many have room for a loan and who pays others most', () => {
    expect(write(SOME).headline).toBe(
      '12 members have a steady income of $3,000 a month or more, bills of at most 60.0% of it and no alert that raises ' +
        'the risk. 2 of them pay other lenders, $2,000 a month together, and Ana Sample (***0001) most of all with $1,500.',
    );
  });

  test('states how many were tested only where not all were', () => {
    const tested = (lending: Lending) =>
      write(lending).facts.filter(({ label }) => label === 'Members tested for steadiness');
    expect(tested(SOME)).toEqual([]);
    expect(tested({ ...SOME, tested: 18 }).map(({ value }) => value)).toEqual([{ kind: 'count', count: 18 }]);
  });

  test('lists candidates with the figures that a loan officer needs', () => {
    const report = write(SOME);
    expect(report.rows('Whom a loan officer might call')).toEqual([
      [
        'Ana Sample',
        '***0001',
        '$4,800.00',
        '$4,500.00',
        '30.0%',
        '$1,500.00',
        'KEYSTONE LENDING',
        'mortgage',
      ],
      ['Ben Low', '***0002', '$4,800.00', '$4,500.00', '30.0%', '–', '–', '–'],
    ]);
    expect(report.prose('Whom a loan officer might call')).toBe('10 further members pass all tests.');
    expect(report.rows('How they were chosen').map(([, members]) => members)).toEqual([
      '200',
      '40',
      '30',
      '25',
      '20',
      '12',
      '2',
    ]);
  });

  test('says what members pay other lenders and where that changed', () => {
    expect(write(SOME).prose('What changed: payments to other lenders')).toBe(
      'What all members pay other lenders fell 5.9% to $9,500. The largest change is at KEYSTONE LENDING: $1,000 less.',
    );
    expect(write(SOME).prose('Risks')).toBe(
      'Payday lenders collected $500 from members in the period. 2 members paid such a lender for the first time.',
    );
  });

  test('keeps the law of lending in sight', () => {
    const report = write(SOME);
    expect(report.prose('Fair lending')).toContain('A screening aid, not a credit decision');
    expect(report.prose('Fair lending')).toContain('12 CFR 1002.4');
    expect(report.prose('Recommended actions').split('\n')).toEqual([
      'Compliance: agree to the tests before anybody calls, and see to it that all 12 members who pass them get the same offer, not the listed ones alone.',
      'Loan officers: compare the own terms for Ana Sample (***0001), who pays other lenders $1,500 a month, mostly to KEYSTONE LENDING (mortgage); $4,800 comes in during a median month, and all bills take 30.0%.',
      'Loan officers: take an application and a credit report before any decision; this list replaces neither.',
      'Member services: offer those who pay QUICK CASH a small loan of the institution instead; payday loans cost members more.',
    ]);
  });

  test('says plainly when nobody passes', () => {
    const report = write(NO_CANDIDATES);
    expect(report.headline).toBe(
      'No member has a steady income of $3,000 a month or more with bills of at most 60.0% of it and no open alert.',
    );
    expect(report.titles).toEqual(['Recommended actions', 'Fair lending', 'Method and limits']);
  });

  test.each([
    ['as usual', SOME, reportScope()],
    ['with nobody', NO_CANDIDATES, reportScope()],
    [
      'with one who pays nobody',
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
  ])('states nothing that is no fact, %s', (_which, lending, scope) => {
    const report = write(lending, scope);
    expect(unverifiedStatements(report)).toEqual([]);
    expect(malformedSentences(report)).toEqual([]);
  });
});
