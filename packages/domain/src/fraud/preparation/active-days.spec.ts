import { epochDay } from '../../calendar/day.ts';
import { aHistory } from '../testing/a-history.ts';
import { ActiveDays } from './active-days.ts';

const entries = aHistory()
  .debit('1.00')
  .on('2026-01-01', '2026-01-01', '2026-01-01', '2026-01-20', '2026-03-31', '2026-04-01', '2026-04-01')
  .build().accounts[0]?.entries;

function usualBefore(...days: string[]): (number | undefined)[] {
  const activeDays = new ActiveDays(entries ?? [], 2);
  return days.map((day) => activeDays.usualBefore(epochDay(day))?.count);
}

describe('the usual number of entries on an active day', () => {
  test('is the median of the days that have any, up to two days before', () => {
    expect(usualBefore('2026-01-02', '2026-01-03', '2026-01-21', '2026-01-22', '2026-04-02')).toEqual([
      undefined,
      3,
      3,
      2,
      1,
    ]);
  });

  test('forgets what is older than ninety days', () => {
    expect(usualBefore('2026-04-01', '2026-04-02', '2026-04-03')).toEqual([2, 1, 1]);
    expect(usualBefore('2026-06-30', '2026-07-01', '2026-07-02')).toEqual([1.5, 2, undefined]);
  });

  test('names its days', () => {
    expect(new ActiveDays(entries ?? [], 2).usualBefore(epochDay('2026-04-02'))).toEqual({
      count: 1,
      firstDay: epochDay('2026-01-01'),
      lastDay: epochDay('2026-03-31'),
    });
  });
});
