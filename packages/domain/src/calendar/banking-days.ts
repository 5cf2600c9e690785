import { type Day, dayFromEpoch, epochDay, mondayOf, weekdayOf, weekdayOfEpochDay } from './day.ts';

const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;

/** The Federal Reserve has observed Juneteenth since 2022. */
const FIRST_JUNETEENTH = 2022;

const holidaysByYear = new Map<number, ReadonlySet<Day>>();

export function isBankingDay(day: Day): boolean {
  const weekday = weekdayOf(day);
  if (weekday === SUNDAY || weekday === SATURDAY) return false;
  return !federalReserveHolidays(Number(day.slice(0, 4))).has(day);
}

/** Banking days after `from` up to and including `to`; 0 when `to` is not after `from`. */
export function bankingDaysBetween(from: Day, to: Day): number {
  let count = 0;
  const last = epochDay(to);
  for (let number = epochDay(from) + 1; number <= last; number += 1) {
    if (isBankingDay(dayFromEpoch(number))) count += 1;
  }
  return count;
}

/** As the Federal Reserve observes them: a Sunday holiday moves to Monday; a Saturday holiday does not move. */
export function federalReserveHolidays(year: number): ReadonlySet<Day> {
  const cached = holidaysByYear.get(year);
  if (cached !== undefined) return cached;
  const fixed = [`${year}-01-01`, `${year}-07-04`, `${year}-11-11`, `${year}-12-25`];
  if (year >= FIRST_JUNETEENTH) fixed.push(`${year}-06-19`);
  const holidays = new Set([
    ...fixed.map(observedHoliday),
    nthWeekday({ year, month: 1, weekday: MONDAY, nth: 3 }),
    nthWeekday({ year, month: 2, weekday: MONDAY, nth: 3 }),
    // Memorial Day.
    mondayOf(`${year}-05-31`),
    nthWeekday({ year, month: 9, weekday: MONDAY, nth: 1 }),
    nthWeekday({ year, month: 10, weekday: MONDAY, nth: 2 }),
    nthWeekday({ year, month: 11, weekday: THURSDAY, nth: 4 }),
  ]);
  holidaysByYear.set(year, holidays);
  return holidays;
}

function observedHoliday(holiday: Day): Day {
  return weekdayOf(holiday) === SUNDAY ? dayFromEpoch(epochDay(holiday) + 1) : holiday;
}

function nthWeekday(target: { year: number; month: number; weekday: number; nth: number }): Day {
  const first = epochDay(`${target.year}-${String(target.month).padStart(2, '0')}-01`);
  const offset = (target.weekday - weekdayOfEpochDay(first) + 7) % 7;
  return dayFromEpoch(first + offset + 7 * (target.nth - 1));
}
