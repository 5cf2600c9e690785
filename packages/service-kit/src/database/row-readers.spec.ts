import { centsOf, dayOf, instantOf, integerOf, moneyOf, nullable, textOf } from './row-readers.ts';

describe('row readers', () => {
  it('a bigint column that arrives as text is read as an integer', () => {
    expect(integerOf({ id: '42' }, 'id')).toBe(42);
  });

  it.each([['1.5'], ['9007199254740993'], [''], [null], [Number.NaN]])(
    'the column value %s is rejected as an integer',
    (value) => {
      expect(() => integerOf({ id: value }, 'id')).toThrow(/Column id/);
    },
  );

  it.each([
    ['12', '12.00'],
    ['12.5', '12.50'],
    ['-0.05', '-0.05'],
    ['9999999999999999.99', '9999999999999999.99'],
  ])('the column value %s is read as the amount %s without floating point', (value, expected) => {
    expect(moneyOf({ sum: value }, 'sum')).toBe(expected);
  });

  it('an amount column is read as exact cents', () => {
    expect(centsOf({ sum: '1234.5' }, 'sum')).toBe(123_450);
    expect(centsOf({ sum: '-0.05' }, 'sum')).toBe(-5);
    expect(centsOf({ sum: '-0.00' }, 'sum')).toBe(0);
    expect(() => centsOf({ sum: '99999999999999.99' }, 'sum')).toThrow(/Column sum/);
  });

  it('NaN is rejected as an amount', () => {
    expect(() => moneyOf({ sum: 'NaN' }, 'sum')).toThrow(/amount/);
  });

  it('an optional column distinguishes null from a value', () => {
    expect(nullable(dayOf, { day: null }, 'day')).toBeNull();
    expect(nullable(dayOf, { day: '2026-03-02' }, 'day')).toBe('2026-03-02');
    expect(() => textOf({ name: null }, 'name')).toThrow(/null/);
  });

  it('a column with a point in time is converted to UTC', () => {
    expect(instantOf({ at: new Date(0) }, 'at')).toBe('1970-01-01T00:00:00.000Z');
  });
});
