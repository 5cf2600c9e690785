import {
  composeReport,
  malformedSentences,
  reportScope,
  unverifiedStatements,
} from '../testing/compose-report.ts';
import { anAlert, memberFigures, NO_FLOWS, someFlows } from '../testing/report-fixtures.ts';
import {
  type AccountProfile,
  individualAccountAnalysis,
  type ProfileCompany,
} from './individual-account-report.ts';

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

describe('an individual account analysis', () => {
  test('says why an account stands out, what is usual, and who made the difference', () => {
    const report = write([aProfile()]);
    expect(report.headline).toBe(
      'A single account stands out. Credits rose most for Ana Sample (***0001), by $5,000.',
    );
    expect(report.prose('Largest rise of credits').split('\n')).toEqual([
      'Ana Sample (***0001), in the ledger since Jan 5, 2026, at low risk. Credits rose by $5,000, more than on other accounts. NOVA TRADE paid $5,000 more.',
      'In the period $9,000 came in and nothing went out, after $4,000 and $1,000 in the period before. A usual month brings $4,000; the last 30 days of the ledger brought 125.0% more ($9,000).',
    ]);
    expect(report.rows('Largest rise of credits')).toEqual([
      ['NOVA TRADE', '$5,000.00', '–', '–', '–'],
      ['RIVERTON SCHOOLS', '$4,000.00', '$4,000.00', '–', '–'],
    ]);
  });

  test('asks about a new payer that does not say why, and not about pay', () => {
    expect(write([aProfile()]).prose('Recommended actions')).toBe(
      'Fraud analysts: find out what NOVA TRADE pays Ana Sample (***0001) for; $5,000 came, nothing in the period before, and the entries do not say.',
    );
    const paid = aProfile({
      companies: [company('NOVA TRADE', { inCents: 500_000, descriptions: ['PAYROLL'] })],
    });
    expect(write([paid]).prose('Recommended actions')).toBe('This report recommends no action.');
    expect(write([paid]).prose('Largest rise of credits')).toContain('which its entries call pay.');
  });

  test('a small unexplained payment is no question', () => {
    const small = (cents: number) =>
      write([aProfile({ companies: [company('NOVA TRADE', { inCents: cents })] })]);
    expect(small(300_000).prose('Recommended actions')).toContain('find out what NOVA TRADE pays');
    expect(small(299_999).prose('Recommended actions')).toContain('no action');
  });

  test('has an open alert reviewed before anything else', () => {
    const alerted = aProfile({
      reason: 'alerts',
      figures: memberFigures('Ana Sample', { openHigh: 1, risk: 'high' }),
      alerts: [anAlert({ id: 9, memberName: 'Ana Sample', accountNumber: '1' })],
    });
    const report = write([alerted]);
    expect(report.headline).toContain('Ana Sample (***0001) has 1 open high alert.');
    expect(report.prose('Recommended actions')).toMatch(/^Fraud analysts: review alert 9 /);
    expect(report.document.sections[0]?.blocks.at(-1)).toEqual({ kind: 'alerts', alertIds: [9] });
  });

  test('calls a member whose money stopped', () => {
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
      'Member services: call Ben Low (***0001), whose last days brought nothing against $4,000 in a usual month.',
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
      'a young account',
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
  ])('states nothing that is no fact, %s', (_which, profiles, scope) => {
    const report = write([...profiles], scope);
    expect(unverifiedStatements(report)).toEqual([]);
    expect(malformedSentences(report)).toEqual([]);
  });

  test('says that no account stands out where nothing moved', () => {
    const report = composeReport(individualAccountAnalysis, { flows: NO_FLOWS, profiles: [] });
    expect(report.headline).toBe('No account stands out: no money moved in the period.');
    expect([...unverifiedStatements(report), ...malformedSentences(report)]).toEqual([]);
  });
});
