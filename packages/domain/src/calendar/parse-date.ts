import { type Day, dayExists } from './day.ts';

/** `minuteOfDay` is 0 to 1439; null for midnight or no time. */
export type ParsedDate = { day: Day; minuteOfDay: number | null } | { reason: string };

const EARLIEST_DAY = '1970-01-01';

const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/;
const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d\d)$/;
const DASHED = /^(\d{1,2})-(\d{1,2})-(\d{4})$/;
const COMPACT = /^(\d{4})(\d\d)(\d\d)$/;

/**
 * Reads `2026-03-02`, also with a time, `Z` or an offset; `3/2/26` or `03-02-2026` (month first); and `20260302`.
 * The time is the file's local time: shifting it would move evening entries to the next day. Midnight counts as no
 * time, because programs write it for days without one. Rejects days before 1970 or after `latest`.
 */
export function parseDate(text: string, latest: Day): ParsedDate {
  const [, years = '', month = '', dayOfMonth = '', ...time] = partsOf(text.trim());
  if (years === '') return { reason: 'the date has an unknown format; use a format such as 2026-03-02 or 3/2/2026' };
  const minuteOfDay = minuteOf(...time);
  if (Number.isNaN(minuteOfDay)) return { reason: 'the time of day is not valid; use 00:00 to 23:59' };
  const year = fullYear(years, latest);
  if (!dayExists(year, Number(month), Number(dayOfMonth)))
    return { reason: 'the date does not exist; check the month and day' };
  const day = `${String(year).padStart(4, '0')}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`;
  if (day < EARLIEST_DAY || day > latest) return { reason: `the date must be from 1970-01-01 to ${latest}` };
  return { day, minuteOfDay };
}

/** The text, year, month, day and time; no year for an unknown format. */
function partsOf(text: string): readonly (string | undefined)[] {
  const yearFirst = ISO.exec(text) ?? COMPACT.exec(text);
  if (yearFirst !== null) return yearFirst;
  const [, month, day, year] = SLASHED.exec(text) ?? DASHED.exec(text) ?? [];
  return [text, year, month, day];
}

/** The latest day that a file may contain. */
export function endOfNextYear(today: Day): Day {
  return `${Number(today.slice(0, 4)) + 1}-12-31`;
}

/** NaN for a time that does not exist; null for midnight or no time. */
function minuteOf(hours?: string, minutes = '00', seconds = '00'): number | null {
  if (hours === undefined) return null;
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return NaN;
  const minute = Number(hours) * 60 + Number(minutes);
  return minute === 0 && Number(seconds) === 0 ? null : minute;
}

function fullYear(digits: string, latest: Day): number {
  if (digits.length === 4) return Number(digits);
  const inThisCentury = 2000 + Number(digits);
  return inThisCentury <= Number(latest.slice(0, 4)) ? inThisCentury : inThisCentury - 100;
}
