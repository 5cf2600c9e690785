import type { CsvDateOrder } from '@clearwatch/contracts/csv-mapping';
import { type Day, monthNumberOf } from '../calendar/day.ts';
import { type ParsedDate, parseDate } from '../calendar/parse-date.ts';

/** With separators, or eight digits that do not begin with a year, as `parseCsvDate` reads them. */
const LEADING_NUMBERS = /^(?:(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}\b|(?!19|20)(\d\d)(\d\d)\d{4}$)/;

interface DateEvidence {
  dayFirst: number;
  monthFirst: number;
  ambiguous: number;
}

/** A number above 12 is not a month. `isSure` is false if all dates are ambiguous or some contradict others. */
export function guessDateOrder(dates: readonly string[]): { dateOrder: CsvDateOrder; isSure: boolean } {
  const { dayFirst, monthFirst, ambiguous } = evidenceOf(dates);
  if (dayFirst > 0 && monthFirst > 0)
    return { dateOrder: dayFirst > monthFirst ? 'day_first' : 'month_first', isSure: false };
  if (dayFirst > 0) return { dateOrder: 'day_first', isSure: true };
  return { dateOrder: 'month_first', isSure: monthFirst > 0 || ambiguous === 0 };
}

/** Whether more dates contradict the order than support it. Ambiguous dates would then be misread. */
export function contradictsDateOrder(dates: readonly string[], order: CsvDateOrder): boolean {
  const { dayFirst, monthFirst } = evidenceOf(dates);
  return order === 'month_first' ? dayFirst > monthFirst : monthFirst > dayFirst;
}

function evidenceOf(dates: readonly string[]): DateEvidence {
  const evidence: DateEvidence = { dayFirst: 0, monthFirst: 0, ambiguous: 0 };
  for (const date of dates) {
    const match = LEADING_NUMBERS.exec(date.trim());
    if (match === null) continue;
    if (Number(match[1] ?? match[3]) > 12) evidence.dayFirst += 1;
    else if (Number(match[2] ?? match[4]) > 12) evidence.monthFirst += 1;
    else evidence.ambiguous += 1;
  }
  return evidence;
}

/** In addition to the `parseDate` formats. `first` and `second` are month and day in file order. */
const FORMS = [
  /^(?<first>\d{1,2})([/.-])(?<second>\d{1,2})\2(?<year>\d{4}|\d\d)$/,
  /^(?<year>\d{4})[/.](?<month>\d{1,2})[/.](?<day>\d{1,2})$/,
  // Eight digits that begin with 19 or 20 are a year, month and day.
  /^(?!19|20)(?<first>\d\d)(?<second>\d\d)(?<year>\d{4})$/,
  /^(?<name>[A-Za-z]{3,9})\.? (?<day>\d{1,2}),? (?<year>\d{4})$/,
  /^(?<day>\d{1,2})[ -](?<name>[A-Za-z]{3,9})\.?,?[ -](?<year>\d{4}|\d\d)$/,
];
const TIME = /(?:,? +|T)(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?: ?([AP])\.?M\.?)?$/i;

/**
 * Reads all `parseDate` formats, spreadsheet formats (`13/03/2026`, `02-Mar-2026 2:30 PM`), and dates of reports
 * (`030226`, `2026061`). Midnight is treated as
 * no time.
 */
export function parseCsvDate(text: string, { order, latestDay }: { order: CsvDateOrder; latestDay: Day }): ParsedDate {
  const trimmed = text.trim();
  const time = TIME.exec(trimmed);
  const parsed = parseDate(normalizeCsvDate(time === null ? trimmed : trimmed.slice(0, time.index), order), latestDay);
  if (time === null || 'reason' in parsed) return parsed;
  const minuteOfDay = minuteOf(time);
  if (minuteOfDay === undefined) return { reason: 'the time of day is not valid; use 00:00 to 23:59' };
  return { day: parsed.day, minuteOfDay };
}

const SIX_DIGITS = /^(\d\d)(\d\d)(\d\d)$/;
/** The year and the day of the year, which reports call a Julian date. */
const DAY_OF_YEAR = /^((?:19|20)\d\d)(\d{3})$/;
/** MMDDYY. Digits that begin with a year are rejected. */
const OLDEST_SHORT_YEAR = 15;

/** MMDDYY or the day of a year as month/day/year; null for other text. */
function compactDateOf(text: string): string | null {
  const [, month, dayOfMonth, shortYear] = SIX_DIGITS.exec(text) ?? [];
  if (month !== undefined)
    return Number(month) <= 12 && Number(shortYear) >= OLDEST_SHORT_YEAR ? `${month}/${dayOfMonth}/${shortYear}` : null;
  const [, year, day] = DAY_OF_YEAR.exec(text) ?? [];
  if (year === undefined) return null;
  const date = new Date(Date.UTC(Number(year), 0, Number(day)));
  return date.getUTCFullYear() === Number(year) && Number(day) > 0
    ? `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${year}`
    : null;
}

/** Rewrites a date as month/day/year, which `parseDate` reads. */
function normalizeCsvDate(date: string, order: CsvDateOrder): string {
  const compact = compactDateOf(date);
  if (compact !== null) return compact;
  for (const form of FORMS) {
    const parts = form.exec(date)?.groups;
    if (parts === undefined) continue;
    const { first, second, name = '', year } = parts;
    const [month, day] = order === 'month_first' ? [first, second] : [second, first];
    return `${month ?? parts['month'] ?? monthNumberOf(name)}/${day ?? parts['day']}/${year}`;
  }
  return date;
}

/** Undefined for a time that does not exist, null for midnight. */
function minuteOf([, hours, minutes, seconds = '00', half]: RegExpExecArray): number | null | undefined {
  let hour = Number(hours);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return undefined;
    hour = (hour % 12) + (half.toUpperCase() === 'P' ? 12 : 0);
  }
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const minute = hour * 60 + Number(minutes);
  return minute === 0 && Number(seconds) === 0 ? null : minute;
}
