import { bankingDaysBetween } from '../calendar/banking-days.ts';
import { addMonths, type Day, epochDay, monthOf, monthsBetween } from '../calendar/day.ts';
import { DAYS_PER_YEAR, MONTHS_PER_YEAR } from '../members/income-and-bills.ts';
import type { Cents } from '../money/cents.ts';

/** In cents. Counts the first and last days. @throws RangeError if the last day is before the first */
export function averageDailyVolume(activity: { volumeCents: Cents; firstDay: Day; lastDay: Day }): Cents {
  const days = epochDay(activity.lastDay) - epochDay(activity.firstDay) + 1;
  if (days < 1) throw new RangeError('The last day is before the first');
  return Math.round(activity.volumeCents / days);
}

export const MIN_BATCH_GAPS = 2;

/** Banking days between batches; a batch on another day counts for the banking day before. `batchDays` is ascending. */
export function batchGaps(batchDays: readonly Day[]): number[] {
  return batchDays
    .slice(1)
    .map((day, at) => bankingDaysBetween(batchDays[at] ?? day, day))
    .filter((gap) => gap > 0);
}

/** Coefficient of variation (population): 0 for equal gaps, about 1 for random ones. Null with fewer than 2 gaps. */
export function gapVariation(gaps: readonly number[]): number | null {
  if (gaps.length < MIN_BATCH_GAPS) return null;
  const mean = meanOf(gaps);
  const variance = meanOf(gaps.map((gap) => (gap - mean) ** 2));
  return Math.sqrt(variance) / mean;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Calendar months, including the current one. */
export const ACTIVE_MONTHS_WINDOW = 12;

/**
 * 0 to 1, over at most 12 months. The current month counts only if it has a batch: on the 3rd, payroll due on the 15th
 * is not missing.
 */
export function monthsActiveShare(activity: { batchDays: readonly Day[]; firstDay: Day; asOf: Day }): number {
  const running = monthOf(activity.asOf);
  const active = new Set(activity.batchDays.map(monthOf));
  const months = monthsBetween(monthOf(activity.firstDay), running)
    .slice(-ACTIVE_MONTHS_WINDOW)
    .filter((month) => month !== running || active.has(month));
  if (months.length === 0) return 0;
  return months.filter((month) => active.has(month)).length / months.length;
}

/** The first day considered by `monthsActiveShare`. */
export function activeMonthsFirstDay(asOf: Day): Day {
  return `${addMonths(monthOf(asOf), 1 - ACTIVE_MONTHS_WINDOW)}-01`;
}

export interface CompanyAmountTotals {
  peakCents: Cents;
  /** Credits and debits together. */
  volumeCents: Cents;
  transactions: number;
}

/** Mean amount, rounded to the cent; 0 without transactions. */
export function averageAmount({ volumeCents, transactions }: Omit<CompanyAmountTotals, 'peakCents'>): Cents {
  return transactions === 0 ? 0 : Math.round(volumeCents / transactions);
}

/** `largest amount / mean amount`, at least 1; null if the total is 0. */
export function peakToAverage({ peakCents, volumeCents, transactions }: CompanyAmountTotals): number | null {
  return volumeCents <= 0 ? null : (peakCents * transactions) / volumeCents;
}

/** `(last entry - first entry) x 12 / 365` months, not rounded. One payment long ago is not a long relationship. */
export function tenureMonths(activity: { firstDay: Day; lastDay: Day }): number {
  const days = epochDay(activity.lastDay) - epochDay(activity.firstDay);
  if (days < 0) throw new RangeError('The last day is before the first');
  return (days * MONTHS_PER_YEAR) / DAYS_PER_YEAR;
}
