import { PastCompanyAmounts } from './past-amounts.ts';

describe('past amounts', () => {
  test('a company’s past amounts exclude entries on the same day', () => {
    const amounts = new PastCompanyAmounts(100);
    amounts.turnTo(100);
    amounts.add(5_000);
    amounts.add(9_000);
    expect([amounts.past.count, amounts.past.largestCents, amounts.medianCents()]).toEqual([0, 0, null]);
    amounts.turnTo(101);
    expect([amounts.past.count, amounts.past.largestCents, amounts.medianCents()]).toEqual([2, 9_000, 7_000]);
  });

  test('the median of a company’s recent past amounts excludes old ones', () => {
    const amounts = new PastCompanyAmounts(100);
    for (const cents of [9_000, 1_000, 2_000, 3_000]) amounts.add(cents);
    expect(amounts.medianCents(3)).toBeNull();
    amounts.turnTo(101);
    amounts.add(8_000);
    expect(amounts.medianCents(3)).toBe(2_000);
    expect(amounts.medianCents(9)).toBe(2_500);
  });

  test('a company’s past amounts distinguish the largest amount from the largest ordinary amount', () => {
    const amounts = new PastCompanyAmounts(100);
    amounts.add(1_000);
    amounts.addOutlier(9_000);
    expect(amounts.past.largestOrdinaryCents).toBe(0);
    amounts.turnTo(101);
    expect([amounts.past.largestCents, amounts.past.largestOrdinaryCents]).toEqual([9_000, 1_000]);
  });

  test('a company’s past amounts end on the day of the last entry', () => {
    const amounts = new PastCompanyAmounts(100);
    amounts.add(1_000);
    amounts.turnTo(130);
    expect(amounts.past.lastDay).toBe(100);
    amounts.turnTo(160);
    amounts.add(2_000);
    expect([amounts.past.count, amounts.past.lastDay]).toEqual([1, 100]);
    amounts.turnTo(161);
    expect([amounts.past.count, amounts.past.lastDay, amounts.medianCents()]).toEqual([2, 160, 1_500]);
  });
});
