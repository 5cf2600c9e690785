import {
  addMonths,
  type Day,
  isLastDayOfMonth,
  type Month,
  monthOf,
  monthsBetween,
} from '../calendar/day.ts';
import type { Cents } from '../money/cents.ts';

export type UsualComparison = 'below' | 'about' | 'above';

/** Percent by which a month may differ and still be about as usual. */
export const USUAL_TOLERANCE_PERCENT = 25;
/** Days before the ledger's end that are compared with the usual month. */
export const USUAL_COMPARED_DAYS = 30;

/**
 * How a month compares with the usual one: `100 x (current / normal - 1)` percent, rounded to the one decimal that is shown;
 * within 25 either way is about as usual. Without a usual amount there is no percentage, and anything at all is above it.
 *
 * @param currentCents sum of the `NORMAL_COMPARED_DAYS` that end with the ledger
 */
export function compareWithUsual(
  currentCents: Cents,
  normalCents: Cents,
): { percent: number | null; verdict: UsualComparison } {
  if (normalCents <= 0) return { percent: null, verdict: currentCents > 0 ? 'above' : 'about' };
  const percent = Math.round((1000 * (currentCents - normalCents)) / normalCents) / 10;
  if (Math.abs(percent) <= USUAL_TOLERANCE_PERCENT) return { percent, verdict: 'about' };
  return { percent, verdict: percent > 0 ? 'above' : 'below' };
}

/** The middle value, the mean of the middle two for an even number; null of nothing. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((left, right) => left - right);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}

/** What came in and went out in one month. */
export interface MonthTotals {
  month: Month;
  creditCents: Cents;
  debitCents: Cents;
}

/** A member's usual month. */
export interface UsualMonth {
  creditCents: Cents;
  debitCents: Cents;
  /** Whole months it was taken from, 3 to 12. */
  months: number;
}

/** With fewer whole months there is no usual one. */
export const MIN_USUAL_MONTHS = 3;
export const MAX_USUAL_MONTHS = 12;

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
export function usualMonth(history: {
  months: readonly MonthTotals[];
  firstDay: Day;
  asOf: Day;
}): UsualMonth | null {
  const whole = wholeMonths(history);
  if (whole.length < MIN_USUAL_MONTHS) return null;
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
export function usualTransactionCount(history: {
  counts: ReadonlyMap<Month, number>;
  firstDay: Day;
  asOf: Day;
}): number | null {
  const whole = wholeMonths(history);
  return whole.length < MIN_USUAL_MONTHS
    ? null
    : median(whole.map((month) => history.counts.get(month) ?? 0));
}

/** The whole months of a history, the last 12 at most, oldest first. */
function wholeMonths({ firstDay, asOf }: { firstDay: Day; asOf: Day }): Month[] {
  const last = isLastDayOfMonth(asOf) ? monthOf(asOf) : addMonths(monthOf(asOf), -1);
  const firstWhole = firstDay.endsWith('-01') ? monthOf(firstDay) : addMonths(monthOf(firstDay), 1);
  return monthsBetween(firstWhole, last).slice(-MAX_USUAL_MONTHS);
}

/** With fewer members a percentile says little, and may show a member the figures of another. */
export const MIN_PEERS = 20;

/** Where a member stands among the others by one figure. */
export interface PeerCounts {
  /** Peers with a smaller figure. */
  below: number;
  /** Peers with the same figure, the member itself included. */
  equal: number;
  /** All peers, the member included. */
  total: number;
}

/**
 * Percentile of a member among its peers, 0 to 100: `100 x (below + equal / 2) / total`, so that the middle member is at
 * 50 and members with the same figure stand at the same place. Null among fewer than 20.
 */
export function peerPercentile({ below, equal, total }: PeerCounts): number | null {
  return total < MIN_PEERS ? null : (100 * (below + equal / 2)) / total;
}

/** The standing in words: "More than 83% of 2,583 members"; null among too few. */
export function peerSentence({ below, total }: PeerCounts): string | null {
  if (total < MIN_PEERS) return null;
  // Rounded down: nobody has more than 100 % of a group that it belongs to.
  return `More than ${Math.floor((100 * below) / total)}% of ${total.toLocaleString('en-US')} members`;
}
