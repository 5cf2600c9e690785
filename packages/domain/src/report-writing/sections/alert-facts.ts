import type { Span } from '@clearwatch/contracts/ai-reports';
import {
  ACTIVITY_CATEGORIES,
  categoryOf,
  type EvidenceFigure,
  type ReviewOutcome,
  type RiskLevel,
} from '@clearwatch/contracts/alerts';
import type { Day } from '../../calendar/day.ts';
import { activityLabel } from '../../detection/activity-label.ts';
import { SAR_DAYS } from '../../detection/review-outcomes.ts';
import { maskAccount } from '../../members/member-names.ts';
import type { Cents } from '../../money/cents.ts';
import { type PeriodPair, pairsFrom } from '../compared-facts.ts';
import type { CitedFact } from '../fact-sheet.ts';
import type { ReportContext } from '../report-composer.ts';
import { compactWithoutSign, prose } from '../report-sentences.ts';
import type { MemberRef } from './member-figures.ts';

export interface ReportedAlert {
  id: number;
  activityType: string;
  riskLevel: RiskLevel;
  reviewed: boolean;
  outcome: ReviewOutcome | null;
  memberName: string;
  accountNumber: string;
  amountCents: Cents;
  day: Day;
}

export interface AlertGroup extends Pick<ReportedAlert, 'activityType' | 'riskLevel' | 'reviewed' | 'outcome'> {
  alerts: number;
}

/** Alerts by activity date, with their current status. `open` counts the open alerts from all days. */
export interface Alerts {
  groups: AlertGroup[];
  before: AlertGroup[];
  /** Open alerts first, then by risk and amount. */
  serious: ReportedAlert[];
  open: { alerts: number; high: number; oldestDay: Day | null };
}

/** Age bands for open alerts, by days from the activity to the newest day in the ledger. */
export const WAITING_AGES = ['week', 'month', 'quarter', 'longer'] as const;
/** Upper limits in days; the last age band has none. */
export const WAITING_AGE_DAYS = { week: 7, month: 30, quarter: 90 } as const;

export interface AlertWorkload {
  waiting: { age: (typeof WAITING_AGES)[number]; riskLevel: RiskLevel; alerts: number }[];
  reportableAlerts: number;
  /** The newest of these alerts, sorted by the date the report is due. */
  reportable: { alert: ReportedAlert; dueDay: Day }[];
  /**
   * The alert with the next deadline, on or after the newest day in the ledger. `overdueAlerts` counts the
   * alerts whose deadline has passed.
   */
  nextReportable: { alert: ReportedAlert; dueDay: Day } | null;
  overdueAlerts: number;
  /**
   * Average days from the alert to its review, for reviewed alerts in the period; null when there are none.
   */
  daysToReview: number | null;
}

export const outcomeLabel = (outcome: ReviewOutcome): string => outcome.replace('_', ' ');

export function alertFacts(alert: ReportedAlert, { sheet }: ReportContext) {
  const source = `Alert ${alert.id}`;
  return {
    alert,
    number: sheet.from(source).word('Alert number', String(alert.id)),
    type: sheet.from(source).word('What the rule looks for', activityLabel(alert.activityType)),
    member: sheet.from(`Account holder in alert ${alert.id}`).member('Member', alert.memberName),
    account: sheet.from(source).account('Account, masked', maskAccount(alert.accountNumber)),
    amount: sheet.from('Amount that the rule evaluated').money(`Amount of alert ${alert.id}`, alert.amountCents),
    day: sheet.from('Day of the entry that completed the pattern').day(`Day of alert ${alert.id}`, alert.day),
  };
}

export const SAR_DEADLINE_RULE = '12 CFR 748.1(d), 31 CFR 1020.320(b)(3)';

export const sarDaysFact = ({ sheet }: ReportContext): CitedFact =>
  sheet.from(SAR_DEADLINE_RULE).count('Days to file a suspicious activity report', SAR_DAYS);

export const dueDayFact = (
  { alert, dueDay }: AlertWorkload['reportable'][number],
  { sheet }: ReportContext,
): CitedFact => {
  const { day } = sheet.from(`Day of detection plus the filing period in ${SAR_DEADLINE_RULE}`);
  return day(`Due date for a report on alert ${alert.id}`, dueDay);
};

