import type { Day } from '../calendar/day.ts';
import { type Period, periodEndingAt, previousPeriod } from '../metrics/period.ts';

/** Length of the period where only its end, or nothing, is said. */
const USUAL_DAYS = 30;

/** The days that were asked for; null where staff left them out. */
export interface AskedDays {
  firstDay: Day | null;
  lastDay: Day | null;
}

/**
 * What a report speaks of, and what it compares that with: the days that were asked for; without an end up to the newest
 * posting day; without a beginning the 30 days up to the end.
 *
 * @param asOf newest posting day of the ledger
 */
export function reportPeriod(
  { firstDay, lastDay }: AskedDays,
  asOf: Day,
): { period: Period; previous: Period } {
  const period = periodOf(firstDay, lastDay, asOf);
  return { period, previous: previousPeriod(period) };
}

function periodOf(firstDay: Day | null, lastDay: Day | null, asOf: Day): Period {
  if (firstDay === null) return periodEndingAt({ asOf: lastDay ?? asOf, days: USUAL_DAYS });
  // A period that begins after the newest day holds nothing; it must still be one.
  return { firstDay, lastDay: lastDay ?? (firstDay > asOf ? firstDay : asOf) };
}
