import { composeReport, malformedSentences, reportScope, unverifiedStatements } from '../testing/compose-report.ts';
import { anAlert, memberFigures, NO_FLOWS, someFlows } from '../testing/report-fixtures.ts';
import { type AccountProfile, individualAccountAnalysis, type ProfileCompany } from './individual-account-report.ts';

const company = (name: string, change: Partial<ProfileCompany> = {}): ProfileCompany => ({
  company: name,
  descriptions: [],
  inCents: 0,
  outCents: 0,
  inBeforeCents: 0,
  outBeforeCents: 0,
  ...change,
});

function aProfile(change: Partial<AccountProfile> = {}): AccountProfile {
  return {
    reason: 'risen',
    figures: memberFigures('Ana Sample', {
      now: { creditCents: 900_000, debitCents: 0 },
      before: { creditCents: 400_000, debitCents: 100_000 },
      recentCreditCents: 900_000,
    }),
    entries: 4,
    sent: null,
    companies: [
      company('NOVA TRADE', { inCents: 500_000 }),
      company('RIVERTON SCHOOLS', { inCents: 400_000, inBeforeCents: 400_000, descriptions: ['PAYROLL'] }),
    ],
    months: [
      { month: '2026-07', creditCents: 400_000, debitCents: 100_000 },
      { month: '2026-08', creditCents: 900_000, debitCents: 0 },
    ],
    alerts: [],
    ...change,
  };
}
const write = (profiles: AccountProfile[], scope = reportScope()) =>
  composeReport(individualAccountAnalysis, { flows: someFlows(), profiles }, scope);

describe('individual account analysis', () => {
  test('an individual account analysis states why an account stands out, its usual month and the company behind the change', () => {
    const report = write([aProfile()]);
    expect(report.headline).toBe('A single account stands out. Credits rose most for Ana Sample (***0001), by $5,000.');
    expect(report.prose('Largest increase in credits').split('\n')).toEqual([
      'Ana Sample (***0001) has been in the ledger since Jan 5, 2026 and is at low risk. Credits rose by $5,000, more than on any other account not already listed. NOVA TRADE paid $5,000 more.',
      'In the period, $9,000 came in and nothing went out, compared with $4,000 and $1,000 in the previous period. A usual month brings $4,000; the last 30 days of the ledger brought 125.0% more ($9,000).',
    ]);
    expect(report.rows('Largest increase in credits')).toEqual([
      ['NOVA TRADE', '$5,000.00', '–', '–', '–'],
      ['RIVERTON SCHOOLS', '$4,000.00', '$4,000.00', '–', '–'],
    ]);
  });

  test('an individual account analysis questions a new payer without a stated purpose, but not payroll', () => {
    expect(write([aProfile()]).prose('Recommended actions')).toBe(
      'Fraud analysts: find out why NOVA TRADE pays Ana Sample (***0001); it paid $5,000, after nothing in the previous period, and the entries state no purpose.',
    );
    const paid = aProfile({
      companies: [company('NOVA TRADE', { inCents: 500_000, descriptions: ['PAYROLL'] })],
    });
    expect(write([paid]).prose('Recommended actions')).toBe('This report recommends no action.');
    expect(write([paid]).prose('Largest increase in credits')).toContain('described in its entries as payroll.');
  });

  test('an individual account analysis does not question an unexplained payment of less than $3,000', () => {
    const small = (cents: number) => write([aProfile({ companies: [company('NOVA TRADE', { inCents: cents })] })]);
    expect(small(300_000).prose('Recommended actions')).toContain('find out why NOVA TRADE pays');
    expect(small(299_999).prose('Recommended actions')).toContain('no action');
  });

  test('an individual account analysis recommends reviewing an open alert before anything else', () => {
    const alerted = aProfile({
      reason: 'alerts',
      figures: memberFigures('Ana Sample', { openHigh: 1, risk: 'high' }),
      alerts: [anAlert({ id: 9, memberName: 'Ana Sample', accountNumber: '1' })],
    });
    const report = write([alerted]);
    expect(report.headline).toContain('Ana Sample (***0001) has 1 open high-risk alert.');
    expect(report.prose('Recommended actions')).toMatch(/^Fraud analysts: review alert 9 /);
    expect(report.document.sections[0]?.blocks.at(-1)).toEqual({ kind: 'alerts', alertIds: [9] });
  });

  test('an individual account analysis recommends calling a member whose credits stopped', () => {
    const fallen = aProfile({
      reason: 'fallen',
      figures: memberFigures('Ben Low', {
        now: { creditCents: 0, debitCents: 0 },
        before: { creditCents: 400_000, debitCents: 0 },
        recentCreditCents: 0,
      }),
      companies: [company('RIVERTON SCHOOLS', { inBeforeCents: 400_000, descriptions: ['PAYROLL'] })],
    });
    expect(write([fallen]).prose('Recommended actions')).toBe(
      'Member services: call Ben Low (***0001), who recently received nothing, compared with $4,000 in a usual month.',
    );
  });

  test.each([
    [
      'all reasons',
      (['alerts', 'risen', 'fallen', 'largest', 'sent', 'busiest'] as const).map((reason) =>
        aProfile({ reason, sent: { cents: 5_000, mostTo: 'VENMO' } }),
      ),
      reportScope(),
    ],
    [
      'a new account',
      [
        aProfile({
          figures: memberFigures('New Here', { normal: null, mainSource: null }),
          months: [],
          companies: [],
        }),
      ],
      reportScope(),
    ],
    ['nothing to compare', [aProfile({ reason: 'largest' })], reportScope({ firstDay: '2026-08-01' })],
  ])('an individual account analysis binds every figure to a fact: %s', (_which, profiles, scope) => {
    const report = write([...profiles], scope);
    expect(unverifiedStatements(report)).toEqual([]);
    expect(malformedSentences(report)).toEqual([]);
  });

  test('an individual account analysis states that no account stands out when no money moved', () => {
    const report = composeReport(individualAccountAnalysis, { flows: NO_FLOWS, profiles: [] });
    expect(report.headline).toBe('No account stands out: no money moved in the period.');
    expect([...unverifiedStatements(report), ...malformedSentences(report)]).toEqual([]);
  });
});
