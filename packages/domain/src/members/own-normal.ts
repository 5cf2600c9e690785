import type { Day } from '../calendar/day.ts';
import { addMonths, endsMonth, type Month, monthOf, monthsFrom } from '../calendar/month.ts';
import type { Cents } from '../money/cents.ts';
import { median } from './median.ts';

/** What came in and went out in one month. */
export interface MonthlyFigures {
  month: Month;
  creditCents: Cents;
  debitCents: Cents;
}

/** A member's usual month. */
export interface OwnNormal {
  creditCents: Cents;
  debitCents: Cents;
  /** Whole months it was taken from, 3 to 12. */
  months: number;
}

/** With fewer whole months there is no usual one. */
export const LEAST_MONTHS = 3;
export const MOST_MONTHS = 12;

/**
 * A member's usual month: the medians of credits and of debits over the last 12 whole months, a month without entries
 * counting as zero. The running month is not whole until `asOf` is its last day, nor is the month in which the history
 * began, unless on its first day: both would make the normal look smaller than it is. Null with fewer than 3 whole months.
 *
 * A median, because one house sale must not become the normal.
 *
 * @param history.months in any order; months not listed had no entries
 * @param history.firstDay day of the member's first entry in the whole ledger
 */
export function ownNormal(history: {
  months: readonly MonthlyFigures[];
  firstDay: Day;
  asOf: Day;
}): OwnNormal | null {
  const whole = wholeMonths(history);
  if (whole.length < LEAST_MONTHS) return null;
  const byMonth = new Map(history.months.map((figures) => [figures.month, figures]));
  const medianOf = (figure: 'creditCents' | 'debitCents') =>
    Math.round(median(whole.map((month) => byMonth.get(month)?.[figure] ?? 0)) ?? 0);
  return { creditCents: medianOf('creditCents'), debitCents: medianOf('debitCents'), months: whole.length };
}

/**
 * A member's usual number of transactions in a month, found like the usual money; half a transaction is possible.
 *
 * @param history.counts transactions by month; months not listed had none
 */
export function usualTransactions(history: {
  counts: ReadonlyMap<Month, number>;
  firstDay: Day;
  asOf: Day;
}): number | null {
  const whole = wholeMonths(history);
  return whole.length < LEAST_MONTHS ? null : median(whole.map((month) => history.counts.get(month) ?? 0));
}

/** The whole months of a history, the last 12 at most, oldest first. */
function wholeMonths({ firstDay, asOf }: { firstDay: Day; asOf: Day }): Month[] {
  const last = endsMonth(asOf) ? monthOf(asOf) : addMonths(monthOf(asOf), -1);
  const firstWhole = firstDay.endsWith('-01') ? monthOf(firstDay) : addMonths(monthOf(firstDay), 1);
  return monthsFrom(firstWhole, last).slice(-MOST_MONTHS);
}
