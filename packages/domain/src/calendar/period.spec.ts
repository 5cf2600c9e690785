import { daysIn, periodEndingAt, previousPeriod, weeksOf } from './period.ts';

describe('periods', () => {
  test('a period of thirty days ends on the given day', () => {
    const period = periodEndingAt({ asOf: '2026-03-31', days: 30 });
    expect(period).toEqual({ firstDay: '2026-03-02', lastDay: '2026-03-31' });
    expect(daysIn(period)).toBe(30);
  });

  test('the previous period has the same length and ends the day before the period', () => {
    const period = periodEndingAt({ asOf: '2026-03-01', days: 365 });
    const previous = previousPeriod(period);
    expect(previous).toEqual({ firstDay: '2024-03-02', lastDay: '2025-03-01' });
    expect(daysIn(previous)).toBe(365);
  });

  test('the weeks of a period are listed by their Mondays, the first possibly before the period', () => {
    expect(weeksOf({ firstDay: '2026-03-04', lastDay: '2026-03-16' })).toEqual([
      '2026-03-02',
      '2026-03-09',
      '2026-03-16',
    ]);
    expect(weeksOf({ firstDay: '2026-03-08', lastDay: '2026-03-08' })).toEqual(['2026-03-02']);
  });

  test.each([0, -1, 1.5, NaN])('a period with a length of %d days is rejected', (days) => {
    expect(() => periodEndingAt({ asOf: '2026-03-01', days })).toThrow(RangeError);
  });
});
