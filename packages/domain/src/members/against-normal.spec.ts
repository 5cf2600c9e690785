import { againstNormal } from './against-normal.ts';

describe('a month against the usual one', () => {
  test.each([
    [100_000, 0, 'about'],
    [125_000, 25, 'about'],
    [75_000, -25, 'about'],
    [125_049, 25, 'about'],
    [125_050, 25.1, 'above'],
    [126_000, 26, 'above'],
    [74_951, -25, 'about'],
    [74_949, -25.1, 'below'],
    [74_000, -26, 'below'],
    [0, -100, 'below'],
  ] as const)('%d cents where 100,000 are usual is %d %% more: %s', (current, percent, verdict) => {
    const compared = againstNormal(current, 100_000);
    expect(compared.percent).toBeCloseTo(percent, 9);
    expect(compared.verdict).toBe(verdict);
  });

  test('has no percentage where nothing is usual', () => {
    expect(againstNormal(1, 0)).toEqual({ percent: null, verdict: 'above' });
    expect(againstNormal(0, 0)).toEqual({ percent: null, verdict: 'about' });
    expect(againstNormal(2, 1)).toEqual({ percent: 100, verdict: 'above' });
  });
});
