import { PastAmounts } from './past-amounts.ts';

describe('past amounts', () => {
  test('entries of the day itself are not yet past', () => {
    const past = new PastAmounts(100);
    past.turnTo(100);
    past.add(5_000);
    past.add(9_000);
    expect([past.count, past.largestCents, past.medianCents]).toEqual([0, 0, null]);
    past.turnTo(101);
    expect([past.count, past.largestCents, past.medianCents]).toEqual([2, 9_000, 7_000]);
  });

  test('the last day is that of the last entry, not that of the last look', () => {
    const past = new PastAmounts(100);
    past.add(1_000);
    past.turnTo(130);
    expect(past.lastDay).toBe(100);
    past.turnTo(160);
    past.add(2_000);
    expect([past.count, past.lastDay]).toEqual([1, 100]);
    past.turnTo(161);
    expect([past.count, past.lastDay, past.medianCents]).toEqual([2, 160, 1_500]);
  });
});
