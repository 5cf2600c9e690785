import { ACTIVITY_CATEGORIES } from '@clearwatch/contracts/alerts';
import type { AlertCounts, CategoryCount } from '@clearwatch/contracts/alerts.dto';
import type { FullAnalysis, RuleQuality } from '@clearwatch/contracts/detection-policy.dto';

/** Builders of complete, plausible alert statistics. A test passes only the fields that it checks. */

/** @param categories counts by category; other categories have no alerts */
export function alertCounts(
  over: Partial<AlertCounts> = {},
  categories: Record<string, Omit<CategoryCount, 'category'>> = {
    Structuring: { total: 5, high: 4, unreviewed: 3 },
  },
): AlertCounts {
  const all = [...new Set(Object.values(ACTIVITY_CATEGORIES))];
  return {
    total: 41,
    high: 14,
    medium: 20,
    low: 7,
    unreviewed: 30,
    reviewed: 11,
    transactions: 13_190,
    accounts: 2_583,
    ...over,
    categories: all.map((category) => ({
      category,
      ...(categories[category] ?? { total: 0, high: 0, unreviewed: 0 }),
    })),
  };
}

export function anAnalysis(over: Partial<FullAnalysis> = {}): FullAnalysis {
  return Object.assign(
    {
      runId: 5,
      state: 'finished',
      shardsDone: 40,
      shards: 40,
      alertsGenerated: 12,
      requestedBy: 'lena',
      createdAt: new Date(2026, 10, 20, 9, 30).toISOString(),
      finishedAt: new Date(2026, 10, 20, 9, 32).toISOString(),
    } as const,
    over,
  );
}

/** Before the first full analysis. */
export function noAnalysis(): FullAnalysis {
  return {
    runId: null,
    state: null,
    shardsDone: 0,
    shards: 0,
    alertsGenerated: 0,
    requestedBy: null,
    createdAt: null,
    finishedAt: null,
  };
}

export function aRuleQuality(over: Partial<RuleQuality> = {}): RuleQuality {
  return Object.assign(
    {
      activityType: 'structuring',
      policyVersion: 3,
      alerts: 24,
      open: 10,
      falsePositive: 2,
      explained: 4,
      suspicious: 5,
      escalated: 1,
      unstated: 2,
      falsePositiveRate: '50.0',
    },
    over,
  );
}
