import type { ReviewOutcome } from '@clearwatch/contracts/fraud/review-outcome';
import { addDays, type Day } from '../calendar/day.ts';

/** Outcomes that may end in a suspicious activity report. */
export const REPORTABLE_OUTCOMES = ['suspicious', 'escalated'] as const satisfies readonly ReviewOutcome[];

/**
 * A report is due 30 calendar days after the facts were first detected (12 CFR 748.1(d)(2) for credit unions, 31 CFR
 * 1020.320(b)(3)). Both allow 60 while no suspect is known; an ACH entry names whom it belongs to, so the shorter time runs.
 */
export const SAR_DAYS = 30;

/**
 * Day by which a report about an alert is due.
 * @param alert.detectedOn the day on which it was raised: the clock does not wait for the review
 * @returns null while its outcome calls for none
 */
export function sarDueDay(alert: { outcome: ReviewOutcome | null; detectedOn: Day }): Day | null {
  const isReportable = REPORTABLE_OUTCOMES.some((outcome) => outcome === alert.outcome);
  return isReportable ? addDays(alert.detectedOn, SAR_DAYS) : null;
}
