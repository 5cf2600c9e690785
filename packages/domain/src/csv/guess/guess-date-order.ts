import type { CsvDateOrder } from '@clearwatch/contracts/csv/csv-settings';

/** With something between them, or as eight digits that do not begin like a year (as `parseCsvDate` reads them). */
const TWO_NUMBERS_FIRST = /^(?:(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}\b|(?!19|20)(\d\d)(\d\d)\d{4}$)/;

/** How many dates can only be read in one order, and how many in both. */
interface DateEvidence {
  dayFirst: number;
  monthFirst: number;
  open: number;
}

/**
 * Which of two leading numbers is the month: a number above 12 cannot be. `isSure` is false when no date tells, or when
 * dates contradict one another.
 */
export function guessDateOrder(dates: readonly string[]): { dateOrder: CsvDateOrder; isSure: boolean } {
  const { dayFirst, monthFirst, open } = evidenceOf(dates);
  if (dayFirst > 0 && monthFirst > 0)
    return { dateOrder: dayFirst > monthFirst ? 'day_first' : 'month_first', isSure: false };
  if (dayFirst > 0) return { dateOrder: 'day_first', isSure: true };
  return { dateOrder: 'month_first', isSure: monthFirst > 0 || open === 0 };
}

/** Whether more dates speak against an order than for it: then those that can be read both ways would be misread. */
export function contradictsDateOrder(dates: readonly string[], order: CsvDateOrder): boolean {
  const { dayFirst, monthFirst } = evidenceOf(dates);
  return order === 'month_first' ? dayFirst > monthFirst : monthFirst > dayFirst;
}

function evidenceOf(dates: readonly string[]): DateEvidence {
  const evidence: DateEvidence = { dayFirst: 0, monthFirst: 0, open: 0 };
  for (const date of dates) {
    const match = TWO_NUMBERS_FIRST.exec(date.trim());
    if (match === null) continue;
    if (Number(match[1] ?? match[3]) > 12) evidence.dayFirst += 1;
    else if (Number(match[2] ?? match[4]) > 12) evidence.monthFirst += 1;
    else evidence.open += 1;
  }
  return evidence;
}
