import { niceTicks } from './nice-ticks.ts';

describe('the ticks of an axis', () => {
  it.each([
    [
      [0, 97],
      [0, 20, 40, 60, 80, 100],
    ],
    [[123_456_789], [0, 25_000_000, 50_000_000, 75_000_000, 100_000_000, 125_000_000]],
    [
      [-30, 45],
      [-40, -20, 0, 20, 40, 60],
    ],
    [[-7], [-8, -6, -4, -2, 0]],
    [[0.004], [0, 0.001, 0.002, 0.003, 0.004]],
    [
      [0, 0],
      [0, 1],
    ],
    [[], [0, 1]],
  ])('of %j are %j', (values, ticks) => {
    const found = niceTicks(values, { about: 5 });
    expect(found).toHaveLength(ticks.length);
    for (const [index, tick] of ticks.entries()) expect(found[index]).toBeCloseTo(tick, 9);
  });

  it('never fall between two things that are counted', () => {
    expect(niceTicks([2], { about: 5, least: 1 })).toEqual([0, 1, 2]);
  });

  it('are few at any magnitude, and hold every value', () => {
    for (let power = -6; power <= 15; power += 1)
      for (const digit of [1, 1.01, 3.3, 9.99]) {
        const value = digit * 10 ** power;
        const ticks = niceTicks([value], { about: 5 });
        expect(ticks.length).toBeLessThanOrEqual(7);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(value * (1 - 1e-9));
      }
  });
});
