import { categoryOf } from '@clearwatch/contracts/alerts';
import type { AlertCounts, UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import type { QueryClient } from '@tanstack/react-query';
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

/** Keeps the order until the lists are refetched. Swap `before` and `after` to revert. */
export function applyDecisionToCache(client: QueryClient, before: UnusualActivity, after: Decision): void {
  const less = Number(after.reviewed) - Number(before.reviewed);
  for (const [key, data] of client.getQueriesData({ queryKey: ALERTS_KEY })) {
    if (isPage(data)) {
      const at = data.items.findIndex(({ id }) => id === before.id);
      const alert = data.items[at];
      if (alert === undefined) continue;
      const { reviewed, reviewOutcome, reviewNote, reviewedBy, reviewedAt, sarDueOn } = after;
      const decision = { reviewed, reviewOutcome, reviewNote, reviewedBy, reviewedAt, sarDueOn };
      client.setQueryData(key, { ...data, items: data.items.with(at, Object.assign({}, alert, decision)) });
    } else if (key[1] === 'counts') {
      client.setQueryData<AlertCounts>(key, (counts) => counts && reduceUnreviewed(counts, before, less));
    } else if (key[1] === 'unreviewed' && (key[2] === 'all' || key[2] === before.riskLevel)) {
      client.setQueryData<number>(key, (count) => count && Math.max(0, count - less));
    }
  }
}

function reduceUnreviewed(counts: AlertCounts, { activityType }: UnusualActivity, less: number): AlertCounts {
  const category = categoryOf(activityType);
  return Object.assign({}, counts, {
    unreviewed: Math.max(0, counts.unreviewed - less),
    reviewed: Math.max(0, counts.reviewed + less),
    categories: counts.categories.map((count) =>
      count.category === category
        ? Object.assign({}, count, { unreviewed: Math.max(0, count.unreviewed - less) })
        : count,
    ),
  });
}

const isPage = (data: unknown): data is Page<UnusualActivity> =>
  typeof data === 'object' && data !== null && 'items' in data && Array.isArray(data.items);
