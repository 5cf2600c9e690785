import { composeReport, malformedSentences, reportScope, unverifiedStatements } from '../testing/compose-report.ts';
import { NO_FLOWS, NO_MEMBERS, NO_RISK, SOME_MEMBERS, someFlows, someMemberRisk } from '../testing/report-fixtures.ts';
import { type CompleteMemberData, completeMemberIntelligence } from './member-base-reports.ts';

const NO_TRANSFERS = {
  companies: [],
  unclassified: { institutions: { outCents: 0, inCents: 0 }, unknown: { outCents: 0, inCents: 0 } },
  firstUse: [],
  senders: [],
  changed: [],
  international: { entries: 0, entriesBefore: 0, inCents: 0, outCents: 0, members: 0 },
};

function some(change: Partial<CompleteMemberData> = {}): CompleteMemberData {
  return {
    flows: someFlows(),
    membership: SOME_MEMBERS,
    activity: { recent: 120, moderate: 50, old: 30 },
    concentration: {
      receiving: 300,
      creditCents: 12_000_000,
      onePercent: { members: 3, cents: 4_500_000 },
      halfMembers: 20,
      bands: {
        low: { members: 100, cents: 2_000_000 },
        medium: { members: 90, cents: 4_000_000 },
        high: { members: 10, cents: 6_000_000 },
      },
    },
    payers: [{ company: 'RIVERTON SCHOOLS', nowCents: 600_000, beforeCents: 500_000, members: 12 }],
    risk: someMemberRisk(),
    transfers: NO_TRANSFERS,
    ...change,
  };
}
const NOTHING = some({
  flows: NO_FLOWS,
  membership: NO_MEMBERS,
  activity: { recent: 0, moderate: 0, old: 0 },
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
  payers: [],
  risk: {
    ...NO_RISK,
    members: 0,
    levels: { ...NO_RISK.levels, low: { members: 0, creditCents: 0, debitCents: 0 } },
  },
});
const write = (data: CompleteMemberData, scope = reportScope()) =>
  composeReport(completeMemberIntelligence, data, scope);

describe('complete member intelligence', () => {
  test('a complete member intelligence report opens with activity, risk and bills', () => {
    expect(write(some()).headline).toBe(
      'The number of active members rose 10.0% to 110, out of 200 members. 3 are at high risk, and 1 paid out more than they received over the year.',
    );
  });

  test('a complete member intelligence report orders its sections from activity to recommended actions', () => {
    expect(write(some()).titles).toEqual([
      'What changed, and why',
      'Activity',
      'Income and concentration of credits',
      'Who pays members',
      'Bills above income',
      'Risk across members',
      'Members to review first',
      'Recommended actions',
      'Method and limits',
    ]);
  });

  test('a complete member intelligence report includes figures from the member list and for the period', () => {
    const report = write(some());
    expect(report.prose('Activity')).toBe(
      'Last member activity: 120 within the last 30 days of the ledger, 50 within 90 days and 30 longer ago.',
    );
    expect(report.rows('Income and concentration of credits')).toEqual([
      ['High', '$7,000', '10', '$60,000.00', '50.0%'],
      ['Medium', '$3,000', '90', '$40,000.00', '33.3%'],
      ['Low', '–', '100', '$20,000.00', '16.7%'],
    ]);
    expect(report.rows('Who pays members')).toEqual([['RIVERTON SCHOOLS', '$6,000.00', '$5,000.00', '20.0%', '12']]);
  });

  test('a complete member intelligence report recommends actions for risk and growth', () => {
    const actions = write(some()).prose('Recommended actions');
    expect(actions).toContain('Fraud analysts: review Ana Sample');
    expect(actions).toContain('Member services: call Ana Sample (***0001), whose regular credits stopped');
  });

  test.each([
    ['as usual', some(), reportScope()],
    ['without any member', NOTHING, reportScope()],
    ['with nothing to compare', some(), reportScope({ firstDay: '2026-08-01' })],
  ])('a complete member intelligence report binds every figure to a fact: %s', (_which, data, scope) => {
    const report = write(data, scope);
    expect(unverifiedStatements(report)).toEqual([]);
    expect(malformedSentences(report)).toEqual([]);
  });
});
