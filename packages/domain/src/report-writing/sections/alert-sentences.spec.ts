import { categoryOf } from '@clearwatch/contracts/alerts';
import { FactSheet } from '../fact-sheet.ts';
import { reportScope } from '../testing/compose-report.ts';
import { aGroup, anAlert, NO_ALERTS } from '../testing/report-fixtures.ts';
import type { Alerts } from './alert-facts.ts';
import {
  alertCategoriesBlocks,
  alertCategoriesSentences,
  alertRisksSection,
  alertsSentence,
  seriousAlertsBlocks,
  waitingAlertsSentence,
} from './alert-sections.ts';

const young = reportScope({ firstDay: '2026-08-01' });
const context = (scope = reportScope()) => ({ scope, sheet: new FactSheet() });
const alerts = (change: Partial<Alerts>): Alerts => ({ ...NO_ALERTS, ...change });
const text = (spans: readonly { text: string }[] | null) => spans && spans.map((span) => span.text).join('');
const closed = { reviewed: true, outcome: 'explained' } as const;
const high = (count: number, change = {}) => aGroup(count, { riskLevel: 'high', ...change });
const STRUCTURING = categoryOf('structuring');
const MULES = categoryOf('mule_activity');

describe('alert sentence', () => {
  const prose = (change: Partial<Alerts>, reportedScope = reportScope()) =>
    text(alertsSentence(alerts(change), context(reportedScope)));

  test.each<[string, Partial<Alerts>, string]>([
    [
      'one high',
      { groups: [high(1)] },
      '1 alert was raised, up from 0; it is high risk, and it has not been reviewed yet.',
    ],
    [
      'one closed',
      { groups: [aGroup(1, closed)] },
      '1 alert was raised, up from 0; none is high risk, and it has been reviewed.',
    ],
    [
      'two high',
      { groups: [high(2)] },
      '2 alerts were raised, up from 0; all are high risk, and none has been reviewed yet.',
    ],
    [
      'one of three high, one open',
      { groups: [high(1), aGroup(2, closed)], before: [aGroup(3)] },
      '3 alerts were raised, unchanged from the previous period; 1 is high risk, and 1 is not yet reviewed.',
    ],
    [
      'two of four high and open, two low',
      { groups: [high(2), aGroup(2, { riskLevel: 'low', ...closed })] },
      '4 alerts were raised, up from 0; 2 are high risk, and 2 are not yet reviewed.',
    ],
    [
      'all closed',
      { groups: [aGroup(2, closed)] },
      '2 alerts were raised, up from 0; none is high risk, and all have been reviewed.',
    ],
    ['none', {}, 'No alerts were raised for activity in the period.'],
    [
      'none after one before',
      { before: [aGroup(1)] },
      'No alerts were raised for activity in the period, compared with 1 in the previous period.',
    ],
  ])('the alert sentence for a period describes %s', (_, change, sentence) => {
    expect(prose(change)).toBe(sentence);
  });

  test('the alert sentence for a period makes no comparison without a previous period', () => {
    expect(prose({ groups: [aGroup(1)], before: [aGroup(5)] }, young)).toBe(
      '1 alert was raised; none is high risk, and it has not been reviewed yet.',
    );
    expect(prose({ before: [aGroup(5)] }, young)).toBe('No alerts were raised for activity in the period.');
  });
});

