import {
  composeReport,
  malformedSentences,
  reportScope,
  unverifiedStatements,
} from '../testing/compose-report.ts';
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

describe('a report on high-value members', () => {
  test('says first how much rests on how few', () => {
    expect(write(some()).headline).toBe(
      '33.3% of all credits went to 2 members, 25.0% to Ana Sample (***0001) alone. 50.0% of the money rests on 20 of ' +
        '300 members who received any.',
    );
  });

  test('lists them with the period before and who pays them', () => {
    expect(write(some()).rows('Members with the most credits')).toEqual([
      ['Ana Sample', '***0001', '$30,000.00', '$20,000.00', '50.0%', '$1,000.00', 'RIVERTON SCHOOLS', 'low'],
      ['Ben Low', '***0001', '$10,000.00', '$0.00', '–', '$1,000.00', 'RIVERTON SCHOOLS', 'low'],
    ]);
  });

  test('tells what comes every time from what came once', () => {
    expect(write(some()).prose('What changed, and why')).toContain(
      'Of the 2 members listed above, 1 was among the largest of the period before as well',
    );
  });

  test('sends staff to whoever stays behind the usual, to the newly large, and warns of the heaviest', () => {
    expect(write(some()).prose('Recommended actions').split('\n')).toEqual([
      'Member services: call Eva Gone (***0001), who received $1,000 in the last 30 days of the ledger against $4,000 in a usual month; most of the year’s money came from RIVERTON SCHOOLS.',
      'Management: plan for the day on which Ana Sample (***0001) leaves: $30,000 came in for this member alone, most of it paid by RIVERTON SCHOOLS.',
      'Relationship officers: get to know the listed member who received nothing in the period before: Ben Low (***0001), now $10,000 from RIVERTON SCHOOLS.',
    ]);
  });

  test('says of a single member that it received everything', () => {
    const flows = someFlows({ now: { ...someFlows().now, creditCents: 3_000_000 } });
    expect(write(some({ flows, top: [ANA], former: [] })).headline).toBe(
      'Ana Sample (***0001) received all credits of the period, $30,000.00.',
    );
  });

  test.each([
    ['as usual', some(), reportScope()],
    ['with nothing to compare', some({ former: [] }), reportScope({ firstDay: '2026-08-01' })],
    ['without credits', NOTHING, reportScope()],
  ])('states nothing that is no fact, %s', (_which, data, scope) => {
    const report = write(data, scope);
    expect(unverifiedStatements(report)).toEqual([]);
    expect(malformedSentences(report)).toEqual([]);
  });
});
