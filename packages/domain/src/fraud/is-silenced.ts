import type { Day } from '../calendar/day.ts';
import type { Finding } from './frame.ts';

/** One rule keeps silent about one account until a day, because an admin said so. */
export interface Silence {
  accountNumber: string;
  activityType: string;
  /** The last day of silence. */
  until: Day;
}

/**
 * Whether a finding raises no alert: its rule is silenced for the account of its trigger, which lies on the last day of
 * silence or before. That day counts, not the day of the analysis: when the silence has run out, what it covered does not
 * come up by the next analysis. A silence that was lifted is none; the caller leaves it out.
 */
export function isSilenced(
  finding: Pick<Finding, 'activityType' | 'accountNumber' | 'triggerDay'>,
  silences: readonly Silence[],
): boolean {
  return silences.some(
    ({ accountNumber, activityType, until }) =>
      accountNumber === finding.accountNumber &&
      activityType === finding.activityType &&
      finding.triggerDay <= until,
  );
}
