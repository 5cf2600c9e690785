import { categoryOf, type ReviewOutcome, type RiskLevel } from '@clearwatch/contracts/alerts';
import { addDays, type Day, epochDay } from '../calendar/day.ts';
import type { Cents } from '../money/cents.ts';

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

/** Colour of an income-to-debt ratio. */
export type DebtRatioBand = 'green' | 'yellow' | 'red';

/** Percent of the income that bills may take before the figure is shown yellow and red (spec, section 5). */
export const YELLOW_ABOVE_PERCENT = 60;
export const RED_ABOVE_PERCENT = 80;

/**
 * Colour of bills / income x 100: above 80 red, above 60 yellow, else green. The one decimal that is shown decides, so
 * that no red badge says 80.0.
 *
 * @param ratioPercent as `incomeToDebtRatio` gives it
 */
export function debtRatioBand(ratioPercent: number): DebtRatioBand {
  if (ratioPercent > RED_ABOVE_PERCENT) return 'red';
  return ratioPercent > YELLOW_ABOVE_PERCENT ? 'yellow' : 'green';
}

/** Monthly income as the filter of the member list groups it, lowest first. */
export const INCOME_BANDS = ['low', 'medium', 'high'] as const;
export type IncomeBand = (typeof INCOME_BANDS)[number];

/** The least monthly income of each band in cents: low under $3,000, high from $7,000 (spec, section 5). */
export const INCOME_BAND_FROM: Readonly<Record<IncomeBand, Cents>> = {
  low: 0,
  medium: 300_000,
  high: 700_000,
};

/** The band of a monthly income: low < $3,000 <= medium < $7,000 <= high. */
export function incomeBand(monthlyIncomeCents: Cents): IncomeBand {
  if (monthlyIncomeCents >= INCOME_BAND_FROM.high) return 'high';
  return monthlyIncomeCents >= INCOME_BAND_FROM.medium ? 'medium' : 'low';
}

/** What of an alert counts towards its member's risk. */
export interface MemberAlertRisk {
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
export function memberRiskLevel(alerts: readonly MemberAlertRisk[], asOf: Day): RiskLevel {
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
