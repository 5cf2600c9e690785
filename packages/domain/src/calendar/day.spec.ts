import * as fc from 'fast-check';
import {
  addDays,
  addMonths,
  dayFromEpoch,
  epochDay,
  formatUtcMinute,
  isDay,
  isLastDayOfMonth,
  mondayOf,
  monthOf,
  monthsBetween,
  weekdayOf,
} from './day.ts';

describe('days', () => {
  it('an instant in a message shows the UTC date and minute', () => {
    expect(formatUtcMinute('2026-11-28T14:02:59.123Z')).toBe('2026-11-28 at 14:02 UTC');
  });

  test('days convert to consecutive day counts and back from 1970 to 2100', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 47_846 }), (number) => {
        expect(epochDay(dayFromEpoch(number))).toBe(number);
        expect(addDays(dayFromEpoch(number), 1)).toBe(dayFromEpoch(number + 1));
      }),
    );
  });

  test('February 29 exists only in leap years [fault 6.5]', () => {
    expect(isDay('2024-02-29')).toBe(true);
    expect(isDay('2023-02-29')).toBe(false);
    expect(isDay('1900-02-29')).toBe(false);
    expect(isDay('2000-02-29')).toBe(true);
    expect(isDay('2024-02-30')).toBe(false);
    expect(isDay('2024-04-31')).toBe(false);
    expect(isDay('2024-13-01')).toBe(false);
    expect(isDay('2024-00-10')).toBe(false);
    expect(isDay('0000-01-01')).toBe(false);
  });

  test('days exist from the first to the last day of each month', () => {
    const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    for (const [at, length] of lengths.entries()) {
      const month = `2026-${String(at + 1).padStart(2, '0')}`;
      expect([`${month}-${length}`, `${month}-${length + 1}`].map(isDay)).toEqual([true, false]);
      expect(isDay(`${month}-00`)).toBe(false);
    }
  });

  test.each(['2026-03-02T00:00', '12026-03-02', ' 2026-03-02'])(
    '%j is not a day because it has extra characters',
    (text) => {
      expect(isDay(text)).toBe(false);
    },
  );

  test('a day that does not exist is rejected', () => {
    expect(() => epochDay('2024-02-30')).toThrow(RangeError);
    expect(() => epochDay('2024-2-3')).toThrow(RangeError);
  });

  test('the week of a day begins on Monday', () => {
    expect(weekdayOf('2026-03-01')).toBe(0);
    expect(mondayOf('2026-03-01')).toBe('2026-02-23');
    expect(mondayOf('2026-03-02')).toBe('2026-03-02');
    expect(mondayOf('2026-03-08')).toBe('2026-03-02');
  });
});

describe('months', () => {
  test('a day belongs to its month', () => {
    expect(monthOf('2026-03-31')).toBe('2026-03');
  });

  test('adding and subtracting months crosses the turn of the year [fault 6.5]', () => {
    expect(addMonths('2025-12', 1)).toBe('2026-01');
    expect(addMonths('2026-01', -1)).toBe('2025-12');
    expect(addMonths('2026-03', -12)).toBe('2025-03');
    expect(addMonths('1000-01', -1)).toBe('0999-12');
  });

  test('adding and subtracting the same number of months gives the original month', () => {
    const month = fc.integer({ min: 0, max: 2400 }).map((months) => addMonths('1900-01', months));
    fc.assert(
      fc.property(month, fc.integer({ min: -600, max: 600 }), (start, months) => {
        expect(addMonths(addMonths(start, months), -months)).toBe(start);
      }),
    );
  });

  test('text that is not a month is rejected', () => {
    expect(() => addMonths('2026-13', 1)).toThrow(RangeError);
    expect(() => addMonths('2026-3', 1)).toThrow(RangeError);
    expect(() => addMonths('2026-03-01', 1)).toThrow(RangeError);
    expect(() => addMonths('12026-03', 1)).toThrow(RangeError);
  });

  test('the months between two months include both ends', () => {
    expect(monthsBetween('2025-11', '2026-02')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
    expect(monthsBetween('2026-02', '2026-02')).toEqual(['2026-02']);
    expect(monthsBetween('2026-02', '2026-01')).toEqual([]);
  });

  test('the last day of a month is recognized, also in leap years', () => {
    expect(isLastDayOfMonth('2026-02-28')).toBe(true);
    expect(isLastDayOfMonth('2024-02-28')).toBe(false);
    expect(isLastDayOfMonth('2026-12-31')).toBe(true);
  });
});
