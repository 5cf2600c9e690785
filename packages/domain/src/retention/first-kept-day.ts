import { type Day, dayExists } from '../calendar/day.ts';

/**
 * The oldest day that is still within the period: what is older is past it. What happened on a February 29 is kept until
 * the end of February; on a February 29 what is kept begins with the February 28 of that year.
 *
 * @param years whole years, 1 or more
 */
export function firstKeptDay(today: Day, years: number): Day {
  const year = Number(today.slice(0, 4)) - years;
  const [month, dayOfMonth] = [Number(today.slice(5, 7)), Number(today.slice(8, 10))];
  const rest = dayExists(year, month, dayOfMonth) ? today.slice(4) : '-02-28';
  return `${year}${rest}`;
}
