import { epochDay, weekday } from './epoch-day.ts';

/**
 * Days on which the Federal Reserve does not settle. A holiday on a Sunday moves to Monday; one on a Saturday is not
 * moved (Federal Reserve Banks holiday schedule).
 */
export function federalHolidays(year: number): number[] {
  const fixed = [epochDay(year, 1, 1), epochDay(year, 6, 19), epochDay(year, 7, 4)];
  fixed.push(epochDay(year, 11, 11), epochDay(year, 12, 25));
  return [
    ...fixed.map((day) => (weekday(day) === SUNDAY ? day + 1 : day)),
    nth(year, 1, MONDAY, 3),
    nth(year, 2, MONDAY, 3),
    nth(year, 6, MONDAY, 1) - 7, // a week before June begins its Mondays: the last of May
    nth(year, 9, MONDAY, 1),
    nth(year, 10, MONDAY, 2),
    nth(year, 11, THURSDAY, 4),
  ];
}

const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;

/** The n-th given weekday of a month. */
function nth(year: number, month: number, day: number, n: number): number {
  const first = epochDay(year, month, 1);
  return first + ((day - weekday(first) + 7) % 7) + 7 * (n - 1);
}
