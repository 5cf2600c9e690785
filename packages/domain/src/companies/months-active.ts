import type { Day } from '../calendar/day.ts';
import { addMonths, monthOf, monthsFrom } from '../calendar/month.ts';

/** Calendar months that count, the running one included. */
export const MONTHS_LOOKED_AT = 12;

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
  const months = monthsFrom(monthOf(activity.firstDay), running)
    .slice(-MONTHS_LOOKED_AT)
    .filter((month) => month !== running || active.has(month));
  if (months.length === 0) return 0;
  return months.filter((month) => active.has(month)).length / months.length;
}

/** First day of the months that `monthsActiveShare` looks at; batches before it need not be read. */
export function firstDayLookedAt(asOf: Day): Day {
  return `${addMonths(monthOf(asOf), 1 - MONTHS_LOOKED_AT)}-01`;
}
