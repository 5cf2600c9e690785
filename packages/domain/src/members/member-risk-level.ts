import { categoryOf } from '@clearwatch/contracts/fraud/activity-types';
import type { ReviewOutcome } from '@clearwatch/contracts/fraud/review-outcome';
import type { RiskLevel } from '@clearwatch/contracts/fraud/risk-level';
import { addDays, type Day } from '../calendar/day.ts';

/** What of an alert counts towards its member's risk. */
export interface RiskyAlert {
  activityType: string;
  riskLevel: RiskLevel;
  activityDate: Day;
  reviewed: boolean;
  reviewOutcome: ReviewOutcome | null;
}

/** An unreviewed high alert makes its member high for so long, then medium until it is reviewed. */
export const OPEN_HIGH_DAYS = 90;
/** A high alert reviewed as suspicious or escalated keeps its member at medium for so long. */
export const CONFIRMED_HIGH_DAYS = 180;
/** Unreviewed medium alerts in so many different categories are as much as a high one. */
export const MEDIUM_CATEGORIES_FOR_HIGH = 3;

/**
 * A member's risk from its alerts (detection catalogue, section 8). high: an unreviewed high alert of the last 90
 * days, or unreviewed medium ones in three categories. medium: any other unreviewed medium or high one, or a high
 * one of the last 180 days that was reviewed as suspicious or escalated; a false positive does not count. Else low.
 * @param asOf the day the ledger ends, from which the days are counted back
 */
export function memberRiskLevel(alerts: readonly RiskyAlert[], asOf: Day): RiskLevel {
  const open = alerts.filter(({ reviewed, riskLevel }) => !reviewed && riskLevel !== 'low');
  const openHighSince = addDays(asOf, -OPEN_HIGH_DAYS);
  if (open.some((alert) => alert.riskLevel === 'high' && alert.activityDate >= openHighSince)) return 'high';
  const mediumCategories = new Set(
    open
      .filter(({ riskLevel }) => riskLevel === 'medium')
      .map(({ activityType }) => categoryOf(activityType)),
  );
  if (mediumCategories.size >= MEDIUM_CATEGORIES_FOR_HIGH) return 'high';
  if (open.length > 0) return 'medium';
  const confirmedSince = addDays(asOf, -CONFIRMED_HIGH_DAYS);
  const confirmed = alerts.some(
    ({ riskLevel, reviewOutcome, activityDate }) =>
      riskLevel === 'high' &&
      (reviewOutcome === 'suspicious' || reviewOutcome === 'escalated') &&
      activityDate >= confirmedSince,
  );
  return confirmed ? 'medium' : 'low';
}
