/** A calendar day, `YYYY-MM-DD`, without a time zone: the date in the file. */
export type Day = string;

const MILLISECONDS_PER_DAY = 86_400_000;
const ISO_DAY = /^(\d{4})-(\d\d)-(\d\d)$/;

/** False for days that do not exist, such as "2024-02-30", and for year 0, which PostgreSQL rejects too. */
export function isDay(text: string): boolean {
  const match = ISO_DAY.exec(text);
  return match !== null && match[1] !== '0000' && dayExists(Number(match[1]), Number(match[2]), Number(match[3]));
}

export function dayExists(year: number, month: number, dayOfMonth: number): boolean {
  if (month < 1 || month > 12 || dayOfMonth < 1) return false;
  return dayOfMonth <= daysInMonth(year, month);
}

/** Days since 1970-01-01; negative for earlier days. @throws RangeError for text that is not an existing ISO day */
export function epochDay(day: Day): number {
  if (!isDay(day)) throw new RangeError('A day must exist and have the format YYYY-MM-DD');
  return Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8))) / MILLISECONDS_PER_DAY;
}

export function dayFromEpoch(epochDay: number): Day {
  return new Date(epochDay * MILLISECONDS_PER_DAY).toISOString().slice(0, 10);
}

export function addDays(day: Day, days: number): Day {
  return dayFromEpoch(epochDay(day) + days);
}

/** 0 (Sunday) to 6 (Saturday). Takes days since 1970-01-01, a Thursday. */
export function weekdayOfEpochDay(epochDay: number): number {
  return (((epochDay + 4) % 7) + 7) % 7;
}

/** 0 (Sunday) to 6 (Saturday). */
export function weekdayOf(day: Day): number {
  return weekdayOfEpochDay(epochDay(day));
}

/** The Monday of the ISO 8601 week: a Sunday belongs to the week that began six days earlier. */
export function mondayOf(day: Day): Day {
  const number = epochDay(day);
  return dayFromEpoch(number - ((weekdayOfEpochDay(number) + 6) % 7));
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** A calendar month, `YYYY-MM`. Months compare and sort as text. */
export type Month = string;

const MONTH_NAME = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });
export const MONTH_NAMES: readonly string[] = Array.from({ length: 12 }, (_, month) =>
  MONTH_NAME.format(Date.UTC(2000, month)),
);

/** Matches full and short names: "August", "Aug", "Sept.". */
export const MONTH_NAME_PATTERN = MONTH_NAMES.map((name) => {
  const start = name === 'September' ? 'Sept?' : name.slice(0, 3);
  const rest = name.slice(name === 'September' ? 4 : 3);
  return rest === '' ? start : `${start}(?:${rest}|\\.)?`;
}).join('|');
/** Without "March" and "May", which are also ordinary words. */
export const UNMISTAKABLE_MONTHS: readonly string[] = MONTH_NAMES.filter((name) => name !== 'March' && name !== 'May');

/** 1 to 12, by the first three letters, case-insensitive; 0 for an unknown name. */
export function monthNumberOf(name: string): number {
  const start = name.slice(0, 3).toLowerCase();
  return MONTH_NAMES.findIndex((month) => month.slice(0, 3).toLowerCase() === start) + 1;
}

const ISO_MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;

export function monthOf(day: Day): Month {
  return day.slice(0, 7);
}

/** The month `months` later; a negative number goes back. @throws RangeError for text that is not an ISO month */
export function addMonths(month: Month, months: number): Month {
  const match = ISO_MONTH.exec(month);
  if (match === null) throw new RangeError('A month must have the format YYYY-MM');
  const number = Number(match[1]) * 12 + Number(match[2]) - 1 + months;
  const year = Math.floor(number / 12);
  return `${String(year).padStart(4, '0')}-${String(number - year * 12 + 1).padStart(2, '0')}`;
}

/** Includes both months; empty when `last` is before `first`. */
export function monthsBetween(first: Month, last: Month): Month[] {
  const months: Month[] = [];
  for (let month = first; month <= last; month = addMonths(month, 1)) months.push(month);
  return months;
}

export function isLastDayOfMonth(day: Day): boolean {
  return monthOf(addDays(day, 1)) !== monthOf(day);
}

/** Takes days since 1970-01-01. The Federal Reserve does not settle ACH on weekends. */
export function isWeekend(epochDay: number): boolean {
  return weekdayOfEpochDay(epochDay) % 6 === 0;
}

/** The Saturday of the weekend that a Saturday or Sunday belongs to, in days since 1970-01-01. */
export function weekendOf(epochDay: number): number {
  return weekdayOfEpochDay(epochDay) === 0 ? epochDay - 1 : epochDay;
}

/** "2026-11-28 at 14:02 UTC". @param instant ISO 8601 in UTC */
export const formatUtcMinute = (instant: string): string => `${instant.slice(0, 10)} at ${instant.slice(11, 16)} UTC`;
