import { composeReport, malformedSentences, reportScope, statementsWithoutFact } from '../testing/compose-report.ts';
import { NO_ALERTS, NO_FLOWS, someAlerts, someFlows } from '../testing/report-fixtures.ts';
import type { AnomalyData, UnusualPayment } from './anomaly-detection-report.ts';
import { anomalyDetection } from './anomaly-detection-report.ts';

const ANA: UnusualPayment = {
  member: { accountNumber: '1000000001', name: 'Ana Sample' },
  direction: 'credits',
  day: '2026-08-12',
  cents: 999_999,
  highestCents: 180_000,
  company: 'ONYX IMPORTS',
  purpose: null,
  alertId: null,
};

function some(change: Partial<AnomalyData> = {}): AnomalyData {
  return {
    flows: someFlows(),
    alerts: someAlerts(),
    days: [
      {
        day: '2026-08-20',
        direction: 'debits',
        cents: 5_000_000,
        largestComparable: { day: '2026-07-20', cents: 1_000_000 },
        company: { company: 'STATE UNIVERSITY', cents: 4_500_000 },
      },
    ],
    daysWithoutEntries: ['2026-08-18'],
    comparedPeriods: 6,
    companies: [
      {
        company: 'LIGHTHOUSE RET',
        direction: 'credits',
        cents: 7_300_000,
        highestCents: 2_000_000,
        meanCents: 900_000,
      },
    ],
    companiesWithoutEntries: [
      { company: 'EASTON FOODS', direction: 'credits', cents: 0, highestCents: 700_000, meanCents: 629_100 },
    ],
    payments: [ANA, { ...ANA, member: { accountNumber: '2000000002', name: 'Ben Low' }, purpose: 'tax' }],
    ...change,
  };
}
const NOTHING = some({
  flows: NO_FLOWS,
  alerts: NO_ALERTS,
  days: [],
  daysWithoutEntries: [],
  comparedPeriods: 0,
  companies: [],
  companiesWithoutEntries: [],
  payments: [],
});
const write = (data: AnomalyData, scope = reportScope()) => composeReport(anomalyDetection, data, scope);

describe('anomaly detection report', () => {
  test('an anomaly detection report opens with the number of anomalies and how many have no alert', () => {
    expect(write(some()).headline).toMatch(
      /^2 member payments, 2 companies and 1 day stand out from their own history. 2 of the payments have no alert. 3 alerts/,
    );
  });

  test('an anomaly detection report lists members with their highest earlier day and the stated purpose', () => {
    expect(write(some()).rows('Members compared with their own history')).toEqual([
      ['Ana Sample', '***0001', 'credits', 'Aug 12, 2026', '$9,999.99', '$1,800.00', 'ONYX IMPORTS', '–', 'none'],
      ['Ben Low', '***0002', 'credits', 'Aug 12, 2026', '$9,999.99', '$1,800.00', 'ONYX IMPORTS', 'tax', 'none'],
    ]);
  });

  test('an anomaly detection report recommends reviewing payments without an alert or a common purpose', () => {
    const actions = write(some()).prose('Recommended actions');
    expect(actions).toContain('Fraud analysts: review Ana Sample (***0001); no alert covers the unusual activity');
    expect(actions).not.toContain('Ben Low');
  });

  test.each([
    ['days', 'ACH operations: check the files for this day. Aug 20, 2026: debits of $50,000'],
    ['companies', 'ACH operations: find out what changed. LIGHTHOUSE RET: credits of $73,000'],
    ['companiesWithoutEntries', 'ACH operations: find out why there were no credits. EASTON FOODS: no credits'],
    ['daysWithoutEntries', 'ACH operations: check Data Import for missing files.'],
    ['payments', 'Fraud analysts: review Ana Sample (***0001)'],
  ] as const)('an anomaly detection report recommends an action for each kind of anomaly: %s', (part, action) => {
    const report = write({ ...NOTHING, comparedPeriods: 6, [part]: some()[part] });
    expect(report.prose('Recommended actions')).toContain(action);
  });

  test('an anomaly detection report lists days and companies with the values they are compared with', () => {
    expect(write(some()).prose('Days and companies').split('\n')).toEqual([
      'No entries were posted on 1 banking day: Aug 18, 2026. A file may be missing.',
      'Aug 20, 2026: debits of $50,000, including $45,000 by STATE UNIVERSITY. The largest comparable day had $10,000, on Jul 20, 2026.',
      'LIGHTHOUSE RET: credits of $73,000, compared with at most $20,000 in any of the previous 6 periods.',
      'EASTON FOODS: no credits, compared with an average of $6,291 in the previous 6 periods.',
    ]);
  });

  test('an anomaly detection report counts all anomalies even when it lists only the largest', () => {
    const payments = Array.from({ length: 11 }, (_, index) => ({
      ...ANA,
      member: { accountNumber: String(3_000_000_001 + index), name: `Cara Field${index}` },
      cents: 999_999 - index,
    }));
    const companies = some().companies.flatMap((company) =>
      ['A', 'B', 'C', 'D', 'E'].map((last) => ({ ...company, company: `${company.company} ${last}` })),
    );
    const report = write(some({ payments, companies }));
    expect(report.headline).toMatch(
      /^11 member payments, 6 companies and 1 day stand out from their own history. 11 of the payments have no alert./,
    );
    expect(report.rows('Members compared with their own history')).toHaveLength(8);
    expect(report.prose('Members compared with their own history')).toContain('Only the largest are listed.');
    const listed = report.prose('Days and companies');
    expect(listed).not.toContain('LIGHTHOUSE RET E');
    expect(listed).toContain('Only those furthest from their history are listed.');
  });

  test('an anomaly detection report links to member alerts', () => {
    const report = write(some({ payments: [{ ...ANA, alertId: 19 }] }));
    expect(report.headline).toContain(
      '1 member payment, 2 companies and 1 day stand out from their own history. The payment has an alert.',
    );
    const links = report.document.sections[0]?.blocks.find(({ kind }) => kind === 'alerts');
    expect(links).toEqual({ kind: 'alerts', alertIds: [19] });
  });

  test('an anomaly detection report states that nothing stands out and what it could not compare', () => {
    const report = write(NOTHING);
    expect(report.headline).toBe(
      'Nothing stands out from its own history. No alerts were raised for activity in the period.',
    );
    expect(report.prose('Method and limits')).toContain(
      'Companies are not compared: the ledger is too short for periods of this length.',
    );
  });

  test('an anomaly detection report binds every number to a fact and uses complete sentences', () => {
    const all = [write(some()), write(NOTHING), write(some(), reportScope({ firstDay: '2026-08-10' }))];
    expect(all.flatMap(statementsWithoutFact)).toEqual([]);
    expect(all.flatMap(malformedSentences)).toEqual([]);
  });
});
