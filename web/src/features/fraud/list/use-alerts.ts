import type { ActivityCategory } from '@clearwatch/contracts/alerts';
import type { UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { searchUnusualActivities } from '../../../api/list-unusual-activities.ts';
import type { Page } from '../../../api/page.ts';
import { type AlertListState, alertListQuery, CATEGORIES, isBackwards } from './alert-list-state.ts';

/** Spec section 9: alerts of each category on the tab By Category. */
export const SHOWN_OF_CATEGORY = 3;

export interface CategoryAlerts {
  category: ActivityCategory;
  query: UseQueryResult<Page<UnusualActivity>>;
}

interface Alerts {
  page: UseQueryResult<Page<UnusualActivity>>;
  /** The first of each category; read only on the tab that shows them. */
  categories: CategoryAlerts[];
  /** Those that stand on the screen. */
  shown: UnusualActivity[];
}

/** What the list shows, read from the server. */
export function useAlerts(state: AlertListState): Alerts {
  const isByCategory = state.tab === 'categories';
  const canBeAsked = !isBackwards(state);
  const page = useQuery({
    ...searchUnusualActivities(alertListQuery(state)),
    enabled: canBeAsked && !isByCategory,
  });
  const queries = useQueries({
    queries: (isByCategory && canBeAsked ? CATEGORIES : []).map((category) =>
      searchUnusualActivities(alertListQuery({ ...state, category, page: 1 }, SHOWN_OF_CATEGORY)),
    ),
  });
  const categories = CATEGORIES.flatMap((category, at) => {
    const query = queries[at];
    return query === undefined ? [] : [{ category, query }];
  });
  const shown = isByCategory
    ? categories.flatMap(({ query }) => query.data?.items ?? [])
    : (page.data?.items ?? []);
  return { page, categories, shown };
}
