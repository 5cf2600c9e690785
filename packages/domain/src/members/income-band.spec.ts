import * as fc from 'fast-check';
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

  test('are those of the filter, lowest first', () => {
    expect([0, 500_000, 900_000].map(incomeBand)).toEqual(INCOME_BANDS);
  });

  test('more income never means a lower band', () => {
    const rank = (cents: number) => INCOME_BANDS.indexOf(incomeBand(cents));
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(1_000_000), (income, raise) => {
        expect(rank(income + raise)).toBeGreaterThanOrEqual(rank(income));
      }),
    );
  });
});
