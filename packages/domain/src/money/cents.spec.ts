import * as fc from 'fast-check';
import { cpuTimeOf } from '../testing/processor-time.ts';
import { dollarsToCents, formatCents, formatDollars, MAX_ENTRY_CENTS, parseAmount, parseCents } from './cents.ts';

describe('cents', () => {
  test.each([
    [0, '0.00'],
    [5, '0.05'],
    [-5, '-0.05'],
    [123456, '1234.56'],
    [MAX_ENTRY_CENTS, '9999999999.99'],
  ])('an amount of %d cents is formatted as %s and read back', (cents, text) => {
    expect(formatCents(cents)).toBe(text);
    expect(parseCents(text)).toBe(cents);
  });

  test('cents are unchanged after formatting and parsing', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (cents) => {
        expect(parseCents(formatCents(cents))).toBe(cents === 0 ? 0 : cents);
      }),
    );
  });

  test('a database sum with fewer decimals is read as cents', () => {
    expect(parseCents('12')).toBe(1200);
    expect(parseCents('12.5')).toBe(1250);
    expect(Object.is(parseCents('-0.00'), 0)).toBe(true);
  });

  test.each(['', 'NaN', 'Infinity', '1e3', '1.234', '1,234.00', ' 1', '+1', '99999999999999999'])(
    'the text %j is rejected as a database sum',
    (text) => {
      expect(() => parseCents(text)).toThrow(RangeError);
    },
  );

  test('fractions of a cent are rejected when formatted', () => {
    expect(() => formatCents(0.5)).toThrow(RangeError);
  });

  test('dollar parameters are rounded to the nearest cent despite floating-point fractions', () => {
    expect(dollarsToCents(10_000)).toBe(1_000_000);
    // 0.29 * 100 is 28.999999999999996, 1.1 * 100 is 110.00000000000001.
    expect(dollarsToCents(0.29)).toBe(29);
    expect(dollarsToCents(1.1)).toBe(110);
  });

  test('dollars are displayed with thousands separators', () => {
    expect(formatDollars(824_000)).toBe('$8,240.00');
    expect(formatDollars(-1_234_567_89)).toBe('-$1,234,567.89');
    expect(formatDollars(99)).toBe('$0.99');
    expect(formatDollars(0)).toBe('$0.00');
    expect(formatDollars(100_000)).toBe('$1,000.00');
    expect(formatDollars(99_999)).toBe('$999.99');
  });
});

describe('parsing an amount', () => {
  test.each([
    ['1234.56', 123456],
    ['1234.5', 123450],
    ['1234', 123400],
    ['0', 0],
    ['-0.00', 0],
    ['1,234.56', 123456],
    ['$1,234.56', 123456],
    ['$ 12.00', 1200],
    ['-12', -1200],
    ['-$12.00', -1200],
    ['$-12.00', -1200],
    ['(12.00)', -1200],
    ['($1,234.56)', -123456],
    ['12.00-', -1200],
    ['  7.25 ', 725],
    ['0001.00', 100],
    ['9999999999.99', MAX_ENTRY_CENTS],
    ['$9,999,999,999.99', MAX_ENTRY_CENTS],
    ['000000000012.00', 1200],
    ['00000000000000', 0],
  ])('the amount %j is read as cents', (text, cents) => {
    expect(parseAmount(text)).toEqual({ cents });
  });

  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['1.005', 'more than two decimals'],
    ['$1,234.567', 'more than two decimals'],
    ['1.234,56', 'decimal comma'],
    ['12,5', 'decimal comma'],
    ['1e3', 'exponent'],
    ['1E400', 'exponent'],
    ['１２.００', 'full-width'],
    ['1234,567.00', 'groups of three'],
    ['1,23.45', 'groups of three'],
    ['-(12.00)', 'two signs'],
    ['-12.00-', 'two signs'],
    ['(12.00', 'parenthesis'],
    ['12.00)', 'parenthesis'],
    ['0x10', 'not an amount'],
    ['NaN', 'not an amount'],
    ['Infinity', 'not an amount'],
    ['12.34.56', 'not an amount'],
    ['€12.00', 'not an amount'],
    ['twelve', 'not an amount'],
    ['.', 'not an amount'],
    ['99999999999.99', 'larger than'],
    ['12345678901234567890.12', 'larger than'],
    ['10000000000.00', 'larger than'],
    ['$10,000,000,000.00', 'larger than'],
  ])('the amount %j is rejected with a reason', (text, reason) => {
    expect(parseAmount(text)).toEqual({ reason: expect.stringContaining(reason) });
  });

  test('every formatted amount can be read', () => {
    const amount = fc.integer({ min: -MAX_ENTRY_CENTS, max: MAX_ENTRY_CENTS });
    fc.assert(
      fc.property(amount, (cents) => {
        expect(parseAmount(formatCents(cents))).toEqual({ cents });
        expect(parseAmount(formatDollars(cents))).toEqual({ cents });
      }),
    );
  });

  test('parsing an amount never throws and never returns a fraction of a cent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const parsed = parseAmount(text);
        expect('reason' in parsed || Number.isSafeInteger(parsed.cents)).toBe(true);
      }),
    );
  });

  test('a hostile amount of 100,000 characters is rejected quickly', () => {
    for (const text of ['('.repeat(1e5), '1,'.repeat(5e4), '0'.repeat(1e5), `${'1'.repeat(1e5)}x`]) {
      expect(cpuTimeOf(() => parseAmount(text))).toBeLessThan(200);
    }
  });
});
