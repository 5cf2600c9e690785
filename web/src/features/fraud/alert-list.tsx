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
import { isRangeReversed } from '../../lib/list-query.ts';
import { formatCount, formatQuantity } from '../../lib/number-format.ts';
import { useListedAlerts } from '../../lib/opened-alert.ts';
import { useUrlState } from '../../lib/use-url-state.ts';
import { BulkReviewDialog, type ReviewTarget, SelectionBar, useAlertSelection } from './alert-bulk-review.tsx';
import { AlertCard, AlertCardsSkeleton } from './alert-card.tsx';
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
  isAlertListFiltered,
  NO_ALERT_FILTERS,
  OTHER_SCREEN_PARAMS,
  readAlertList,
  TAB_TEXT,
  writeAlertList,
} from './alert-list-state.ts';

/** Spec section 9. */
const ALERTS_PER_CATEGORY = 3;

interface AlertsByCategoryProps {
  state: AlertListState;
  queries: UseQueryResult<Page<UnusualActivity>>[];
  empty: ReactNode;
}

function AlertsByCategory({ state, queries, empty }: AlertsByCategoryProps) {
  const [params] = useSearchParams();
  const failed = queries.filter((query) => query.isError && query.data === undefined);
  if (failed.length > 0) {
    return (
      <PanelError
        what="The alerts could not be loaded."
        error={failed[0]?.error}
        onRetry={() => failed.forEach((query) => void query.refetch())}
      />
    );
  }
  if (queries.some(({ data }) => data === undefined)) {
    return (
      <div aria-busy="true">
        <span className="visually-hidden">Loading...</span>
        <AlertCardsSkeleton />
      </div>
    );
  }
  if (queries.every(({ data }) => data?.total === 0)) return empty;
  return CATEGORIES.map((category, at) => {
    const { items = [], total = 0 } = queries[at]?.data ?? {};
    if (total === 0) return null;
    const address = alertListAddress({ ...state, tab: 'all', category, page: 1 }, params);
    const more = total - ALERTS_PER_CATEGORY;
    return (
      <section key={category} className="category-part" aria-label={category}>
        <h3>
          <Link to={address}>{category}</Link> <span className="quiet">{formatQuantity(total, 'alert')}</span>
        </h3>
        <ul className="alert-cards" aria-label={`Alerts in ${category}`}>
          {items.slice(0, ALERTS_PER_CATEGORY).map((alert) => (
            <AlertCard key={alert.id} alert={alert} verb="Review" />
          ))}
        </ul>
        {more > 0 && (
          <Link className="category-more" to={address} aria-label={`${formatCount(more)} more in ${category}`}>
            +{formatCount(more)} more
          </Link>
        )}
      </section>
    );
  });
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

const ALERT_LIST_ADDRESS = { read: readAlertList, write: writeAlertList, otherParams: OTHER_SCREEN_PARAMS };

export function AlertList() {
  const { state, change, amend } = useUrlState(ALERT_LIST_ADDRESS);
  const isByCategory = state.tab === 'categories';
  const isReversed = isRangeReversed(state);
  const page = useQuery({ ...searchAlerts(alertListQuery(state)), enabled: !isReversed && !isByCategory });
  const queries = useQueries({
    queries: (isByCategory && !isReversed ? CATEGORIES : []).map((category) =>
      searchAlerts(alertListQuery({ ...state, category, page: 1 }, ALERTS_PER_CATEGORY)),
    ),
  });
  const shown = (isByCategory ? queries : [page]).flatMap(({ data }) => data?.items ?? []);
  useListedAlerts(shown);
  const toasts = useToasts();
  const list = useRef<HTMLDivElement>(null);
  const [keys, setKeys] = useShortcutsEnabled();
  const [target, setTarget] = useState<ReviewTarget | null>(null);
  const selection = useAlertSelection(writeAlertList({ ...state, page: 1, sort: 'worklist' }).toString());

  const review = (about: ReviewTarget): void => {
    // The toast from the previous decision would cover the dialog.
    toasts.clear();
    setTarget(about);
  };
  const reviewSelected = (): void => review({ ids: [...selection.ids], name: null });
  const openAlert = (id: number | null) => shown.find((alert) => alert.id === id && !alert.reviewed);
  useCardKeys(list, keys, {
    onReview: (id) => {
      const alert = openAlert(id);
      if (selection.ids.size > 0) reviewSelected();
      else if (alert !== undefined) review({ ids: [alert.id], name: alertName(alert) });
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
        {isReversed && <PanelEmpty text="The end date is before the start date." />}
        {!isReversed && isByCategory && <AlertsByCategory state={state} queries={queries} empty={empty} />}
        {!isReversed && !isByCategory && (
          <PageStates
            query={page}
            page={state.page}
            pageSize={ALERTS_PER_PAGE}
            onPage={(to) => change({ page: to })}
            skeleton={<AlertCardsSkeleton />}
            failed="The alerts could not be loaded."
            empty={empty}
          >
            {(found) => (
              <>
                <SelectionBar state={state} page={found} selection={selection} onReview={reviewSelected} />
                <ul className="alert-cards" aria-label="Alerts">
                  {found.items.map((alert) => (
                    <AlertCard
                      key={alert.id}
                      alert={alert}
                      verb="Mark Reviewed"
                      choice={{
                        isChosen: selection.ids.has(alert.id),
                        onToggle: () => selection.toggle(alert.id),
                      }}
                    />
                  ))}
                </ul>
              </>
            )}
          </PageStates>
        )}
      </div>
      {target !== null && (
        <BulkReviewDialog target={target} onClose={() => setTarget(null)} onDecided={selection.clear} />
      )}
    </section>
  );
}
