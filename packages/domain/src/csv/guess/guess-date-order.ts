import type { CsvDateOrder } from '@clearwatch/contracts/http/csv-mapping';

const TWO_NUMBERS_FIRST = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}\b/;

/**
 * Which of two leading numbers is the month: a number above 12 cannot be. `isSure` is false when no date tells, or when
 * dates contradict one another.
 */
export function guessDateOrder(dates: readonly string[]): { dateOrder: CsvDateOrder; isSure: boolean } {
  let dayFirst = 0;
  let monthFirst = 0;
  let open = 0;
  for (const date of dates) {
    const match = TWO_NUMBERS_FIRST.exec(date);
    if (match === null) continue;
    if (Number(match[1]) > 12) dayFirst += 1;
    else if (Number(match[2]) > 12) monthFirst += 1;
    else open += 1;
  }
  if (dayFirst > 0 && monthFirst > 0)
    return { dateOrder: dayFirst > monthFirst ? 'day_first' : 'month_first', isSure: false };
  if (dayFirst > 0) return { dateOrder: 'day_first', isSure: true };
  return { dateOrder: 'month_first', isSure: monthFirst > 0 || open === 0 };
}
