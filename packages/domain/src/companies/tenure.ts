import { type Day, epochDay } from '../calendar/day.ts';
import { DAYS_PER_YEAR, MONTHS_PER_YEAR } from '../members/income-and-bills.ts';

/**
 * How long a company has dealt with the members: `(last entry - first entry) x 12 / 365`, in months and parts of months.
 * From entry to entry, not to today: one payment long ago is no long relationship.
 */
export function tenureMonths(activity: { firstDay: Day; lastDay: Day }): number {
  const days = epochDay(activity.lastDay) - epochDay(activity.firstDay);
  if (days < 0) throw new RangeError('the last day lies before the first');
  return (days * MONTHS_PER_YEAR) / DAYS_PER_YEAR;
}