/** Unreviewed alerts on activity more than a month old; null when there are none. */
export function lateAlertsFact({ waiting }: AlertWorkload, { scope, sheet }: ReportContext) {
  const late = countAlerts(waiting, ({ age }) => age === 'quarter' || age === 'longer');
  const source = 'Unreviewed alerts by number of days from the activity to the latest day in the ledger';
  return late === 0
    ? null
    : sheet.from(source, scope.asOf).count('Unreviewed alerts on activity more than a month old', late);
}

export function alertStateLabel({ reviewed, outcome }: ReportedAlert): string {
  if (!reviewed) return 'open';
  return outcome === null ? 'reviewed' : outcomeLabel(outcome);
}

/** "alert 37 (possible pattern: Test then Large; Ruth Miller, $2,150, Oct 30, 2026)". */
export function alertPhrase(alert: ReportedAlert, context: ReportContext): Span[] {
  const { number, type, member, amount, day } = alertFacts(alert, context);
  return prose`alert ${number} (possible pattern: ${type}; ${member}, ${compactWithoutSign(amount)}, ${day})`;
}

export type AlertFilter = (group: AlertGroup) => boolean;

export const isHighRiskGroup: AlertFilter = ({ riskLevel }) => riskLevel === 'high';
export const isOpenGroup: AlertFilter = ({ reviewed }) => !reviewed;

export function alertCountFacts(alerts: Alerts, context: ReportContext) {
  const pair = (label: string, which: AlertFilter) => alertCountPair(alerts, { label, which }, context);
  return {
    all: pair('Alerts', () => true),
    high: pair('High-risk alerts', isHighRiskGroup),
    medium: pair('Medium-risk alerts', ({ riskLevel }) => riskLevel === 'medium'),
    low: pair('Low-risk alerts', ({ riskLevel }) => riskLevel === 'low'),
    open: pair('Unreviewed alerts', isOpenGroup).now,
    openHigh: pair('Unreviewed high-risk alerts', (group) => isOpenGroup(group) && isHighRiskGroup(group)).now,
    reviewed: pair('Reviewed alerts', (group) => group.reviewed).now,
  };
}

export function alertCountPair(
  { groups, before }: Alerts,
  { label, which }: { label: string; which: AlertFilter },
  context: ReportContext,
): PeriodPair {
  const { count } = pairsFrom(context, 'Alerts by activity date, with their current status');
  return count(label, countAlerts(groups, which), countAlerts(before, which));
}

export function countAlerts<Group extends { alerts: number }>(
  groups: readonly Group[],
  which: (group: Group) => boolean = () => true,
): number {
  return groups.reduce((sum, group) => (which(group) ? sum + group.alerts : sum), 0);
}

export const isOfCategory =
  (category: string): AlertFilter =>
  ({ activityType }) =>
    categoryOf(activityType) === category;

/** Categories with alerts, most high-risk alerts first, and categories with alerts only in the previous period. */
export function categoriesWithAlerts({ groups, before }: Alerts) {
  const all = [...new Set(Object.values(ACTIVITY_CATEGORIES))];
  const highRisk = groups.filter(isHighRiskGroup);
  const numberIn = (of: readonly AlertGroup[], category: string) => countAlerts(of, isOfCategory(category));
  const now = all.filter((category) => numberIn(groups, category) > 0);
  return {
    now: now.toSorted(
      (left, right) =>
        numberIn(highRisk, right) - numberIn(highRisk, left) ||
        numberIn(groups, right) - numberIn(groups, left) ||
        left.localeCompare(right, 'en'),
    ),
    ended: all.filter((category) => !now.includes(category) && numberIn(before, category) > 0),
  };
}

export interface ExplainedAlert {
  alert: ReportedAlert;
  figures: EvidenceFigure[];
  companies: string[];
}

export interface RepeatedMember {
  member: MemberRef;
  alerts: number;
  high: number;
  activityTypes: string[];
  alertIds: number[];
}

export interface SharedCompany {
  company: string;
  members: number;
  alerts: number;
}
