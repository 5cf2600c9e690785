import { composeReport, malformedSentences, reportScope, unverifiedStatements } from '../testing/compose-report.ts';
import { memberFigures, NO_FLOWS, someContributions, someFlows } from '../testing/report-fixtures.ts';
import { type HighValueData, highValueCustomers } from './high-value-member-reports.ts';

const money = (now: number, before: number) => ({
  now: { creditCents: now, debitCents: 100_000 },
  before: { creditCents: before, debitCents: 0 },
});
const ANA = memberFigures('Ana Sample', money(3_000_000, 2_000_000));
const BEN = memberFigures('Ben Low', money(1_000_000, 0));
const EVA = memberFigures('Eva Gone', { ...money(0, 1_500_000), recentCreditCents: 100_000 });

function some(change: Partial<HighValueData> = {}): HighValueData {
  return {
    flows: someFlows(),
    contributions: someContributions(),
    concentration: {
      receiving: 300,
      creditCents: 12_000_000,
      onePercent: { members: 3, cents: 4_500_000 },
      halfMembers: 20,
      bands: {
        low: { members: 900, cents: 2_000_000 },
        medium: { members: 90, cents: 4_000_000 },
        high: { members: 10, cents: 6_000_000 },
      },
    },
    top: [ANA, BEN],
    former: [ANA, EVA],
    alerts: [],
    ...change,
  };
}

const NOTHING = some({
  flows: NO_FLOWS,
  concentration: {
    receiving: 0,
    creditCents: 0,
    onePercent: { members: 0, cents: 0 },
    halfMembers: 0,
    bands: {
      low: { members: 0, cents: 0 },
      medium: { members: 0, cents: 0 },
      high: { members: 0, cents: 0 },
    },
  },
  top: [],
  former: [],
});
const write = (data: HighValueData, scope = reportScope()) => composeReport(highValueCustomers, data, scope);

describe('high-value member report', () => {
  test('a high-value member report opens with how concentrated credits are', () => {
    expect(write(some()).headline).toBe(
      '33.3% of all credits went to 2 members, including 25.0% to Ana Sample (***0001). 50.0% of all credits went to ' +
        '20 of the 300 members who received any.',
    );
  });

  test('a high-value member report lists members with their figures for both periods and their main payer', () => {
    expect(write(some()).rows('Members with the most credits')).toEqual([
      ['Ana Sample', '***0001', '$30,000.00', '$20,000.00', '50.0%', '$1,000.00', 'RIVERTON SCHOOLS', 'low'],
      ['Ben Low', '***0001', '$10,000.00', '$0.00', '–', '$1,000.00', 'RIVERTON SCHOOLS', 'low'],
    ]);
  });

  test('a high-value member report distinguishes members with recurring large credits from those with one-time amounts', () => {
    expect(write(some()).prose('What changed, and why')).toContain(
      'Of the 2 members listed above, 1 was also among those with the most credits in the previous period',
    );
  });

  test('high-value member recommendations cover new top members, those below their usual month and the largest one', () => {
    expect(write(some()).prose('Recommended actions').split('\n')).toEqual([
      'Member services: call Eva Gone (***0001), who received $1,000 in the last 30 days of the ledger, compared with $4,000 in a usual month; most of the year’s credits came from RIVERTON SCHOOLS.',
      'Management: plan for the possible loss of Ana Sample (***0001): this member alone received $30,000, mostly from RIVERTON SCHOOLS.',
      'Relationship officers: contact the listed member without credits in the previous period: Ben Low (***0001), now with $10,000 from RIVERTON SCHOOLS.',
    ]);
  });

  test('a high-value member report states when a single member received all credits', () => {
    const flows = someFlows({ now: { ...someFlows().now, creditCents: 3_000_000 } });
    expect(write(some({ flows, top: [ANA], former: [] })).headline).toBe(
      'Ana Sample (***0001) received all credits in the period, $30,000.00.',
    );
  });

  test.each([
    ['as usual', some(), reportScope()],
    ['with nothing to compare', some({ former: [] }), reportScope({ firstDay: '2026-08-01' })],
    ['without credits', NOTHING, reportScope()],
  ])('a high-value member report binds every figure to a fact: %s', (_which, data, scope) => {
    const report = write(data, scope);
    expect(unverifiedStatements(report)).toEqual([]);
    expect(malformedSentences(report)).toEqual([]);
  });
});
