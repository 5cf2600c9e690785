import type { Cents } from '../../money/cents.ts';
import { baselineBefore } from './baseline.ts';
import type { SummedEntries } from './summed-entries.ts';

const DAYS_PER_WEEK = 7;

/** What usually moves in a week, and the days it was taken from (days since 1970-01-01). */
export interface UsualWeek {
  /** 0 when the history before the event is empty. */
  cents: Cents;
  firstDay: number;
  lastDay: number;
}

/**
 * The average week of the 90 days that end `skipDays` before the event. A history shorter than a week is not scaled up:
 * one payment on one day is not seven a week.
 */
export function usualWeek(
  entries: SummedEntries,
  event: { epochDay: number; skipDays: number; historyFirstDay: number },
): UsualWeek {
  const { firstDay, lastDay, coveredDays } = baselineBefore(event);
  const weeks = Math.max(coveredDays, DAYS_PER_WEEK) / DAYS_PER_WEEK;
  return { cents: Math.round(entries.sumBetween(firstDay, lastDay) / weeks), firstDay, lastDay };
}
