import { PastCompanyAmounts } from './past-amounts.ts';

describe('past amounts', () => {
  test('entries of the day itself are not yet past', () => {
    const past = new PastCompanyAmounts(100);
    past.turnTo(100);
    past.add(5_000);
    past.add(9_000);
    expect([past.count, past.largestCents, past.medianCents]).toEqual([0, 0, null]);
    past.turnTo(101);
    expect([past.count, past.largestCents, past.medianCents]).toEqual([2, 9_000, 7_000]);
  });

  test('the recent median forgets what is long ago', () => {
    const past = new PastCompanyAmounts(100);
    for (const cents of [9_000, 1_000, 2_000, 3_000]) past.add(cents);
    expect(past.recentMedianCents(3)).toBeNull();
    past.turnTo(101);
    past.add(8_000);
    expect(past.recentMedianCents(3)).toBe(2_000);
    expect(past.recentMedianCents(9)).toBe(2_500);
  });

  test('one that stood out is the largest, but not the largest ordinary one', () => {
    const past = new PastCompanyAmounts(100);
    past.add(1_000);
    past.addOutlier(9_000);
    expect(past.largestOrdinaryCents).toBe(0);
    past.turnTo(101);
    expect([past.largestCents, past.largestOrdinaryCents]).toEqual([9_000, 1_000]);
  });

  test('the last day is that of the last entry, not that of the last look', () => {
    const past = new PastCompanyAmounts(100);
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
