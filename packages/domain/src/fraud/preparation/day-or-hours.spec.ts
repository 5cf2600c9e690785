import { aHistory, type HistoryBuilder } from '../testing/a-history.ts';
import { DayOrHours } from './day-or-hours.ts';

function insideAtEachEntry(history: HistoryBuilder): (number | string)[] {
  const entries = history.build().accounts[0]?.entries ?? [];
  const window = new DayOrHours(entries);
  return entries.map((_, at) => {
    const inside = window.moveTo(at);
    return window.overMidnight ? `${inside} over midnight` : inside;
  });
}

describe('a day or 24 hours', () => {
  test('without times, it holds the entries of the date', () => {
    expect(insideAtEachEntry(aHistory().debit('1.00').on('2026-03-02', '2026-03-02', '2026-03-03'))).toEqual([
      1, 2, 1,
    ]);
  });

  test('with times, it reaches back 24 hours over midnight, the minute a day ago excluded', () => {
    const history = aHistory().debit('1.00').on('2026-03-02').atMinute(600);
    history.debit('1.00').on('2026-03-02').atMinute(601);
    history.debit('1.00').on('2026-03-03').atMinute(600);
    history.debit('1.00').on('2026-03-03').atMinute(700);
    expect(insideAtEachEntry(history)).toEqual([1, 2, '2 over midnight', 2]);
  });

  test('rows without a time count with all of their date, and part the hours of one day from those of the next', () => {
    const history = aHistory().debit('1.00').on('2026-03-02').atMinute(1400);
    history.debit('1.00').on('2026-03-02');
    history.debit('1.00').on('2026-03-03').atMinute(10);
    expect(insideAtEachEntry(history)).toEqual([1, 2, 1]);
  });
});
