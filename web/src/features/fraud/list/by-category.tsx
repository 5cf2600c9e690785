import type { ActivityCategory } from '@clearwatch/contracts/alerts';
import type { UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { formatCount, formatCounted } from '../../../formats/count.ts';
import { PanelError } from '../../../panels/panel-states.tsx';
import { AlertCard } from './alert-card.tsx';
import { AlertCardsSkeleton } from './alert-cards-skeleton.tsx';
import { type AlertListState, alertListAddress } from './alert-list-state.ts';
import { type CategoryAlerts, SHOWN_OF_CATEGORY } from './use-alerts.ts';

interface ByCategoryProps {
  state: AlertListState;
  categories: CategoryAlerts[];
  /** Nothing matches, or nothing is there at all. */
  empty: ReactNode;
}

/** The first alerts of each category, and the way to the others. */
export function ByCategory({ state, categories, empty }: ByCategoryProps) {
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
  return found.map((part) => <CategoryPart key={part.category} {...part} state={state} />);
}

interface CategoryPartProps {
  category: ActivityCategory;
  alerts: UnusualActivity[];
  total: number;
  state: AlertListState;
}

function CategoryPart({ category, alerts, total, state }: CategoryPartProps) {
  const address = alertListAddress({ ...state, tab: 'all', category, page: 1 }, useSearchParams()[0]);
  const more = total - SHOWN_OF_CATEGORY;
  return (
    <section className="category-part" aria-label={category}>
      <h3>
        <Link to={address}>{category}</Link> <span className="quiet">{formatCounted(total, 'alert')}</span>
      </h3>
      <ul className="alert-cards" aria-label={`Alerts of ${category}`}>
        {alerts.slice(0, SHOWN_OF_CATEGORY).map((alert) => (
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
