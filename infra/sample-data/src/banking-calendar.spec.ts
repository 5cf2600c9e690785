import { epochDay } from '@clearwatch/domain/calendar/day';
import { BankingCalendar } from './banking-calendar.ts';

const year2026 = new BankingCalendar(epochDay('2026-12-31'), 365);
const texts = (days: readonly number[]) => days.map((day) => year2026.text(day));

describe('BankingCalendar', () => {
  it('the sample data calendar has 251 banking days in 2026, including Friday, July 3', () => {
    expect(year2026.days).toHaveLength(251);
    expect(texts(year2026.days)).toContain('2026-07-03');
  });

  it('the sample data calendar pays Social Security before a Wednesday holiday', () => {
    expect(texts(year2026.nthWeekday(3, 2)).at(-2)).toBe('2026-11-10');
  });

  it('the sample data calendar moves bills after a weekend and pay before it', () => {
    expect(texts(year2026.monthly(15, 'after'))).toContain('2026-08-17');
    expect(texts(year2026.monthly(15, 'before'))).toContain('2026-08-14');
  });

  it('the sample data calendar moves the 31st to the last banking day of a shorter month', () => {
    expect(texts(year2026.monthly(31, 'before'))).toContain('2026-02-27');
  });
});
