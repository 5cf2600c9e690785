import { type Day, epochDay } from '../calendar/day.ts';
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
