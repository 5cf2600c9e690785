import { monthlyAverage } from '@clearwatch/domain/members/income-and-bills';
import { minimumSum } from './member-list.query.ts';

it.each([1, 30, 31, 61, 364, 365])(
  'the income filter finds the smallest sum whose average over %i days reaches a band',
  (days) => {
    for (const monthly of [1, 300_000, 700_000]) {
      const least = minimumSum(monthly, days);
      expect(monthlyAverage(least, days)).toBeGreaterThanOrEqual(monthly);
      expect(monthlyAverage(least - 1, days)).toBeLessThan(monthly);
    }
    expect(minimumSum(0, days)).toBe(0);
  },
);
