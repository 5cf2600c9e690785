import { centsOf, dayOf, instantOf, integerOf, moneyOf, nullable, textOf } from './row-readers.ts';

describe('columns of a raw row', () => {
  it('reads a bigint that came as text', () => {
    expect(integerOf({ id: '42' }, 'id')).toBe(42);
  });

  it.each([['1.5'], ['9007199254740993'], [''], [null], [Number.NaN]])(
    'refuses %s as an integer',
    (value) => {
      expect(() => integerOf({ id: value }, 'id')).toThrow(/Column id/);
    },
  );

  it.each([
    ['12', '12.00'],
    ['12.5', '12.50'],
    ['-0.05', '-0.05'],
    ['9999999999999999.99', '9999999999999999.99'],
  ])('reads the amount %s as %s without a float in between', (value, expected) => {
    expect(moneyOf({ sum: value }, 'sum')).toBe(expected);
  });

  it('reads an amount as exact cents', () => {
    expect(centsOf({ sum: '1234.5' }, 'sum')).toBe(123_450);
    expect(centsOf({ sum: '-0.05' }, 'sum')).toBe(-5);
    expect(centsOf({ sum: '-0.00' }, 'sum')).toBe(0);
    expect(() => centsOf({ sum: '99999999999999.99' }, 'sum')).toThrow(/Column sum/);
  });

  it('refuses NaN as an amount', () => {
    expect(() => moneyOf({ sum: 'NaN' }, 'sum')).toThrow(/amount/);
  });

  it('tells null from a value', () => {
    expect(nullable(dayOf, { day: null }, 'day')).toBeNull();
    expect(nullable(dayOf, { day: '2026-03-02' }, 'day')).toBe('2026-03-02');
    expect(() => textOf({ name: null }, 'name')).toThrow(/null/);
  });

  it('writes a point in time in UTC', () => {
    expect(instantOf({ at: new Date(0) }, 'at')).toBe('1970-01-01T00:00:00.000Z');
  });
});
