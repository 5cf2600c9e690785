import * as fc from 'fast-check';
import { RecentMedian } from './entry-windows.ts';

function medianBySorting(amounts: readonly number[]): number | null {
  const sorted = amounts.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length === 0) return null;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

test('the sliding median is the median of the window', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 40 }), fc.integer({ min: 1, max: 10 }), (amounts, width) => {
      const median = new RecentMedian(amounts.map((value, day) => ({ day, value })));
      amounts.forEach((_, index) => {
        expect(median.between(index - width + 1, index)).toBe(
          medianBySorting(amounts.slice(Math.max(0, index - width + 1), index + 1)),
        );
      });
    }),
  );
});

test('an empty window has no sliding median', () => {
  const values = [
    { day: 5, value: 1 },
    { day: 5, value: 2 },
  ];
  expect(new RecentMedian(values).between(0, 4)).toBeNull();
  expect(new RecentMedian([]).between(0, 4)).toBeNull();
});
