import {
  ACTIVITY_CATEGORIES,
  type ActivityCategory,
  categoryOf,
  type RiskLevel,
} from '@clearwatch/contracts/alerts';
import type { AlertCounts, CategoryCount } from '@clearwatch/contracts/alerts.dto';
import type { AlertGroup } from './alert-counts.repository.ts';

const CATEGORIES = [...new Set<ActivityCategory>(Object.values(ACTIVITY_CATEGORIES))];

/** Every category has its line, those without alerts included; types this version does not know are Other Patterns. */
export function sumUp(groups: readonly AlertGroup[]): Omit<AlertCounts, 'transactions' | 'accounts'> {
  const ofRisk = (risk: RiskLevel) => totalOf(groups.filter(({ riskLevel }) => riskLevel === risk));
  const total = totalOf(groups);
  const unreviewed = unreviewedOf(groups);
  return {
    total,
    high: ofRisk('high'),
    medium: ofRisk('medium'),
    low: ofRisk('low'),
    unreviewed,
    reviewed: total - unreviewed,
    categories: CATEGORIES.map((category) => categoryCount(category, groups)),
  };
}

function categoryCount(category: ActivityCategory, groups: readonly AlertGroup[]): CategoryCount {
  const own = groups.filter(({ activityType }) => categoryOf(activityType) === category);
  return {
    category,
    total: totalOf(own),
    high: totalOf(own.filter(({ riskLevel }) => riskLevel === 'high')),
    unreviewed: unreviewedOf(own),
  };
}

function totalOf(groups: readonly AlertGroup[]): number {
  return groups.reduce((sum, { alerts }) => sum + alerts, 0);
}

function unreviewedOf(groups: readonly AlertGroup[]): number {
  return totalOf(groups.filter(({ reviewed }) => !reviewed));
}
