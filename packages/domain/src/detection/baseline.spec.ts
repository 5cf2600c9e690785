import { epochDay } from '../calendar/day.ts';
import { SummedEntries } from './entry-windows.ts';
import { aHistory } from './testing/history-builder.ts';

const on = (day: number) => epochDay(`2026-03-0${day}`);

/** $1 on March 2, $10 and $100 on March 4, $1,000 on March 7. */
const summed = new SummedEntries(
  aHistory()
    .debit('1.00')
    .on('2026-03-02')
    .debit('10.00')
    .on('2026-03-04')
    .debit('100.00')
    .on('2026-03-04')
    .debit('1000.00')
    .on('2026-03-07')
    .build().accounts[0]?.entries ?? [],
);

describe('sum between two days', () => {
  test.each([
    [1, 9, 111_100, 4],
    [2, 4, 11_100, 3],
    [3, 6, 11_000, 2],
    [4, 4, 11_000, 2],
    [5, 7, 100_000, 1],
    [8, 9, 0, 0],
    [1, 1, 0, 0],
  ])('the sum between two days includes both March %i and March %i', (first, last, cents, count) => {
    expect(summed.sumBetween(on(first), on(last))).toBe(cents);
    expect(summed.countBetween(on(first), on(last))).toBe(count);
  });

  test('the sum between two days is zero when the last day is before the first', () => {
    expect(summed.sumBetween(on(8), on(1))).toBe(0);
    expect(summed.countBetween(on(8), on(1))).toBe(0);
  });
});
