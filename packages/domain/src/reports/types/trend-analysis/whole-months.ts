import { endsMonth, monthOf } from '../../../calendar/month.ts';
import { median } from '../../../members/median.ts';
import type { Asked } from '../../asked.ts';
import type { MonthFlow } from '../../topics/flows.ts';
import type { Direction } from '../../topics/stated-movers.ts';

/** Fewer whole months have no usual one. */
const LEAST_MONTHS = 5;
/** How far from the usual month one must be: this part of it, and so many times the usual distance. */
const LEAST_PART = 0.3;
const LEAST_DISTANCES = 3;
/** The median distance of normally spread figures is this part of their standard deviation. */
const MEDIAN_TO_DEVIATION = 1.4826;

/** Months that the ledger and the period cover from their first to their last day. */
export function wholeMonths(months: readonly MonthFlow[], { firstDay, period }: Asked): MonthFlow[] {
  return months.filter(
    ({ month }) =>
      firstDay <= `${month}-01` && (month !== monthOf(period.lastDay) || endsMonth(period.lastDay)),
  );
}

export const amountIn = (direction: Direction, { creditCents, debitCents }: MonthFlow) =>
  direction === 'credits' ? creditCents : debitCents;

/**
 * Whole months that are far from the usual one, the farthest first: by median and median distance, which one such month does not
 * move.
 */
export function outstandingMonths(whole: readonly MonthFlow[], direction: Direction): MonthFlow[] {
  if (whole.length < LEAST_MONTHS) return [];
  const amounts = whole.map((month) => amountIn(direction, month));
  const usual = median(amounts) ?? 0;
  const distance = median(amounts.map((amount) => Math.abs(amount - usual))) ?? 0;
  const least = Math.max(LEAST_PART * usual, LEAST_DISTANCES * MEDIAN_TO_DEVIATION * distance);
  const far = (month: MonthFlow) => Math.abs(amountIn(direction, month) - usual);
  return whole.filter((month) => far(month) > least).toSorted((left, right) => far(right) - far(left));
}

/** How many months in a row up to the last have each been above (or each below) the one before. */
export function run(amounts: readonly number[]): { months: number; way: 'up' | 'down' } {
  const steps = amounts.slice(1).map((amount, index) => Math.sign(amount - (amounts[index] ?? 0)));
  const way = steps.at(-1) ?? 0;
  const broken = steps.findLastIndex((step) => step !== way);
  return { months: way === 0 ? 0 : steps.length - 1 - broken, way: way > 0 ? 'up' : 'down' };
}
