import { bankingDaysBetween } from '../calendar/banking-days.ts';
import { addMonths, type Day, epochDay, monthOf, monthsBetween } from '../calendar/day.ts';
import { DAYS_PER_YEAR, MONTHS_PER_YEAR } from '../members/income-and-bills.ts';
import type { Cents } from '../money/cents.ts';

/**
 * Average daily volume of a company: `(credits + debits) / days`, the calendar days from its first to its last entry,
 * both included; rounded to the cent. The days are those the company's page shows, so that a reader can check it.
 */
export function averageDailyVolume(activity: { volumeCents: Cents; firstDay: Day; lastDay: Day }): Cents {
  const days = epochDay(activity.lastDay) - epochDay(activity.firstDay) + 1;
  if (days < 1) throw new RangeError('the last day lies before the first');
  return Math.round(activity.volumeCents / days);
}

/** Two gaps can be alike or differ; one cannot. */
export const MIN_BATCH_GAPS = 2;

/**
 * Gaps between a company's batches, in banking days: daily settlement has gaps of one over any weekend and holiday, and
 * pay on the Friday before a holiday Monday is not early. A batch that was posted on a non-banking day belongs to the
 * banking day before.
 *
 * @param batchDays days with entries of the company, ascending; a day given twice counts once
 */
export function batchGaps(batchDays: readonly Day[]): number[] {
  return batchDays
    .slice(1)
    .map((day, at) => bankingDaysBetween(batchDays[at] ?? day, day))
    .filter((gap) => gap > 0);
}

/**
 * Coefficient of variation of the gaps, `standard deviation / mean` (population): 0 for a clockwork, about 1 for batches at
 * random, above it for bursts. Null with fewer than 2 gaps.
 */
export function gapVariation(gaps: readonly number[]): number | null {
  if (gaps.length < MIN_BATCH_GAPS) return null;
  const mean = meanOf(gaps);
  const variance = meanOf(gaps.map((gap) => (gap - mean) ** 2));
  return Math.sqrt(variance) / mean;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Calendar months that count, the running one included. */
export const ACTIVE_MONTHS_WINDOW = 12;

/**
 * Share of months in which a company was active, 0 to 1: months with a batch over the calendar months from its first entry
 * to `asOf`, the last 12 at most. The running month counts once it has a batch: pay on the 15th is not missing on the 3rd.
 *
 * @param activity.batchDays days with entries of the company, in any order; those before the 12 months do not count
 * @param activity.firstDay day of its first entry in the whole ledger
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

/** First day of the months that `monthsActiveShare` looks at; batches before it need not be read. */
export function activeMonthsFirstDay(asOf: Day): Day {
  return `${addMonths(monthOf(asOf), 1 - ACTIVE_MONTHS_WINDOW)}-01`;
}

/** Money that went through a company. */
export interface CompanyAmountTotals {
  peakCents: Cents;
  /** Credits and debits together. */
  volumeCents: Cents;
  transactions: number;
}

/** Mean amount of a transaction, `volume / transactions`, rounded to the cent; 0 without any. */
export function averageAmount({ volumeCents, transactions }: Omit<CompanyAmountTotals, 'peakCents'>): Cents {
  return transactions === 0 ? 0 : Math.round(volumeCents / transactions);
}

/** `largest amount / mean amount`, at least 1; null without money. */
export function peakToAverage({ peakCents, volumeCents, transactions }: CompanyAmountTotals): number | null {
  return volumeCents <= 0 ? null : (peakCents * transactions) / volumeCents;
}

/**
 * How long a company has dealt with the members: `(last entry - first entry) x 12 / 365`, in months and parts of months.
 * From entry to entry, not to today: one payment long ago is no long relationship.
 */
export function tenureMonths(activity: { firstDay: Day; lastDay: Day }): number {
  const days = epochDay(activity.lastDay) - epochDay(activity.firstDay);
  if (days < 0) throw new RangeError('the last day lies before the first');
  return (days * MONTHS_PER_YEAR) / DAYS_PER_YEAR;
}
