/** Days the member's normal is taken from. */
export const BASELINE_DAYS = 90;

/** A stretch of days since 1970-01-01, both ends included; empty when `coveredDays` is 0. */
export interface BaselineWindow {
  firstDay: number;
  lastDay: number;
  /** Days of the window the history really covers, 0 to 90. */
  coveredDays: number;
}

/**
 * The 90 days that end `skipDays` before the event, cut to what the history covers: an account of 40 days must not look
 * slower than it is because the other 50 days are empty.
 *
 * @param historyFirstDay day of the first entry of the account or member
 */
export function baselineBefore(event: {
  epochDay: number;
  skipDays: number;
  historyFirstDay: number;
}): BaselineWindow {
  const lastDay = event.epochDay - event.skipDays;
  const firstDay = Math.max(lastDay - BASELINE_DAYS + 1, event.historyFirstDay);
  return { firstDay, lastDay, coveredDays: Math.max(0, lastDay - firstDay + 1) };
}
