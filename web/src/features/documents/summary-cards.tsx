import { useQuery } from '@tanstack/react-query';
import { getMetrics } from '../../api/get-metrics.ts';
import { AsOf } from '../../figures/as-of.tsx';
import { FigureCard } from '../../figures/figure-card.tsx';
import { FigureCardsSkeleton } from '../../figures/figure-cards.tsx';
import { formatCount } from '../../formats/count.ts';
import { formatMoney, formatWholeDollars } from '../../formats/money.ts';
import { QueryStates } from '../../panels/panel-states.tsx';

const PERIOD_DAYS = 30;

/** The 30 days of the dashboard: what changes when documents are imported. */
export function SummaryCards() {
  const metrics = useQuery(getMetrics(PERIOD_DAYS));
  return (
    <QueryStates
      query={metrics}
      skeleton={<FigureCardsSkeleton count={3} />}
      failed="The key figures could not be loaded."
    >
      {({ asOf, totalCredits, totalDebits, activeMembers }) => (
        <section aria-label="Key figures of 30 days">
          {asOf !== null && <AsOf day={asOf} />}
          <div className="documents-figures">
            <FigureCard
              label="Total Credits"
              definition="totalCredits"
              figure={formatWholeDollars(totalCredits)}
              exact={formatMoney(totalCredits)}
              note="30 days"
            />
            <FigureCard
              label="Total Debits"
              definition="totalDebits"
              figure={formatWholeDollars(totalDebits)}
              exact={formatMoney(totalDebits)}
              note="30 days"
            />
            <FigureCard
              label="Active Members"
              definition="activeMembers"
              figure={formatCount(activeMembers)}
              note="30 days"
            />
          </div>
        </section>
      )}
    </QueryStates>
  );
}
