import type { ReviewOutcome } from '@clearwatch/contracts/alerts';
import { addDays, type Day } from '../calendar/day.ts';

type ReviewedAlertCounts = Record<'falsePositive' | 'explained' | 'suspicious' | 'escalated', number>;

/** Percentage of reviewed alerts that were false positives or explained ("62.5"); null if no alerts were reviewed. */
export function falsePositiveRate(decided: ReviewedAlertCounts): string | null {
  const unproductive = decided.falsePositive + decided.explained;
  const all = unproductive + decided.suspicious + decided.escalated;
  return all === 0 ? null : (Math.round((1000 * unproductive) / all) / 10).toFixed(1);
}

export const REPORTABLE_OUTCOMES = ['suspicious', 'escalated'] as const satisfies readonly ReviewOutcome[];

/** 12 CFR 748.1(d)(2) and 31 CFR 1020.320(b)(3): 30 days after the facts are detected, or 60 if no suspect is known. */
export const SAR_DAYS = 30;

/** Day by which a SAR is due if the clock starts with the alert; null if the outcome does not call for a report. */
export function sarDueDay(alert: { outcome: ReviewOutcome | null; detectedOn: Day }): Day | null {
  const isReportable = REPORTABLE_OUTCOMES.some((outcome) => outcome === alert.outcome);
  return isReportable ? addDays(alert.detectedOn, SAR_DAYS) : null;
}
