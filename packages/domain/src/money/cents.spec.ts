import * as fc from 'fast-check';
import { centsOf, centsOfDollars, formatCents, MAX_ENTRY_CENTS } from './cents.ts';
import { formatDollars } from './format-dollars.ts';

describe('cents', () => {
  test.each([
    [0, '0.00'],
    [5, '0.05'],
    [-5, '-0.05'],
    [123456, '1234.56'],
    [MAX_ENTRY_CENTS, '9999999999.99'],
  ])('%d cents are written %s and read back', (cents, text) => {
    expect(formatCents(cents)).toBe(text);
    expect(centsOf(text)).toBe(cents);
  });

  test('any amount survives writing and reading', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (cents) => {
        expect(centsOf(formatCents(cents))).toBe(cents === 0 ? 0 : cents);
      }),
    );
  });

  test('a database sum with fewer decimals is read too', () => {
    expect(centsOf('12')).toBe(1200);
    expect(centsOf('12.5')).toBe(1250);
    expect(Object.is(centsOf('-0.00'), 0)).toBe(true);
  });

  test.each(['', 'NaN', 'Infinity', '1e3', '1.234', '1,234.00', ' 1', '+1', '99999999999999999'])(
    'refuses %j, which no table of ours holds',
    (text) => {
      expect(() => centsOf(text)).toThrow(RangeError);
    },
  );

  test('refuses fractions of a cent', () => {
    expect(() => formatCents(0.5)).toThrow(RangeError);
  });

  test('dollars that somebody set become the nearest cent, whatever the fraction of a float', () => {
    expect(centsOfDollars(10_000)).toBe(1_000_000);
    // 0.29 * 100 is 28.999999999999996, 1.1 * 100 is 110.00000000000001.
    expect(centsOfDollars(0.29)).toBe(29);
    expect(centsOfDollars(1.1)).toBe(110);
  });

  test('shows dollars with groups to people', () => {
    expect(formatDollars(824_000)).toBe('$8,240.00');
    expect(formatDollars(-1_234_567_89)).toBe('-$1,234,567.89');
    expect(formatDollars(99)).toBe('$0.99');
    expect(formatDollars(0)).toBe('$0.00');
    expect(formatDollars(100_000)).toBe('$1,000.00');
    expect(formatDollars(99_999)).toBe('$999.99');
  });
});
