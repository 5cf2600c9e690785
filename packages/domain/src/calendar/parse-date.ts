import { type Day, dayExists } from './day.ts';

/** `minuteOfDay` is 0 to 1439, null when the text holds no time. */
export type ParsedDate = { day: Day; minuteOfDay: number | null } | { reason: string };

const EARLIEST_YEAR = 1970;

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/;
const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d\d)$/;
const DASHED = /^(\d{1,2})-(\d{1,2})-(\d{4})$/;
const COMPACT = /^(\d{4})(\d\d)(\d\d)$/;

/**
 * Reads `2026-03-02`, also with `T14:30`, `…:05`, `….123`, a blank instead of `T`, `Z` or an offset; `3/2/2026`,
 * `03/02/2026`, `3/2/26` and `03-02-2026` (month first); `20260302`.
 * The time is the wall clock of the file; shifting it by its offset would move evening entries to the next day. Exactly
 * midnight counts as no time, because programs that know only the date write `T00:00:00`. Two-digit years mean the
 * latest year that is not after `latest`. Other forms, days that do not exist, and days before 1970 or after `latest`
 * are refused.
 * @param latest normally `endOfNextYear(today)`
 */
export function parseDate(text: string, latest: Day): ParsedDate {
  const trimmed = text.trim();
  const iso = ISO.exec(trimmed);
  if (iso !== null) {
    const minuteOfDay = minuteOf(iso[4], iso[5], iso[6]);
    if (Number.isNaN(minuteOfDay)) return { reason: 'the time of day does not exist; write 00:00 to 23:59' };
    return validDate(Number(iso[1]), Number(iso[2]), Number(iso[3]), minuteOfDay, latest);
  }
  const american = SLASHED.exec(trimmed) ?? DASHED.exec(trimmed);
  if (american !== null) {
    return validDate(
      fullYear(american[3] ?? '', latest),
      Number(american[1]),
      Number(american[2]),
      null,
      latest,
    );
  }
  const compact = COMPACT.exec(trimmed);
  if (compact !== null)
    return validDate(Number(compact[1]), Number(compact[2]), Number(compact[3]), null, latest);
  return { reason: 'the date has an unknown form; write it like 2026-03-02 or 3/2/2026' };
}

/** The latest day that a file can contain. */
export function endOfNextYear(today: Day): Day {
  return `${Number(today.slice(0, 4)) + 1}-12-31`;
}

function validDate(
  year: number,
  month: number,
  dayOfMonth: number,
  minuteOfDay: number | null,
  latest: Day,
): ParsedDate {
  if (!dayExists(year, month, dayOfMonth)) return { reason: 'this date does not exist; check month and day' };
  const day = `${year}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`;
  if (year < EARLIEST_YEAR || day > latest)
    return { reason: `the date must lie between 1970-01-01 and ${latest}` };
  return { day, minuteOfDay };
}

/** NaN for a time that does not exist; null for none and for midnight. */
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
