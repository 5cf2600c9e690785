import type { Cents } from '../../money/cents.ts';
import { baselineBefore } from './baseline.ts';
import type { SummedEntries } from './summed-entries.ts';

/** Days of a month as sums are compared, and the least that a monthly figure is taken from. */
const DAYS_PER_MONTH = 30;

/** What usually comes in a month, and the days it was taken from (days since 1970-01-01). */
export interface NormalMonth {
  /** 0 when the history before the event is empty. */
  cents: Cents;
  firstDay: number;
  lastDay: number;
}

/**
 * The average month of the 90 days that end `skipDays` before the event. A history shorter than a month is not scaled up:
 * one payment in three days is not ten a month.
 */
export function normalMonth(
  entries: SummedEntries,
  event: { epochDay: number; skipDays: number; historyFirstDay: number },
): NormalMonth {
  const { firstDay, lastDay, coveredDays } = baselineBefore(event);
  const months = Math.max(coveredDays, DAYS_PER_MONTH) / DAYS_PER_MONTH;
  return { cents: Math.round(entries.sumBetween(firstDay, lastDay) / months), firstDay, lastDay };
}
