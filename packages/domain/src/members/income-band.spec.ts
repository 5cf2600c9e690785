import * as fc from 'fast-check';
import { centsOf } from '../money/cents.ts';
import { incomeAndBills, monthlyAverage } from './income-and-bills.ts';
import { INCOME_BANDS, incomeBand } from './income-band.ts';

describe('income bands', () => {
  test.each([
    [0, 'low'],
    [299_999, 'low'],
    [300_000, 'medium'],
    [699_999, 'medium'],
    [700_000, 'high'],
  ] as const)('%d cents a month are a %s income', (cents, band) => {
    expect(incomeBand(cents)).toBe(band);
  });

  test.each([
    // $2,999.9992 and $2,999.994 a month.
    [3_599_999, '3000.00', 'medium'],
    [3_599_993, '2999.99', 'low'],
  ] as const)('follow the amount to the cent that is shown: %d cents a year', (yearCents, shown, band) => {
    const { monthlyIncome } = incomeAndBills({ creditCents: yearCents, debitCents: 0, days: 365 });
    expect(monthlyIncome).toBe(shown);
    expect(incomeBand(monthlyAverage(yearCents, 365))).toBe(band);
    expect(incomeBand(centsOf(monthlyIncome))).toBe(band);
  });

  test('are those of the filter, lowest first', () => {
    expect([0, 500_000, 900_000].map(incomeBand)).toEqual(INCOME_BANDS);
  });

  test('more income never means a lower band [spec 5.18]', () => {
    const rank = (cents: number) => INCOME_BANDS.indexOf(incomeBand(cents));
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(1_000_000), (income, raise) => {
        expect(rank(income + raise)).toBeGreaterThanOrEqual(rank(income));
      }),
    );
  });
});
