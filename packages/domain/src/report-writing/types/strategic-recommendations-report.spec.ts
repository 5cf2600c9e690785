import type { Membership } from '../sections/membership-sections.ts';
import { composeReport, malformedSentences, reportScope, statementsWithoutFact } from '../testing/compose-report.ts';
import {
  NO_ALERT_WORKLOAD,
  NO_ALERTS,
  NO_COMPANY_CHANGES,
  NO_CONTRIBUTIONS,
  NO_FLOWS,
  NO_RETURNS,
  SOME_CHANGES,
  someAlerts,
  someContributions,
  someFlows,
  someReturns,
} from '../testing/report-fixtures.ts';
import { type StrategicData, strategicRecommendations } from './management-reports.ts';

const NO_BANDS = {
  low: { members: 0, cents: 0 },
  medium: { members: 0, cents: 0 },
  high: { members: 0, cents: 0 },
};
const NO_MEMBERSHIP: Membership = {
  active: 0,
  activeBefore: 0,
  newMembers: 0,
  newMembersBefore: 0,
  returned: 0,
  quiet: 0,
  arrivedCents: 0,
  quietCents: 0,
  arrivedThrough: [],
  quietThrough: [],
  quietFirst: [],
  months: [],
};

function some(change: Partial<StrategicData> = {}): StrategicData {
  return {
    flows: someFlows(),
    contributions: someContributions(),
    changes: SOME_CHANGES,
    alerts: someAlerts(),
    casework: { ...NO_ALERT_WORKLOAD, waiting: [{ age: 'longer', riskLevel: 'high', alerts: 12 }] },
    returns: someReturns(),
    membership: {
      ...NO_MEMBERSHIP,
      active: 90,
      activeBefore: 90,
      newMembers: 10,
      quiet: 10,
      quietCents: 900_000,
      quietFirst: [
        {
          member: { accountNumber: '1000000001', name: 'Ana Sample' },
          creditCents: 336_787,
          lastDay: '2026-07-16',
          monthsActive: 8,
        },
        {
          member: { accountNumber: '2000000002', name: 'Ben Low' },
          creditCents: 900_000,
          lastDay: '2026-07-16',
          monthsActive: 1,
        },
      ],
    },
    concentration: {
      receiving: 200,
      creditCents: 12_000_000,
      onePercent: { members: 2, cents: 1_200_000 },
      halfMembers: 40,
      bands: NO_BANDS,
    },
    payers: [
      { company: 'ACME PAYROLL', cents: 6_000_000, members: 30 },
      { company: 'OLD MILL', cents: 1_200_000, members: 9 },
    ],
    partners: [
      { company: 'SSA TREAS 310', cents: 100, members: 99, score: 95 },
      { company: 'VENMO', cents: 100, members: 99, score: 90 },
      { company: 'CITY SCHOOLS', cents: 900_000, members: 13, score: 81 },
    ],
    ...change,
  };
}
const NOTHING = some({
  flows: NO_FLOWS,
  contributions: NO_CONTRIBUTIONS,
  changes: NO_COMPANY_CHANGES,
  alerts: NO_ALERTS,
  casework: NO_ALERT_WORKLOAD,
  returns: NO_RETURNS,
  membership: NO_MEMBERSHIP,
  payers: [],
  partners: [],
});
const write = (data: StrategicData, scope = reportScope()) => composeReport(strategicRecommendations, data, scope);

describe('strategic recommendations report', () => {
  test('a strategic recommendations report opens with the number of decisions and the most urgent one', () => {
    expect(write(some()).headline).toBe(
      'The figures call for 4 decisions, starting with this: 12 alerts on activity more than a month old are waiting for review. ' +
        'Credits rose 20.0% to $120,000 and debits fell 20.0% to $40,000, compared with the previous period.',
    );
  });

  test('a strategic recommendations report leaves waiting alerts to the analysts when no decision is needed', () => {
    const open = { alerts: 2, high: 0, oldestDay: '2026-08-20' };
    const report = write({
      ...NOTHING,
      alerts: { ...NO_ALERTS, open },
      casework: { ...NO_ALERT_WORKLOAD, waiting: [{ age: 'month', riskLevel: 'medium', alerts: 2 }] },
    });
    expect(report.headline).toContain('Based on these figures, no management decision is needed, only the work');
    expect(report.prose('Recommended actions')).toBe('Fraud analysts: review the 2 open alerts.');
  });

  test('a strategic recommendations report ends each finding with a measure of success', () => {
    const report = write(some());
    for (const title of report.titles.slice(0, 4)) expect(report.prose(title)).toContain('How to measure success: ');
  });

  test('a strategic recommendations report distinguishes a payer that may leave from a public payer', () => {
    const titled = 'Dependence on a few payers';
    expect(write(some()).prose(titled)).toContain(
      'ACME PAYROLL accounts for 50.0% of all credits. The 2 largest payers together account for 60.0%. If ACME PAYROLL moves its payments elsewhere',
    );
    const ssa = write(some({ payers: [{ company: 'SSA TREAS 310', cents: 6_000_000, members: 200 }] }));
    expect(ssa.prose(titled)).toContain(
      'SSA TREAS 310 accounts for 50.0% of all credits. SSA TREAS 310 is a public payer',
    );
    expect(ssa.prose('Recommended actions')).toContain(
      'Finance: plan liquidity around the payment days of SSA TREAS 310',
    );
  });

  test.each([
    [2_400_000, true],
    [2_399_999, false],
  ])(
    'a strategic recommendations report covers dependence on a payer from 20%% of all credits, tested with %i cents',
    (cents, isSeen) => {
      const { titles } = write(some({ payers: [{ company: 'ACME PAYROLL', cents, members: 3 }] }));
      expect(titles.includes('Dependence on a few payers')).toBe(isSeen);
    },
  );

  test('strategic recommendations include calling members whose credits stopped, but not members between payments', () => {
    const actions = write(some()).prose('Recommended actions');
    expect(actions).toContain('Member services: call Ana Sample (***0001); their regular credits stopped.');
    expect(actions).not.toContain('Ben Low');
  });

  test('strategic recommendations include contacting employers, but not the government or payment apps', () => {
    const actions = write(some()).prose('Recommended actions');
    expect(actions).toContain('Business development: ask CITY SCHOOLS to recommend');
    expect(actions).not.toContain('VENMO');
  });

  test('a strategic recommendations report recommends no action without findings', () => {
    const report = write(NOTHING);
    expect(report.headline).toBe('No money moved in the period. Based on these figures, no decision is needed.');
    expect(report.prose('Recommended actions')).toBe('This report recommends no action.');
  });

  test('a strategic recommendations report binds every number to a fact and uses complete sentences', () => {
    const all = [write(some()), write(NOTHING), write(some(), reportScope({ firstDay: '2026-08-10' }))];
    expect(all.flatMap(statementsWithoutFact)).toEqual([]);
    expect(all.flatMap(malformedSentences)).toEqual([]);
  });
});
