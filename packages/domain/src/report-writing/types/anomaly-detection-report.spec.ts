import {
  composeReport,
  malformedSentences,
  reportScope,
  statementsWithoutFact,
} from '../testing/compose-report.ts';
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

describe('an anomaly detection report', () => {
  test('says first how much stands out, and how much of it no rule saw', () => {
    expect(write(some()).headline).toMatch(
      /^2 payments of members, 2 companies and 1 day stand out against their own past. Of the payments 2 have no alert. 3 alerts/,
    );
  });

  test('lists members with the most they had before, and what the entry says it is', () => {
    expect(write(some()).rows('Members against their own past')).toEqual([
      [
        'Ana Sample',
        '***0001',
        'credits',
        'Aug 12, 2026',
        '$9,999.99',
        '$1,800.00',
        'ONYX IMPORTS',
        '–',
        'none',
      ],
      [
        'Ben Low',
        '***0002',
        'credits',
        'Aug 12, 2026',
        '$9,999.99',
        '$1,800.00',
        'ONYX IMPORTS',
        'tax',
        'none',
      ],
    ]);
  });

  test('asks to look at payments that nobody saw and nothing explains', () => {
    const actions = write(some()).prose('Recommended actions');
    expect(actions).toContain('Fraud analysts: look at Ana Sample (***0001): no alert speaks of them');
    expect(actions).not.toContain('Ben Low');
  });

  test.each([
    ['days', 'ACH operations: check the files of that day. Aug 20, 2026: debits of $50,000.'],
    ['companies', 'ACH operations: find out what changed. LIGHTHOUSE RET: credits of $73,000'],
    ['companiesWithoutEntries', 'ACH operations: find out why nothing came. EASTON FOODS: no credits'],
    ['daysWithoutEntries', 'ACH operations: check Data Import for missing files.'],
    ['payments', 'Fraud analysts: look at Ana Sample (***0001)'],
  ] as const)('recommends what to do about what it says stands out: %s', (part, action) => {
    const report = write({ ...NOTHING, comparedPeriods: 6, [part]: some()[part] });
    expect(report.prose('Recommended actions')).toContain(action);
  });

  test('tells days and companies with what they are held against', () => {
    expect(write(some()).prose('Days and companies').split('\n')).toEqual([
      'Nothing was posted on 1 banking day: Aug 18, 2026. A file may be missing.',
      'Aug 20, 2026: debits of $50,000. The largest comparable day brought $10,000, on Jul 20, 2026; $45,000 of it is STATE UNIVERSITY.',
      'LIGHTHOUSE RET: credits of $73,000, against $20,000 at most in the 6 periods before.',
      'EASTON FOODS: no credits, after $6,291 on average in each of the 6 periods before.',
    ]);
  });

  test('counts all that stands out where it lists only the largest', () => {
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
      /^11 payments of members, 6 companies and 1 day stand out against their own past. Of the payments 11 have no alert./,
    );
    expect(report.rows('Members against their own past')).toHaveLength(8);
    expect(report.prose('Members against their own past')).toContain('The largest are listed.');
    const listed = report.prose('Days and companies');
    expect(listed).not.toContain('LIGHTHOUSE RET E');
    expect(listed).toContain('Those farthest from their past are listed.');
  });

  test('leads to the alerts of members who have one', () => {
    const report = write(some({ payments: [{ ...ANA, alertId: 19 }] }));
    expect(report.headline).toContain(
      '1 payment of a member, 2 companies and 1 day stand out against their own past. The payment has an alert.',
    );
    const links = report.document.sections[0]?.blocks.find(({ kind }) => kind === 'alerts');
    expect(links).toEqual({ kind: 'alerts', alertIds: [19] });
  });

  test('has nothing to say where nothing stands out, and says what it could not compare', () => {
    const report = write(NOTHING);
    expect(report.headline).toBe(
      'Nothing stands out against its own past. No alert was raised on activity of the period.',
    );
    expect(report.prose('Method and limits')).toContain(
      'Companies are not compared: the ledger is too short for periods of this length.',
    );
  });

  test('states no number without a fact and nothing that is no sentence', () => {
    const all = [write(some()), write(NOTHING), write(some(), reportScope({ firstDay: '2026-08-10' }))];
    expect(all.flatMap(statementsWithoutFact)).toEqual([]);
    expect(all.flatMap(malformedSentences)).toEqual([]);
  });
});
