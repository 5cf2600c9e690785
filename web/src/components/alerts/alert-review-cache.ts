import { categoryOf } from '@clearwatch/contracts/alerts';
import type { AlertCounts, UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { ALERTS_KEY } from '../../api/alerts-api.ts';
import type { Page } from '../../api/api-client.ts';

type Decision = Pick<
  UnusualActivity,
  'reviewed' | 'reviewOutcome' | 'reviewNote' | 'reviewedBy' | 'reviewedAt' | 'sarDueOn'
>;

export const NOT_REVIEWED: Decision = {
  reviewed: false,
  reviewOutcome: null,
  reviewNote: null,
  reviewedBy: null,
  reviewedAt: null,
  sarDueOn: null,
};

export function cachedAlert(client: QueryClient, id: number): UnusualActivity | undefined {
  return client
    .getQueriesData({ queryKey: ALERTS_KEY })
    .flatMap(([, data]) => (isPage(data) ? data.items : []))
    .find((alert) => alert.id === id);
}

/**
 * Optimistic update of lists and counts; the order stays until the lists are refetched. Swapping `before` and `after`
 * reverts it.
 */
export function applyDecisionToCache(client: QueryClient, before: UnusualActivity, after: Decision): void {
  for (const [key, data] of client.getQueriesData({ queryKey: ALERTS_KEY })) {
    if (data !== undefined) client.setQueryData(key, withDecisionApplied(key, data, { before, after }));
  }
}

interface Change {
  before: UnusualActivity;
  after: Decision;
}

function withDecisionApplied(key: QueryKey, data: unknown, { before, after }: Change): unknown {
  if (isPage(data)) return pageWithDecision(data, before.id, after);
  const less = Number(after.reviewed) - Number(before.reviewed);
  if (less === 0) return data;
  if (key[1] === 'counts') return countsWithDecision(data as AlertCounts, before, less);
  if (key[1] === 'unreviewed' && (key[2] === 'all' || key[2] === before.riskLevel))
    return Math.max(0, Number(data) - less);
  return data;
}

function pageWithDecision(
  page: Page<UnusualActivity>,
  id: number,
  decision: Decision,
): Page<UnusualActivity> {
  if (!page.items.some((alert) => alert.id === id)) return page;
  return {
    ...page,
    items: page.items.map((alert) => (alert.id === id ? withDecision(alert, decision) : alert)),
  };
}

function withDecision(alert: UnusualActivity, decision: Decision): UnusualActivity {
  const { reviewed, reviewOutcome, reviewNote, reviewedBy, reviewedAt, sarDueOn } = decision;
  return Object.assign({}, alert, { reviewed, reviewOutcome, reviewNote, reviewedBy, reviewedAt, sarDueOn });
}

function countsWithDecision(
  counts: AlertCounts,
  { activityType }: UnusualActivity,
  less: number,
): AlertCounts {
  const category = categoryOf(activityType);
  return Object.assign({}, counts, {
    unreviewed: Math.max(0, counts.unreviewed - less),
    reviewed: Math.max(0, counts.reviewed + less),
    categories: counts.categories.map((one) =>
      one.category === category
        ? Object.assign({}, one, { unreviewed: Math.max(0, one.unreviewed - less) })
        : one,
    ),
  });
}

function isPage(data: unknown): data is Page<UnusualActivity> {
  return typeof data === 'object' && data !== null && 'items' in data && Array.isArray(data.items);
}
