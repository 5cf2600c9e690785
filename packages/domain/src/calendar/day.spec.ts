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
