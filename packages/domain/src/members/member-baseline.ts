import { addMonths, type Day, isLastDayOfMonth, type Month, monthOf, monthsBetween } from '../calendar/day.ts';
import type { Cents } from '../money/cents.ts';

export type UsualComparison = 'below' | 'about' | 'above';

export const USUAL_TOLERANCE_PERCENT = 25;
/** Days up to the last day of the ledger. */
export const USUAL_COMPARED_DAYS = 30;

/** Percentage change with one decimal; within 25% either way is usual. `currentCents` covers `USUAL_COMPARED_DAYS`. */
export function compareWithUsual(
  currentCents: Cents,
  normalCents: Cents,
): { percent: number | null; verdict: UsualComparison } {
  if (normalCents <= 0) return { percent: null, verdict: currentCents > 0 ? 'above' : 'about' };
  const percent = Math.round((1000 * (currentCents - normalCents)) / normalCents) / 10;
  if (Math.abs(percent) <= USUAL_TOLERANCE_PERCENT) return { percent, verdict: 'about' };
  return { percent, verdict: percent > 0 ? 'above' : 'below' };
}

/** The middle value, or the mean of the middle two; null for an empty list. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((left, right) => left - right);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}

export interface MonthTotals {
  month: Month;
  creditCents: Cents;
  debitCents: Cents;
}

export interface UsualMonth {
  creditCents: Cents;
  debitCents: Cents;
  /** Whole months it is based on, 3 to 12. */
  months: number;
}

export const MIN_USUAL_MONTHS = 3;
export const MAX_USUAL_MONTHS = 12;

/**
 * Medians over up to 12 whole months, so that one house sale does not become the norm. Months without entries count as
 * zero. The current month counts as whole on its last day, and the first month if the ledger begins on its first day
 * (`firstDay`). Null with fewer than 3.
 */
export function usualMonth(history: { months: readonly MonthTotals[]; firstDay: Day; asOf: Day }): UsualMonth | null {
  const whole = wholeMonths(history);
  if (whole.length < MIN_USUAL_MONTHS) return null;
  const byMonth = new Map(history.months.map((figures) => [figures.month, figures]));
  const medianOf = (figure: 'creditCents' | 'debitCents') =>
    Math.round(median(whole.map((month) => byMonth.get(month)?.[figure] ?? 0)) ?? 0);
  return { creditCents: medianOf('creditCents'), debitCents: medianOf('debitCents'), months: whole.length };
}

/** The median, which may end in .5. @param history.counts months that are not listed had no transactions */
export function usualTransactionCount(history: {
  counts: ReadonlyMap<Month, number>;
  firstDay: Day;
  asOf: Day;
}): number | null {
  const whole = wholeMonths(history);
  return whole.length < MIN_USUAL_MONTHS ? null : median(whole.map((month) => history.counts.get(month) ?? 0));
}

function wholeMonths({ firstDay, asOf }: { firstDay: Day; asOf: Day }): Month[] {
  const last = isLastDayOfMonth(asOf) ? monthOf(asOf) : addMonths(monthOf(asOf), -1);
  const firstWhole = firstDay.endsWith('-01') ? monthOf(firstDay) : addMonths(monthOf(firstDay), 1);
  return monthsBetween(firstWhole, last).slice(-MAX_USUAL_MONTHS);
}

/** With fewer members, a percentile means little and could reveal another member's figures. */
export const MIN_PEERS = 20;

export interface PeerCounts {
  below: number;
  /** Includes the member. */
  equal: number;
  total: number;
}

/** 0 to 100: `100 x (below + equal / 2) / total`, so the middle member is at 50. Null with fewer than 20 members. */
export function peerPercentile({ below, equal, total }: PeerCounts): number | null {
  return total < MIN_PEERS ? null : (100 * (below + equal / 2)) / total;
}

/** "More than 83% of 2,583 members"; null with too few members. */
export function peerSentence({ below, total }: PeerCounts): string | null {
  if (total < MIN_PEERS) return null;
  // Rounded down, because a member cannot exceed 100% of the group.
  return `More than ${Math.floor((100 * below) / total)}% of ${total.toLocaleString('en-US')} members`;
}
