import { scaleBySensitivity } from './detector.ts';

type Scaling = Parameters<typeof scaleBySensitivity>[0]['scaling'];

/** The parameter's value at low, medium and high sensitivity. */
function scaled(scaling: Scaling, value: number): number[] {
  return (['low', 'medium', 'high'] as const).map((sensitivity) =>
    scaleBySensitivity({ scaling }, { value, sensitivity }),
  );
}

describe('sensitivity scaling', () => {
  test('sensitivity scaling multiplies counts and totals by 1.25 or 0.8 and rounds up', () => {
    expect(scaled('count', 3)).toEqual([4, 3, 3]);
    expect(scaled('sum', 2001)).toEqual([2502, 2001, 1601]);
  });

  test('sensitivity scaling does not round up whole products that have a floating-point error', () => {
    const fives = Array.from({ length: 2_000 }, (_, at) => (at + 1) * 5_000);
    expect(fives.filter((value) => scaled('sum', value)[2] !== (value / 5) * 4)).toEqual([]);
    expect(scaled('count', 15)).toEqual([19, 15, 12]);
  });

  test('sensitivity scaling does not change a fixed parameter', () => {
    expect(scaled('fixed', 2.5)).toEqual([2.5, 2.5, 2.5]);
    expect(scaled('fixed', 10_000)).toEqual([10_000, 10_000, 10_000]);
  });

  test('sensitivity scaling requires at most 30 days of history at high sensitivity', () => {
    expect(scaled('minimum_history', 60)).toEqual([60, 60, 30]);
    expect(scaled('minimum_history', 20)).toEqual([20, 20, 20]);
  });

  test('sensitivity scaling uses 180 dormant days at low sensitivity and 90 at high sensitivity', () => {
    expect(scaled('dormancy', 120)).toEqual([180, 120, 90]);
  });
});
