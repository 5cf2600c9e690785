import type { ActivityCategory } from '@clearwatch/contracts/alerts';
import type { UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { Button, Tabs } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { getAlertCounts, searchAlerts } from '../../api/alerts-api.ts';
import type { Page } from '../../api/api-client.ts';
import { PanelEmpty, PanelError } from '../../components/panel.tsx';
import { PageStates } from '../../components/tables/paged-list.tsx';
import { useToasts } from '../../components/toasts.tsx';
import { alertName } from '../../lib/alert-labels.ts';
import { useShortcutsEnabled } from '../../lib/keyboard-shortcuts.ts';
import { formatCount, formatQuantity } from '../../lib/number-format.ts';
import { useListedAlerts } from '../../lib/opened-alert.ts';
import { useUrlState } from '../../lib/use-url-state.ts';
import {
  type AlertSelection,
  BulkReviewDialog,
  type ReviewTarget,
  SelectionBar,
  useAlertSelection,
} from './alert-bulk-review.tsx';
import { AlertCard, AlertCards, AlertCardsSkeleton } from './alert-card.tsx';
import { AlertFilterBar } from './alert-filter-bar.tsx';
import { AlertListKeyLegend, useCardKeys } from './alert-list-keys.tsx';
import {
  ALERT_TABS,
  ALERTS_PER_PAGE,
  type AlertListState,
  type AlertTab,
  alertListAddress,
  alertListQuery,
  CATEGORIES,
  hasReversedAlertDates,
  isAlertListFiltered,
  NO_ALERT_FILTERS,
  OTHER_SCREEN_PARAMS,
  readAlertList,
  TAB_TEXT,
  writeAlertList,
} from './alert-list-state.ts';

interface AlertPagesProps {
  state: AlertListState;
  query: UseQueryResult<Page<UnusualActivity>>;
  selection: AlertSelection;
  onReview: () => void;
  onPage: (page: number) => void;
  empty: ReactNode;
}

function AlertPages({ state, query, selection, onReview, onPage, empty }: AlertPagesProps) {
  return (
    <PageStates
      query={query}
      page={state.page}
      pageSize={ALERTS_PER_PAGE}
      onPage={onPage}
      skeleton={<AlertCardsSkeleton />}
      failed="The alerts could not be loaded."
      empty={empty}
    >
      {(page) => (
        <>
          <SelectionBar state={state} page={page} selection={selection} onReview={onReview} />
          <AlertCards alerts={page.items} selection={selection} />
        </>
      )}
    </PageStates>
  );
}

/** Spec section 9. */
const ALERTS_PER_CATEGORY = 3;

function useAlertList(state: AlertListState) {
  const isByCategory = state.tab === 'categories';
  const canQuery = !hasReversedAlertDates(state);
  const page = useQuery({
    ...searchAlerts(alertListQuery(state)),
    enabled: canQuery && !isByCategory,
  });
  const queries = useQueries({
    queries: (isByCategory && canQuery ? CATEGORIES : []).map((category) =>
      searchAlerts(alertListQuery({ ...state, category, page: 1 }, ALERTS_PER_CATEGORY)),
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

interface AlertsByCategoryProps {
  state: AlertListState;
  categories: { category: ActivityCategory; query: UseQueryResult<Page<UnusualActivity>> }[];
  empty: ReactNode;
}

function AlertsByCategory({ state, categories, empty }: AlertsByCategoryProps) {
  const failed = categories.filter(({ query }) => query.isError && query.data === undefined);
  const [first] = failed;
  if (first !== undefined) {
    return (
      <PanelError
        what="The alerts could not be loaded."
        error={first.query.error}
        onRetry={() => failed.forEach(({ query }) => void query.refetch())}
      />
    );
  }
  const known = categories.flatMap(({ category, query: { data } }) =>
    data === undefined ? [] : [{ category, alerts: data.items, total: data.total }],
  );
  if (known.length < categories.length) {
    return (
      <div aria-busy="true">
        <span className="visually-hidden">Loading...</span>
        <AlertCardsSkeleton />
      </div>
    );
  }
  const found = known.filter(({ total }) => total > 0);
  if (found.length === 0) return empty;
  return found.map((part) => <CategoryAlertsSection key={part.category} {...part} state={state} />);
}

interface CategoryAlertsSectionProps {
  category: ActivityCategory;
  alerts: UnusualActivity[];
  total: number;
  state: AlertListState;
}

function CategoryAlertsSection({ category, alerts, total, state }: CategoryAlertsSectionProps) {
  const address = alertListAddress({ ...state, tab: 'all', category, page: 1 }, useSearchParams()[0]);
  const more = total - ALERTS_PER_CATEGORY;
  return (
    <section className="category-part" aria-label={category}>
      <h3>
        <Link to={address}>{category}</Link> <span className="quiet">{formatQuantity(total, 'alert')}</span>
      </h3>
      <ul className="alert-cards" aria-label={`Alerts of ${category}`}>
        {alerts.slice(0, ALERTS_PER_CATEGORY).map((alert) => (
          <AlertCard key={alert.id} alert={alert} verb="Review" />
        ))}
      </ul>
      {more > 0 && (
        <Link className="category-more" to={address} aria-label={`${formatCount(more)} more of ${category}`}>
          +{formatCount(more)} more
        </Link>
      )}
    </section>
  );
}

function EmptyAlertList({ state, onClear }: { state: AlertListState; onClear: () => void }) {
  const { data: counts } = useQuery(getAlertCounts());
  if (isAlertListFiltered(state)) {
    return (
      <PanelEmpty text="No alerts match the filters.">
        <Button onClick={onClear}>Clear filters</Button>
      </PanelEmpty>
    );
  }
  return (
    <PanelEmpty text={TAB_TEXT[state.tab].empty}>
      {counts?.transactions === 0 && <Link to="/import">Import a file</Link>}
    </PanelEmpty>
  );
}

const ALERT_LIST_ADDRESS = { read: readAlertList, write: writeAlertList, beside: OTHER_SCREEN_PARAMS };

export function AlertList() {
  const { state, change, amend } = useUrlState(ALERT_LIST_ADDRESS);
  const { page, categories, shown } = useAlertList(state);
  useListedAlerts(shown);
  const toasts = useToasts();
  const list = useRef<HTMLDivElement>(null);
  const [keys, setKeys] = useShortcutsEnabled();
  const [decision, setDecision] = useState<ReviewTarget | null>(null);
  const isByCategory = state.tab === 'categories';
  const selection = useAlertSelection(writeAlertList({ ...state, page: 1, sort: 'worklist' }).toString());

  const ask = (about: ReviewTarget): void => {
    // The toast of the last decision would cover the dialog.
    toasts.clear();
    setDecision(about);
  };
  const reviewSelected = (): void => ask({ ids: [...selection.ids], name: null });
  const openAlert = (id: number | null) => shown.find((alert) => alert.id === id && !alert.reviewed);
  useCardKeys(list, keys, {
    onReview: (id) => {
      const alert = openAlert(id);
      if (selection.ids.size > 0) reviewSelected();
      else if (alert !== undefined) ask({ ids: [alert.id], name: alertName(alert) });
    },
    onSelect: (id) => {
      if (!isByCategory && openAlert(id) !== undefined) selection.toggle(id);
    },
  });

  const empty = <EmptyAlertList state={state} onClear={() => change(NO_ALERT_FILTERS)} />;
  return (
    <section className="panel" id="alerts" aria-label="Alerts">
      <h2 className="visually-hidden">Alerts</h2>
      <div className="alert-tabs">
        <Tabs
          activeKey={state.tab}
          items={ALERT_TABS.map((key) => ({ key, label: TAB_TEXT[key].label }))}
          onChange={(tab) => change({ tab: tab as AlertTab })}
          animated={false}
        />
        <AlertListKeyLegend enabled={keys} onToggle={setKeys} />
      </div>
      <AlertFilterBar state={state} onChange={change} onSearch={(search) => amend({ search })} />
      <div ref={list}>
        {hasReversedAlertDates(state) && <PanelEmpty text="The last day is before the first." />}
        {!hasReversedAlertDates(state) && isByCategory && (
          <AlertsByCategory state={state} categories={categories} empty={empty} />
        )}
        {!hasReversedAlertDates(state) && !isByCategory && (
          <AlertPages
            state={state}
            query={page}
            selection={selection}
            onReview={reviewSelected}
            onPage={(to) => change({ page: to })}
            empty={empty}
          />
        )}
      </div>
      {decision !== null && (
        <BulkReviewDialog decision={decision} onClose={() => setDecision(null)} onDecided={selection.clear} />
      )}
    </section>
  );
}
