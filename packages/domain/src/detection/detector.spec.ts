import { scaleBySensitivity } from './detector.ts';

type Scaling = Parameters<typeof scaleBySensitivity>[0]['scaling'];

/** The number at low, medium and high sensitivity. */
function scaled(scaling: Scaling, value: number): number[] {
  return (['low', 'medium', 'high'] as const).map((sensitivity) =>
    scaleBySensitivity({ scaling }, { value, sensitivity }),
  );
}

describe('a number after sensitivity', () => {
  test('counts and sums are a quarter more or a fifth less, whole and rounded up', () => {
    expect(scaled('count', 3)).toEqual([4, 3, 3]);
    expect(scaled('sum', 2001)).toEqual([2502, 2001, 1601]);
  });

  test('floating point adds none to a product that is whole', () => {
    const fives = Array.from({ length: 2_000 }, (_, at) => (at + 1) * 5_000);
    expect(fives.filter((value) => scaled('sum', value)[2] !== (value / 5) * 4)).toEqual([]);
    expect(scaled('count', 15)).toEqual([19, 15, 12]);
  });

  test('a fixed number stays', () => {
    expect(scaled('fixed', 2.5)).toEqual([2.5, 2.5, 2.5]);
    expect(scaled('fixed', 10_000)).toEqual([10_000, 10_000, 10_000]);
  });

  test('an account must be 30 days old at high sensitivity, or less where less is asked', () => {
    expect(scaled('minimum_history', 60)).toEqual([60, 60, 30]);
    expect(scaled('minimum_history', 20)).toEqual([20, 20, 20]);
  });

  test('an account is dormant after 180 days at low sensitivity and after 90 at high, whatever the policy says', () => {
    expect(scaled('dormancy', 120)).toEqual([180, 120, 90]);
  });
});
