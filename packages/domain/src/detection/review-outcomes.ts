import type { ReviewOutcome } from '@clearwatch/contracts/alerts';
import { addDays, type Day } from '../calendar/day.ts';

type ReviewedAlertCounts = Record<'falsePositive' | 'explained' | 'suspicious' | 'escalated', number>;

/** Percent with one decimal ("62.5") of reviewed alerts that led to nothing, explained ones included; null without any. */
export function falsePositiveRate(decided: ReviewedAlertCounts): string | null {
  const unproductive = decided.falsePositive + decided.explained;
  const all = unproductive + decided.suspicious + decided.escalated;
  return all === 0 ? null : (Math.round((1000 * unproductive) / all) / 10).toFixed(1);
}

export const REPORTABLE_OUTCOMES = ['suspicious', 'escalated'] as const satisfies readonly ReviewOutcome[];

/** 12 CFR 748.1(d)(2) for credit unions, 31 CFR 1020.320(b)(3): from the detection of the facts; 60 without a known suspect. */
export const SAR_DAYS = 30;

/** Day by which a report about an alert is due if the clock starts with the alert; null while its outcome calls for none. */
export function sarDueDay(alert: { outcome: ReviewOutcome | null; detectedOn: Day }): Day | null {
  const isReportable = REPORTABLE_OUTCOMES.some((outcome) => outcome === alert.outcome);
  return isReportable ? addDays(alert.detectedOn, SAR_DAYS) : null;
}