describe('alert categories', () => {
  const rows = (change: Partial<Alerts>, reportedScope = reportScope()) =>
    alertCategoriesBlocks(alerts(change), context(reportedScope)).flatMap((block) =>
      block.kind === 'table' ? block.rows.map((row) => row.map((cell) => cell.text)) : [],
    );
  const mule = { activityType: 'mule_activity' };

  test('alerts in each category are counted in total, at high risk, open and in the previous period', () => {
    const groups = [high(1, mule), high(2, { ...mule, ...closed }), aGroup(4), aGroup(1, closed)];
    const before = [aGroup(9), aGroup(2, mule)];
    expect(rows({ groups, before })).toEqual([
      [MULES, '3', '3', '1', '2'],
      [STRUCTURING, '5', '0', '4', '9'],
    ]);
    expect(rows({ groups, before }, young)[0]).toEqual([MULES, '3', '3', '1']);
    expect(rows({ before })).toEqual([]);
  });

  test('categories of alerts are sorted by high risk, then by count, then by name', () => {
    const first = (...groups: Alerts['groups']) => rows({ groups }).map(([category]) => category);
    expect(first(aGroup(1), aGroup(2, mule))).toEqual([MULES, STRUCTURING]);
    expect(first(aGroup(2), aGroup(1, mule))).toEqual([STRUCTURING, MULES]);
    expect(first(aGroup(5), high(1, mule))).toEqual([MULES, STRUCTURING]);
    const byName = [STRUCTURING, MULES].toSorted((left, right) => left.localeCompare(right, 'en'));
    expect(first(aGroup(1), aGroup(1, mule))).toEqual(byName);
    expect(first(aGroup(1, mule), aGroup(1))).toEqual(byName);
  });

  test('the category sentences name the most frequent category and those with alerts only in the previous period', () => {
    const lead = (change: Partial<Alerts>, reportedScope = reportScope()) =>
      text(alertCategoriesSentences(alerts(change), context(reportedScope)));
    expect(lead({ groups: [aGroup(2)] })).toBe(`The only category with alerts is ${STRUCTURING}.`);
    expect(lead({ groups: [aGroup(2), high(1, mule)], before: [aGroup(1)] })).toBe(
      `The most frequent category is ${STRUCTURING}, with 2 of 3 alerts, up from 1.`,
    );
    expect(lead({ groups: [aGroup(2), high(1, mule)] }, young)).toBe(
      `The most frequent category is ${STRUCTURING}, with 2 of 3 alerts.`,
    );
    const withoutMule = { groups: [aGroup(1)], before: [aGroup(1), aGroup(1, mule)] };
    expect(lead(withoutMule)).toBe(
      `The only category with alerts is ${STRUCTURING}. Only the previous period had alerts in ${MULES}.`,
    );
    expect(lead(withoutMule, young)).toBe(`The only category with alerts is ${STRUCTURING}.`);
    expect(lead({})).toBe('');
  });
});

describe('serious alerts', () => {
  const serious = [
    anAlert({ id: 1 }),
    anAlert({ id: 2, reviewed: true, outcome: 'escalated' }),
    anAlert({ id: 3, reviewed: true }),
  ];
  const confirmedSentence = (most: number, count: number) =>
    seriousAlertsBlocks(alerts({ groups: [aGroup(count)], serious }), most, context());

  test('the most serious alerts are linked and listed with their status', () => {
    const [table, links, ...more] = confirmedSentence(3, 3);
    const rows = table?.kind === 'table' ? table.rows.map((row) => [row[0]?.text, row[7]?.text]) : [];
    expect(rows).toEqual([
      ['1', 'open'],
      ['2', 'escalated'],
      ['3', 'reviewed'],
    ]);
    expect([links, more]).toEqual([{ kind: 'alerts', alertIds: [1, 2, 3] }, []]);
    expect(seriousAlertsBlocks(alerts({ groups: [aGroup(1)] }), 3, context())).toEqual([]);
  });

  test.each([
    [4, '2 more alerts in the period are on the Fraud Detection screen.'],
    [3, '1 more alert in the period is on the Fraud Detection screen.'],
  ])('alerts beyond the two most serious ones are counted when there are %d', (count, sentence) => {
    const [, links, more] = confirmedSentence(2, count);
    expect(links).toEqual({ kind: 'alerts', alertIds: [1, 2] });
    expect(more?.kind === 'paragraph' && text(more.spans)).toBe(sentence);
  });
});

describe('unreviewed alerts', () => {
  const open = { alerts: 2, high: 1, oldestDay: '2026-06-03' };

  test('alerts waiting for review are counted across all periods when some are outside the report period', () => {
    const waiting = (change: Partial<Alerts>) => text(waitingAlertsSentence(alerts({ open, ...change }), context()));
    expect(waiting({ groups: [aGroup(1), aGroup(5, closed)] })).toBe(
      'Across all periods, 2 alerts are waiting for review (1 high risk); the oldest is dated Jun 3, 2026.',
    );
    expect(waiting({ open: { ...open, alerts: 1, high: 0 } })).toBe(
      'Across all periods, 1 alert is waiting for review (0 high risk); the oldest is dated Jun 3, 2026.',
    );
    expect(waiting({ groups: [aGroup(1), aGroup(1)] })).toBeNull();
    expect(waiting({ open: { ...open, oldestDay: null } })).toBeNull();
  });

  test('a report has a section on unreviewed alerts only when there are any', () => {
    expect(alertRisksSection(alerts({}), { most: 3 }, context())).toBeNull();
    expect(alertRisksSection(alerts({ open }), { most: 3 }, context())).toMatchObject({
      title: 'Risks',
      blocks: [{ kind: 'paragraph' }],
    });
  });
});
