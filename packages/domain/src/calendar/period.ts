import {
  addDays,
  addMonths,
  type Day,
  dayFromEpoch,
  epochDay,
  isDay,
  isLastDayOfMonth,
  type Month,
  mondayOf,
  monthOf,
  monthsBetween,
} from './day.ts';

/** Includes both ends. */
export interface Period {
  firstDay: Day;
  lastDay: Day;
}

/** The `days` days up to and including `asOf`. @throws RangeError unless `days` is an integer of at least 1 */
export function periodEndingAt({ asOf, days }: { asOf: Day; days: number }): Period {
  if (!Number.isSafeInteger(days) || days < 1) throw new RangeError('A period must have at least one day');
  return { firstDay: addDays(asOf, 1 - days), lastDay: asOf };
}

/** The period of the same length that ends the day before `period` begins. */
export function previousPeriod(period: Period): Period {
  return periodEndingAt({ asOf: addDays(period.firstDay, -1), days: daysIn(period) });
}

export function daysIn(period: Period): number {
  return epochDay(period.lastDay) - epochDay(period.firstDay) + 1;
}

/** Mondays of all weeks that the period touches, oldest first; the first may be before the period. */
export function weeksOf(period: Period): Day[] {
  const weeks: Day[] = [];
  const last = epochDay(period.lastDay);
  for (let monday = epochDay(mondayOf(period.firstDay)); monday <= last; monday += 7) weeks.push(dayFromEpoch(monday));
  return weeks;
}

export const CALENDAR_UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type CalendarUnit = (typeof CALENDAR_UNITS)[number];
export const MONTHS_PER_UNIT = { day: 0, week: 0, month: 1, quarter: 3, year: 12 } as const;

/** Weeks begin on Monday. */
export function startOfUnit(day: Day, unit: CalendarUnit): Day {
  if (unit === 'day') return day;
  if (unit === 'week') return mondayOf(day);
  const month = Number(day.slice(5, 7)) - 1;
  return `${addMonths(monthOf(day), -(month % MONTHS_PER_UNIT[unit]))}-01`;
}

/** A negative number of units goes back. */
export function addUnits(firstDay: Day, units: number, unit: CalendarUnit): Day {
  if (unit === 'day' || unit === 'week') return addDays(firstDay, unit === 'week' ? 7 * units : units);
  return `${addMonths(monthOf(firstDay), units * MONTHS_PER_UNIT[unit])}-01`;
}

/** The whole unit that contains a day, or the one `units` later. */
export function unitAround(day: Day, unit: CalendarUnit, units = 0): Period {
  const firstDay = addUnits(startOfUnit(day, unit), units, unit);
  return { firstDay, lastDay: addDays(addUnits(firstDay, 1, unit), -1) };
}

/** `count` units; the last one contains `asOf` and ends on it. */
export function wholeUnits(count: number, unit: CalendarUnit, asOf: Day): Period {
  return { firstDay: addUnits(startOfUnit(asOf, unit), 1 - count, unit), lastDay: asOf };
}

export function wholeMonths(first: Month, months: number): Period {
  return { firstDay: `${first}-01`, lastDay: addDays(`${addMonths(first, months)}-01`, -1) };
}

/** The same day in an earlier month, or the last day of that month if it has no such day. */
export function monthsBefore(day: Day, months: number): Day {
  const month = addMonths(monthOf(day), -months);
  const same = `${month}${day.slice(7)}`;
  return isDay(same) ? same : wholeMonths(month, 1).lastDay;
}

/** The preceding period, with as many months if `period` has only whole months, otherwise with as many days. */
export function periodBefore(period: Period): Period {
  const { firstDay, lastDay } = period;
  if (!firstDay.endsWith('-01') || !isLastDayOfMonth(lastDay)) return previousPeriod(period);
  const months = monthsBetween(monthOf(firstDay), monthOf(lastDay)).length;
  return wholeMonths(addMonths(monthOf(firstDay), -months), months);
}

/** February 29 becomes February 28. */
export function yearBefore({ firstDay, lastDay }: Period): Period {
  return { firstDay: monthsBefore(firstDay, 12), lastDay: monthsBefore(lastDay, 12) };
}
