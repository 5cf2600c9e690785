import { LargestAmounts } from './largest-amounts.ts';

/** The three largest of these, as they came. */
function threeOf(...amounts: number[]): LargestAmounts {
  const largest = new LargestAmounts(3);
  for (const amount of amounts) largest.add(amount);
  return largest;
}

describe('the largest amounts', () => {
  test.each([[[500, 100, 300, 200, 400]], [[100, 200, 300, 400, 500]], [[500, 400, 300, 200, 100]]])(
    'are the same in whatever order they come: %j',
    (amounts) => {
      const largest = threeOf(...amounts);
      expect([600, 500, 401, 400, 300, 100].map((amount) => largest.countFrom(amount))).toEqual([
        0, 1, 1, 2, 3, 3,
      ]);
    },
  );

  test('are as many as there were while few have come, equal ones each for itself', () => {
    expect(threeOf().countFrom(1)).toBe(0);
    expect(threeOf(100, 100).countFrom(100)).toBe(2);
    expect(threeOf(100, 100, 100, 100).countFrom(100)).toBe(3);
  });
});
