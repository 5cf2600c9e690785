import { epochDay } from '../../calendar/day.ts';
import { aHistory } from '../testing/a-history.ts';
import { RecentMedian } from './recent-median.ts';

const on = (day: string) => epochDay(`2026-${day}`);

/** The medians in cents of the thirty days before these days. */
function mediansBefore(...days: string[]): (number | null)[] {
  const history = aHistory().credit('9.00').on('2026-01-01').credit('1.00').on('2026-01-11');
  history.credit('3.00').on('2026-01-11').credit('5.00').on('2026-01-21');
  const median = new RecentMedian(history.build().accounts[0]?.entries ?? [], 30);
  return days.map((day) => median.before(on(day)));
}

describe('the median of the days before', () => {
  test('counts whole days before, not the day itself', () => {
    expect(mediansBefore('01-01', '01-02', '01-11', '01-12', '01-22')).toEqual([null, 900, 900, 300, 400]);
  });

  test('lets go of what is older than its days', () => {
    expect(mediansBefore('01-31', '02-01', '02-10', '02-11', '02-20', '02-21')).toEqual([
      400,
      300,
      300,
      500,
      500,
      null,
    ]);
  });
});
