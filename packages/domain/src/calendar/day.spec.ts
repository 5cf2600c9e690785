import * as fc from 'fast-check';
import { addDays, dayOf, epochDay, isDay, mondayOf, weekdayOf } from './day.ts';

describe('days', () => {
  test('every day from 1970 to 2100 survives counting and comes one after the other', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 47_846 }), (number) => {
        expect(epochDay(dayOf(number))).toBe(number);
        expect(addDays(dayOf(number), 1)).toBe(dayOf(number + 1));
      }),
    );
  });

  test('leap days exist in leap years only', () => {
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

  test('a month has its last day and none after it, and none before its first', () => {
    const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    for (const [at, length] of lengths.entries()) {
      const month = `2026-${String(at + 1).padStart(2, '0')}`;
      expect([`${month}-${length}`, `${month}-${length + 1}`].map(isDay)).toEqual([true, false]);
      expect(isDay(`${month}-00`)).toBe(false);
    }
  });

  test.each(['2026-03-02T00:00', '12026-03-02', ' 2026-03-02'])('%j is more than a day', (text) => {
    expect(isDay(text)).toBe(false);
  });

  test('refuses to count a day that does not exist', () => {
    expect(() => epochDay('2024-02-30')).toThrow(RangeError);
    expect(() => epochDay('2024-2-3')).toThrow(RangeError);
  });

  test('weeks begin on Monday', () => {
    expect(weekdayOf('2026-03-01')).toBe(0);
    expect(mondayOf('2026-03-01')).toBe('2026-02-23');
    expect(mondayOf('2026-03-02')).toBe('2026-03-02');
    expect(mondayOf('2026-03-08')).toBe('2026-03-02');
  });
});
