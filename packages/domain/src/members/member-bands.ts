import { categoryOf, type ReviewOutcome, type RiskLevel } from '@clearwatch/contracts/alerts';
import { addDays, type Day, epochDay } from '../calendar/day.ts';
import type { Cents } from '../money/cents.ts';

export const ACTIVITY_BANDS = ['recent', 'moderate', 'old'] as const;
export type ActivityBand = (typeof ACTIVITY_BANDS)[number];

/** Days since the last activity (spec, section 5). */
export const RECENT_DAYS = 30;
export const MODERATE_DAYS = 90;
/** Spec, section 9. */
export const ACTIVE_THIS_YEAR_DAYS = 365;

/** Up to 30 days before `asOf` (the ledger's last day) is recent, up to 90 is moderate, and earlier or never is old. */
export function activityBand(lastActivity: Day | null, asOf: Day): ActivityBand {
  const days = daysSince(lastActivity, asOf);
  if (days <= RECENT_DAYS) return 'recent';
  return days <= MODERATE_DAYS ? 'moderate' : 'old';
}

export function isActiveThisYear(lastActivity: Day | null, asOf: Day): boolean {
  return daysSince(lastActivity, asOf) <= ACTIVE_THIS_YEAR_DAYS;
}

function daysSince(lastActivity: Day | null, asOf: Day): number {
  return lastActivity === null ? Infinity : epochDay(asOf) - epochDay(lastActivity);
}

export type DebtRatioBand = 'green' | 'yellow' | 'red';

/** Percent (spec, section 5). */
export const YELLOW_ABOVE_PERCENT = 60;
export const RED_ABOVE_PERCENT = 80;

/** Uses the displayed, rounded ratio: a badge of 80.0 is not red. @param ratioPercent from `incomeToDebtRatio` */
export function debtRatioBand(ratioPercent: number): DebtRatioBand {
  if (ratioPercent > RED_ABOVE_PERCENT) return 'red';
  return ratioPercent > YELLOW_ABOVE_PERCENT ? 'yellow' : 'green';
}

export const INCOME_BANDS = ['low', 'medium', 'high'] as const;
export type IncomeBand = (typeof INCOME_BANDS)[number];

/** Lowest monthly income of each band, in cents (spec, section 5). */
export const INCOME_BAND_FROM: Readonly<Record<IncomeBand, Cents>> = {
  low: 0,
  medium: 300_000,
  high: 700_000,
};

export function incomeBand(monthlyIncomeCents: Cents): IncomeBand {
  if (monthlyIncomeCents >= INCOME_BAND_FROM.high) return 'high';
  return monthlyIncomeCents >= INCOME_BAND_FROM.medium ? 'medium' : 'low';
}

export interface MemberAlertRisk {
  activityType: string;
  riskLevel: RiskLevel;
  activityDate: Day;
  reviewed: boolean;
  reviewOutcome: ReviewOutcome | null;
}

/** After this many days an unreviewed high alert counts as medium. */
export const OPEN_HIGH_DAYS = 90;
/** Days for which a high alert reviewed as suspicious or escalated still counts. */
export const CONFIRMED_HIGH_DAYS = 180;
export const MEDIUM_CATEGORIES_FOR_HIGH = 3;

/** From the member's alerts (detection catalog, section 8; see `METRIC_DEFINITIONS`). `asOf`: the ledger's last day. */
export function memberRiskLevel(alerts: readonly MemberAlertRisk[], asOf: Day): RiskLevel {
  const unreviewed = alerts.filter(({ reviewed, riskLevel }) => !reviewed && riskLevel !== 'low');
  const openHighSince = addDays(asOf, -OPEN_HIGH_DAYS);
  if (unreviewed.some((alert) => alert.riskLevel === 'high' && alert.activityDate >= openHighSince)) return 'high';
  const mediumCategories = new Set(
    unreviewed.filter(({ riskLevel }) => riskLevel === 'medium').map(({ activityType }) => categoryOf(activityType)),
  );
  if (mediumCategories.size >= MEDIUM_CATEGORIES_FOR_HIGH) return 'high';
  if (unreviewed.length > 0) return 'medium';
  const confirmedSince = addDays(asOf, -CONFIRMED_HIGH_DAYS);
  const confirmed = alerts.some(
    ({ riskLevel, reviewOutcome, activityDate }) =>
      riskLevel === 'high' &&
      (reviewOutcome === 'suspicious' || reviewOutcome === 'escalated') &&
      activityDate >= confirmedSince,
  );
  return confirmed ? 'medium' : 'low';
}
