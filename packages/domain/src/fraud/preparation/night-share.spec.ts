import { epochDay } from '../../calendar/day.ts';
import { aHistory } from '../testing/a-history.ts';
import { NightShare } from './night-share.ts';

/** The share of the debits before five in the morning from one day of March to another. */
function shareBetween(first: string, last: string): number | null | undefined {
  const [account] = aHistory()
    .debit('5.00')
    .on('2026-03-02')
    .atMinute(299)
    .debit('5.00')
    .on('2026-03-03')
    .atMinute(300)
    .debit('5.00')
    .on('2026-03-04')
    .credit('5.00')
    .on('2026-03-04')
    .atMinute(10)
    .debit('5.00')
    .on('2026-03-05')
    .atMinute(0)
    .build().accounts;
  return account && new NightShare(account, 300).between(epochDay(first), epochDay(last));
}

describe('the share of debits by night', () => {
  test('counts debits with a time, both days included', () => {
    expect(shareBetween('2026-03-02', '2026-03-05')).toBeCloseTo(2 / 3);
    expect(shareBetween('2026-03-02', '2026-03-02')).toBe(1);
    expect(shareBetween('2026-03-02', '2026-03-03')).toBe(0.5);
    expect(shareBetween('2026-03-03', '2026-03-04')).toBe(0);
    expect(shareBetween('2026-03-03', '2026-03-05')).toBe(0.5);
  });

  test('is unknown where no debit has a time', () => {
    expect(shareBetween('2026-03-04', '2026-03-04')).toBeNull();
    expect(shareBetween('2026-03-06', '2026-03-09')).toBeNull();
    expect(shareBetween('2026-02-02', '2026-03-01')).toBeNull();
  });
});
