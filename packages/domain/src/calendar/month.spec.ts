import * as fc from 'fast-check';
import { addMonths, endsMonth, monthOf, monthsFrom } from './month.ts';

describe('months', () => {
  test('a day lies in its month', () => {
    expect(monthOf('2026-03-31')).toBe('2026-03');
  });

  test('months go over the turn of the year in both directions', () => {
    expect(addMonths('2025-12', 1)).toBe('2026-01');
    expect(addMonths('2026-01', -1)).toBe('2025-12');
    expect(addMonths('2026-03', -12)).toBe('2025-03');
    expect(addMonths('1000-01', -1)).toBe('0999-12');
  });

  test('going forth and back leads to the same month', () => {
    const month = fc.integer({ min: 0, max: 2400 }).map((months) => addMonths('1900-01', months));
    fc.assert(
      fc.property(month, fc.integer({ min: -600, max: 600 }), (start, months) => {
        expect(addMonths(addMonths(start, months), -months)).toBe(start);
      }),
    );
  });

  test('what is no month is refused', () => {
    expect(() => addMonths('2026-13', 1)).toThrow(RangeError);
    expect(() => addMonths('2026-3', 1)).toThrow(RangeError);
    expect(() => addMonths('2026-03-01', 1)).toThrow(RangeError);
    expect(() => addMonths('12026-03', 1)).toThrow(RangeError);
  });

  test('a stretch of months holds both ends and no others', () => {
    expect(monthsFrom('2025-11', '2026-02')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
    expect(monthsFrom('2026-02', '2026-02')).toEqual(['2026-02']);
    expect(monthsFrom('2026-02', '2026-01')).toEqual([]);
  });

  test('a month is over with its last day', () => {
    expect(endsMonth('2026-02-28')).toBe(true);
    expect(endsMonth('2024-02-28')).toBe(false);
    expect(endsMonth('2026-12-31')).toBe(true);
  });
});
