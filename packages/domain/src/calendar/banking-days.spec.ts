import { bankingDaysBetween, federalReserveHolidays, isBankingDay } from './banking-days.ts';
import { addDays } from './day.ts';

describe('banking days', () => {
  test('the Federal Reserve holidays of 2026 and 2027 are not banking days', () => {
    expect([...federalReserveHolidays(2026)].toSorted()).toEqual([
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
    // July 4, 2027, is a Sunday; Juneteenth and Christmas fall on Saturdays.
    expect(isBankingDay('2027-07-05')).toBe(false);
    expect(isBankingDay('2027-06-18')).toBe(true);
    expect(isBankingDay('2027-12-24')).toBe(true);
  });

  test('a Saturday holiday does not move to Friday', () => {
    expect(isBankingDay('2026-07-03')).toBe(true);
  });

  test.each(['2027-05-31', '2026-05-25', '2025-05-26', '2024-05-27'])(
    'the last Monday of May, %s, is not a banking day, but the Mondays around it are',
    (memorialDay) => {
      expect([-7, 0, 7].map((days) => isBankingDay(addDays(memorialDay, days)))).toEqual([true, false, true]);
    },
  );

  test('weekends are not banking days', () => {
    expect(isBankingDay('2026-03-07')).toBe(false);
    expect(isBankingDay('2026-03-08')).toBe(false);
    expect(isBankingDay('2026-03-09')).toBe(true);
  });

  test('Juneteenth is not a banking day from 2022', () => {
    expect(isBankingDay('2020-06-19')).toBe(true);
    expect(federalReserveHolidays(2021)).not.toContain('2021-06-19');
    // June 19, 2022, is a Sunday.
    expect(isBankingDay('2022-06-20')).toBe(false);
    expect(isBankingDay('2023-06-19')).toBe(false);
  });

  test('counting the banking days between two days excludes the first and includes the last', () => {
    expect(bankingDaysBetween('2026-03-06', '2026-03-09')).toBe(1);
    expect(bankingDaysBetween('2026-11-24', '2026-11-30')).toBe(3);
    expect(bankingDaysBetween('2026-03-09', '2026-03-09')).toBe(0);
    expect(bankingDaysBetween('2026-03-10', '2026-03-09')).toBe(0);
  });
});
