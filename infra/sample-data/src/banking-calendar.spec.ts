import { BankingCalendar, federalHolidays, isoText, parseIsoDay } from './banking-calendar.ts';

const year2026 = new BankingCalendar(parseIsoDay('2026-12-31'), 365);
const texts = (days: readonly number[]) => days.map((day) => year2026.text(day));

describe('the banking calendar', () => {
  it('knows the Federal Reserve holidays of 2026, the Saturday one unmoved', () => {
    expect(federalHolidays(2026).map(isoText).toSorted()).toEqual([
      '2026-01-01',
      '2026-01-19',
      '2026-02-16',
      '2026-05-25',
      '2026-06-19',
      '2026-07-04',
      '2026-09-07',
      '2026-10-12',
      '2026-11-11',
      '2026-11-26',
      '2026-12-25',
    ]);
  });

  it('moves a Sunday holiday to Monday', () => {
    expect(federalHolidays(2027).map(isoText)).toContain('2027-07-05');
  });

  it('has 251 banking days in 2026, Friday 3 July among them', () => {
    expect(year2026.days).toHaveLength(251);
    expect(texts(year2026.days)).toContain('2026-07-03');
  });

  it('pays Social Security before a Wednesday holiday', () => {
    expect(texts(year2026.nthWeekday(3, 2)).at(-2)).toBe('2026-11-10');
  });

  it('draws bills after a weekend and pays wages before it', () => {
    expect(texts(year2026.monthly(15, 'after'))).toContain('2026-08-17');
    expect(texts(year2026.monthly(15, 'before'))).toContain('2026-08-14');
  });

  it('takes the 31st as the last day of shorter months', () => {
    expect(texts(year2026.monthly(31, 'before'))).toContain('2026-02-27');
  });

  it('refuses a day that does not exist', () => {
    expect(() => parseIsoDay('2026-02-29')).toThrow(RangeError);
    expect(() => parseIsoDay('18.11.2026')).toThrow(RangeError);
  });
});
