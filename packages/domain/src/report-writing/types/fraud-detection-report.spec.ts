import { composeReport, malformedSentences, reportScope, statementsWithoutFact } from '../testing/compose-report.ts';
import {
  aGroup,
  anAlert,
  NO_ALERT_WORKLOAD,
  NO_ALERTS,
  NO_FLOWS,
  someAlerts,
  someFlows,
} from '../testing/report-fixtures.ts';
import { type FraudData, fraudDetection } from './fraud-detection-report.ts';

function some(change: Partial<FraudData> = {}): FraudData {
  return {
    flows: someFlows(),
    alerts: someAlerts(),
    casework: {
      waiting: [
        { age: 'month', riskLevel: 'high', alerts: 1 },
        { age: 'longer', riskLevel: 'medium', alerts: 4 },
      ],
      reportableAlerts: 1,
      reportable: [
        {
          alert: anAlert({ id: 5, reviewed: true, outcome: 'escalated', memberName: 'Ben Low' }),
          dueDay: '2026-09-10',
        },
      ],
      nextReportable: null,
      overdueAlerts: 0,
      daysToReview: 2.5,
    },
    explained: [
      {
        alert: anAlert(),
        companies: ['QUICK PAY'],
        figures: [
          {
            label: 'Amount of the debit',
            value: '2150.29',
            comparison: '>=',
            threshold: '500.00',
            unit: 'USD',
            met: true,
          },
          {
            label: 'Share that left within 4 days',
            value: '0.56',
            comparison: '<',
            threshold: '1',
            unit: 'ratio',
            met: true,
          },
          { label: 'Never said', value: '3', comparison: '>', threshold: '1', unit: 'count', met: true },
        ],
      },
    ],
    members: [
      {
        member: { accountNumber: '1000000001', name: 'Ana Sample' },
        alerts: 2,
        high: 1,
        activityTypes: ['mule_activity', 'structuring'],
        alertIds: [12, 13],
      },
    ],
    companies: [{ company: 'QUICK PAY', members: 3, alerts: 4 }],
    ...change,
  };
}
const NOTHING = some({
  flows: NO_FLOWS,
  alerts: NO_ALERTS,
  casework: NO_ALERT_WORKLOAD,
  explained: [],
  members: [],
  companies: [],
});
const write = (data: FraudData, scope = reportScope()) => composeReport(fraudDetection, data, scope);

describe('fraud detection report', () => {
  test('a fraud detection report opens with the number of alerts and the first one to review', () => {
    expect(write(some()).headline).toBe(
      '3 alerts were raised, down from 4; 1 is high risk, and 2 are not yet reviewed. Start with alert 37 ' +
        '(possible pattern: Test then Large; Ruth Miller, $2,150, Aug 12, 2026).',
    );
  });

  test('a fraud detection report explains an alert with the first two figures from its rule', () => {
    expect(write(some()).prose('Risks')).toContain(
      'Alert 37, Ruth Miller (QUICK PAY): Amount of the debit: $2,150.29 (rule: at least $500.00); ' +
        'Share that left within 4 days: 56.0% (rule: below 100.0%).',
    );
  });

  test('a fraud detection report links to the alerts by number', () => {
    const links = write(some())
      .document.sections.flatMap(({ blocks }) => blocks)
      .flatMap((block) => (block.kind === 'alerts' ? [block.alertIds] : []));
    expect(links).toEqual([[37, 12], [12, 13], [5]]);
  });

  test('a fraud detection report groups related alerts', () => {
    const report = write(some());
    expect(report.rows('Related alerts')).toEqual([['Ana Sample', '***0001', '2', '1', 'Mule Activity, Structuring']]);
    const actions = report.prose('Recommended actions');
    expect(actions).toContain('review the alerts for Ana Sample together');
    expect(actions).toContain('check QUICK PAY, which appears in high-risk alerts for 3 members');
  });

  test('a fraud detection report states decisions, alerts waiting for review and reports that may be due', () => {
    const work = write(some());
    expect(work.prose('Alert review')).toContain(
      '1 alert in the period has been reviewed: 1 explained. The false-positive rate is 100.0%. ' +
        'On average, alerts were reviewed 2.5 days after they were raised.',
    );
    expect(work.rows('Alert review')).toEqual([
      ['Up to 30 days', '1', '1'],
      ['Over 90 days', '4', '0'],
    ]);
    expect(work.facts.some(({ value }) => value.kind === 'day' && value.day === '2026-09-10')).toBe(true);
  });

  test.each([
    ['many decisions, mostly false positives', 6, 2, true],
    ['few decisions', 3, 1, false],
    ['half of them false positives', 3, 3, false],
  ])(
    'a fraud detection report recommends a backtest only for a rule with enough false positives: %s',
    (_, falsePositives, confirmed, isAdvised) => {
      const groups = [
        aGroup(falsePositives, { reviewed: true, outcome: 'false_positive' }),
        aGroup(confirmed, { reviewed: true, outcome: 'suspicious' }),
      ];
      const actions = write(some({ alerts: someAlerts({ groups }) })).prose('Recommended actions');
      expect(
        actions.includes('Admins: backtest stricter thresholds for Structuring; 75.0% of its 8 reviewed alerts'),
      ).toBe(isAdvised);
    },
  );

  test('a fraud detection report states that there were no alerts', () => {
    const report = write(NOTHING);
    expect(report.headline).toBe('No alerts were raised for activity in the period.');
    expect(report.prose('Recommended actions')).toBe('This report recommends no action.');
    expect(report.titles).toEqual(['Recommended actions', 'Method and limits']);
  });

  test('a fraud detection report binds every number to a fact and uses complete sentences', () => {
    const all = [write(some()), write(NOTHING), write(some(), reportScope({ firstDay: '2026-08-10' }))];
    expect(all.flatMap(statementsWithoutFact)).toEqual([]);
    expect(all.flatMap(malformedSentences)).toEqual([]);
  });

  test('a fraud detection report makes no accusations', () => {
    const text = JSON.stringify(write(some()).document).toLowerCase();
    expect(text).not.toMatch(/fraudulent|criminal|guilty|launder|ctr/);
  });
});
