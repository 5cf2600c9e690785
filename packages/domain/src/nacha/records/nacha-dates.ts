import { type Day, dayExists, dayOf, epochDay } from '../../calendar/day.ts';

/** NACHA began in 1974: two-digit years from 70 on are of the last century. */
const FIRST_YEAR_OF_LAST_CENTURY = 70;
const MILLISECONDS_PER_DAY = 86_400_000;
const NO_DATE = /^(?: *|0*)$/;

/** `null`: the field is blank or zero, as it may be. `undefined`: what stands there is no date. */
export type ReadDate = Day | null | undefined;

/** A date as YYMMDD. */
export function dateOf(content: string): ReadDate {
  if (NO_DATE.test(content)) return null;
  const match = /^(\d\d)(\d\d)(\d\d)$/.exec(content);
  if (match === null) return undefined;
  const years = Number(match[1]);
  const year = years + (years < FIRST_YEAR_OF_LAST_CENTURY ? 2000 : 1900);
  if (!dayExists(year, Number(match[2]), Number(match[3]))) return undefined;
  return `${year}-${match[2]}-${match[3]}`;
}

/**
 * The settlement date, which the ACH operator writes as the day of the year ("Julian date", 001 to 366) without the year:
 * the one nearest to the reference, so that an entry effective on December 31 settles in January of the next year.
 *
 * @param near the effective entry date, else the creation date of the file; null when neither is known, and then the year
 * cannot be told
 */
export function settlementDateOf(content: string, near: Day | null): ReadDate {
  if (NO_DATE.test(content)) return null;
  if (!/^\d{3}$/.test(content)) return undefined;
  if (near === null) return null;
  if (last?.content !== content || last.near !== near)
    last = { content, near, day: nearest(Number(content), near) };
  return last.day;
}

/** Batch after batch settles on the same day. */
let last: { content: string; near: Day; day: ReadDate } | null = null;

function nearest(dayOfYear: number, near: Day): ReadDate {
  const year = Number(near.slice(0, 4));
  const reference = epochDay(near);
  let found = Infinity;
  for (let candidate = year - 1; candidate <= year + 1; candidate += 1) {
    const day = firstOf(candidate) + dayOfYear - 1;
    // Day 366 of a common year does not exist, nor does day 367 of any.
    if (day < firstOf(candidate + 1) && Math.abs(day - reference) < Math.abs(found - reference)) found = day;
  }
  return found === Infinity ? undefined : dayOf(found);
}

function firstOf(year: number): number {
  return Date.UTC(year, 0) / MILLISECONDS_PER_DAY;
}
