import { type Day, epochDay } from '../calendar/day.ts';

/** Last activity as the filter of the member list groups it, newest first. */
export const ACTIVITY_BANDS = ['recent', 'moderate', 'old'] as const;
export type ActivityBand = (typeof ACTIVITY_BANDS)[number];

/** Most days since the last activity: recent up to 30, moderate up to 90, old beyond (spec, section 5). */
export const RECENT_DAYS = 30;
export const MODERATE_DAYS = 90;
/** A member counts as active this year with activity in so many days (spec, section 9). */
export const ACTIVE_THIS_YEAR_DAYS = 365;

/**
 * How long ago a member was last active: `asOf - lastActivity` in days, <= 30 recent, <= 90 moderate, else old. A member
 * without any dated entry is old; one whose entry is dated after `asOf` is recent.
 *
 * @param asOf the day the ledger ends
 */
export function activityBand(lastActivity: Day | null, asOf: Day): ActivityBand {
  const days = daysSince(lastActivity, asOf);
  if (days <= RECENT_DAYS) return 'recent';
  return days <= MODERATE_DAYS ? 'moderate' : 'old';
}

/** Whether the last activity is at most 365 days before `asOf`. */
export function isActiveThisYear(lastActivity: Day | null, asOf: Day): boolean {
  return daysSince(lastActivity, asOf) <= ACTIVE_THIS_YEAR_DAYS;
}

function daysSince(lastActivity: Day | null, asOf: Day): number {
  return lastActivity === null ? Infinity : epochDay(asOf) - epochDay(lastActivity);
}
