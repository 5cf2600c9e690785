import {
  ACTIVITY_CATEGORIES,
  type ActivityCategory,
  categoryOf,
} from '@clearwatch/contracts/fraud/activity-types';
import type { Stated } from '../fact-sheet.ts';
import type { ReportContext } from '../report-composer.ts';
import type { AlertGroup, Alerts } from './alerts.ts';
import { type Pair, pairOf } from './pair.ts';

export type Counted = (group: AlertGroup) => boolean;

export interface StatedAlerts {
  all: Pair;
  high: Pair;
  medium: Pair;
  low: Pair;
  /** Of the period, not reviewed yet. */
  open: Stated;
  openHigh: Stated;
  reviewed: Stated;
}

export const isHigh: Counted = ({ riskLevel }) => riskLevel === 'high';
export const isOpen: Counted = ({ reviewed }) => !reviewed;

export function statedAlerts(alerts: Alerts, context: ReportContext): StatedAlerts {
  const pair = (label: string, which: Counted) => alertPair(alerts, { label, which }, context);
  return {
    all: pair('Alerts', () => true),
    high: pair('High-risk alerts', isHigh),
    medium: pair('Medium-risk alerts', ({ riskLevel }) => riskLevel === 'medium'),
    low: pair('Low-risk alerts', ({ riskLevel }) => riskLevel === 'low'),
    open: pair('Unreviewed alerts', isOpen).now,
    openHigh: pair('Unreviewed high-risk alerts', (group) => isOpen(group) && isHigh(group)).now,
    reviewed: pair('Reviewed alerts', (group) => group.reviewed).now,
  };
}

export function alertPair(
  alerts: Alerts,
  { label, which }: { label: string; which: Counted },
  { asked, sheet }: ReportContext,
): Pair {
  const source = 'Count of alerts by the day of the activity, as they stand now';
  const figure = {
    label,
    source,
    now: countOf(alerts.groups, which),
    before: countOf(alerts.before, which),
  };
  return pairOf(asked, figure, (note, count) => sheet.count(note, count));
}

export function countOf(groups: readonly AlertGroup[], which: Counted): number {
  return groups.reduce((sum, group) => (which(group) ? sum + group.alerts : sum), 0);
}

/** Categories with alerts, those with most high-risk ones first, and categories that had alerts in the period before only. */
export function categoriesWithAlerts({ groups, before }: Alerts): {
  now: ActivityCategory[];
  gone: ActivityCategory[];
} {
  const all = [...new Set(Object.values(ACTIVITY_CATEGORIES))];
  const numberIn = (of: readonly AlertGroup[], category: ActivityCategory, which: Counted = () => true) =>
    countOf(of, (group) => categoryOf(group.activityType) === category && which(group));
  const now = all.filter((category) => numberIn(groups, category) > 0);
  return {
    now: now.toSorted(
      (left, right) =>
        numberIn(groups, right, isHigh) - numberIn(groups, left, isHigh) ||
        numberIn(groups, right) - numberIn(groups, left) ||
        left.localeCompare(right, 'en'),
    ),
    gone: all.filter((category) => !now.includes(category) && numberIn(before, category) > 0),
  };
}
