import type { MonthFlows } from '../sections/money-flow-sections.ts';
import { composeReport, malformedSentences, reportScope, statementsWithoutFact } from '../testing/compose-report.ts';
import {
  NO_COMPANY_CHANGES,
  NO_CONTRIBUTIONS,
  NO_FLOWS,
  SOME_CHANGES,
  someContributions,
  someFlows,
} from '../testing/report-fixtures.ts';
import { outlierMonths, type TrendData, trendAnalysis, trendRun, wholeMonths } from './trend-analysis-report.ts';

/** Credits and debits in whole dollars by month, starting in February. */
function months(...dollars: readonly [number, number][]): MonthFlows[] {
  return dollars.map(([credits, debits], index) => ({
    month: `2026-0${index + 2}`,
    creditCents: credits * 100,
    debitCents: debits * 100,
    credits: 10,
    debits: 10,
  }));
}
/** February to August: debits stand out in July, and credits fall every month starting in May. */
const STORY = months([900, 100], [900, 110], [900, 90], [900, 100], [800, 100], [700, 400], [600, 100]);

function some(change: Partial<TrendData> = {}): TrendData {
  return {
    flows: someFlows({ months: STORY }),
    contributions: someContributions(),
    changes: SOME_CHANGES,
    activity: STORY.map(({ month }) => ({ month, activeAccounts: 12, alerts: 3, highAlerts: 1 })),
    outlierMonths: [
      {
        month: '2026-07',
        direction: 'debits',
        companies: [
          { company: 'STATE UNIVERSITY', cents: 28_000, usualCents: 0 },
          { company: 'CITY POWER', cents: 5_000, usualCents: 3_000 },
        ],
      },
    ],
    ...change,
  };
}
const NOTHING = some({
  flows: NO_FLOWS,
  contributions: NO_CONTRIBUTIONS,
  changes: NO_COMPANY_CHANGES,
  activity: [],
  outlierMonths: [],
});
const write = (data: TrendData, scope = reportScope()) => composeReport(trendAnalysis, data, scope);

describe('trend analysis', () => {
  test('a trend analysis compares the last three full months with the three before', () => {
    expect(write(some()).headline).toContain(
      'Over the last 3 full months, credits fell 22.2% to $700 a month and debits rose 100.0% to $200 a month, compared with the 3 months before.',
    );
  });

  test('a trend analysis states the average without an outlier month and the companies responsible for that month', () => {
    const trend = write(some());
    expect(trend.prose('Trend')).toContain(
      'Jul 2026 stands out and drives the average: without it, debits came to $100',
    );
    expect(trend.prose('Months that stand out')).toBe(
      'Jul 2026: debits of $400, compared with an average of $100 in the other months. The difference came mainly from STATE UNIVERSITY ($280, compared with nothing in the other months).',
    );
  });

  test('a trend analysis reports consecutive rises or falls and recommends planning for them', () => {
    const trend = write(some());
    expect(trend.prose('Trend')).toContain('Credits have fallen 3 months in a row.');
    expect(trend.prose('Recommended actions')).toContain('Finance: plan liquidity for lower credits.');
  });

  test('a trend analysis lists months newest first', () => {
    expect(write(some()).rows('Trend')[0]).toEqual(['Aug 2026', '$600.00', '$100.00', '$500.00', '12', '3', '1']);
  });

  test('a trend analysis states no trend for a single month', () => {
    const trend = write(some({ flows: someFlows({ months: STORY.slice(0, 1) }), outlierMonths: [] }));
    expect(trend.titles).not.toContain('Trend');
    expect(trend.headline).toMatch(/^Credits rose 20.0%/);
  });

  test('a trend analysis binds every number to a fact and uses complete sentences', () => {
    const all = [write(some()), write(NOTHING), write(some(), reportScope({ firstDay: '2026-08-10' }))];
    expect(all.flatMap(statementsWithoutFact)).toEqual([]);
    expect(all.flatMap(malformedSentences)).toEqual([]);
  });
});

describe('months in a trend', () => {
  test('a month in a trend analysis is full when the ledger and the period cover all its days', () => {
    const whole = (firstDay: string, lastDay: string) =>
      wholeMonths(STORY, reportScope({ firstDay, period: { firstDay: '2026-08-01', lastDay } })).map(
        ({ month }) => month,
      );
    expect(whole('2026-02-01', '2026-08-31')).toHaveLength(7);
    expect(whole('2026-02-02', '2026-08-30')).toEqual(['2026-03', '2026-04', '2026-05', '2026-06', '2026-07']);
  });

  test('a month stands out in a trend when it is far from the median, and only with enough months', () => {
    expect(outlierMonths(STORY, 'debits').map(({ month }) => month)).toEqual(['2026-07']);
    expect(outlierMonths(STORY.slice(3), 'debits')).toEqual([]);
    expect(outlierMonths(months([1, 0], [1, 0], [1, 0], [1, 0], [1, 0]), 'credits')).toEqual([]);
  });

  test.each([
    [[1, 2, 3, 4], { months: 3, way: 'up' }],
    [[5, 2, 3, 1], { months: 1, way: 'down' }],
    [[4, 3, 3], { months: 0, way: 'down' }],
    [[7], { months: 0, way: 'down' }],
    [[], { months: 0, way: 'down' }],
  ])('monthly amounts of %j end in the run %j', (amounts, expected) => {
    expect(trendRun(amounts)).toEqual(expected);
  });
});
