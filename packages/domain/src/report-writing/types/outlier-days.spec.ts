import { addDays } from '../../calendar/day.ts';
import { type DayTotal, daysWithoutEntries, outlierDays } from './anomaly-detection-report.ts';

const AUGUST = { firstDay: '2026-08-01', lastDay: '2026-08-31' };

/** The 200 days up to the end of August, with the same credits on each day except those in `change`. */
function days(change: Record<string, number> = {}): DayTotal[] {
  return Array.from({ length: 200 }, (_, back) => addDays('2026-08-31', back - 199)).map((day) => ({
    day,
    creditCents: change[day] ?? 10_000,
    debitCents: 0,
    entries: (change[day] ?? 1) === 0 ? 0 : 3,
  }));
}

describe('outlier days', () => {
  test('an outlier day is more than 1.5 times every comparable day', () => {
    expect(outlierDays(days({ '2026-08-12': 15_001 }), AUGUST)).toEqual([
      {
        day: '2026-08-12',
        direction: 'credits',
        cents: 15_001,
        largestComparable: { day: expect.any(String), cents: 10_000 },
      },
    ]);
  });

  test.each([
    ['it is exactly 1.5 times the largest', { '2026-08-12': 15_000 }],
    ['the same weekday was as large', { '2026-08-12': 90_000, '2026-07-29': 80_000 }],
    ['the same day of a month before was as large', { '2026-08-12': 90_000, '2026-05-13': 80_000 }],
    ['it is before the period', { '2026-07-12': 90_000 }],
  ])('a day is not reported as an outlier when %s', (_, change) => {
    expect(outlierDays(days(change), AUGUST)).toEqual([]);
  });

  test('an outlier day is reported only when the ledger has enough comparable days', () => {
    expect(outlierDays(days({ '2026-08-12': 90_000 }).slice(-40), AUGUST)).toEqual([]);
  });

  test('reported outlier days are sorted by their excess', () => {
    const found = outlierDays(days({ '2026-08-04': 20_000, '2026-08-12': 90_000 }), AUGUST);
    expect(found.map(({ day }) => day)).toEqual(['2026-08-12', '2026-08-04']);
  });
});

describe('days without entries', () => {
  test('a banking day without entries is reported, unlike a weekend day', () => {
    // A Tuesday and a Saturday.
    expect(daysWithoutEntries(days({ '2026-08-18': 0, '2026-08-22': 0 }), AUGUST)).toEqual(['2026-08-18']);
  });

  test('a banking day without entries is not reported for an institution that posts on only a few days', () => {
    expect(daysWithoutEntries(days().slice(-3), AUGUST)).toEqual([]);
  });
});
