import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { getChart } from '../../../api/get-chart.ts';
import { getMetrics } from '../../../api/get-metrics.ts';
import { AsOf } from '../../../figures/as-of.tsx';
import { formatCount } from '../../../formats/count.ts';
import { formatMoney, formatWholeDollars } from '../../../formats/money.ts';
import { PanelEmpty, QueryStates } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { SampleOffer } from '../../../sample-offer/sample-offer.tsx';
import { DEFAULT_PERIOD } from '../trends/periods.ts';
import { AlertsCard } from './alerts-card.tsx';
import { MetricCard } from './metric-card.tsx';

/** The cards speak of 30 days and read 30 days (product.md, departures). */
const PERIOD_DAYS = 30;
/** The cards' small histories come from the chart's default read, so they cost nothing: its last half year. */
const HISTORY_WEEKS = 26;

export function MetricCards() {
  const metrics = useQuery(getMetrics(PERIOD_DAYS));
  const { data: weeks = [] } = useQuery(getChart(DEFAULT_PERIOD));
  const recent = weeks.slice(-HISTORY_WEEKS);
  return (
    <section aria-label="Key figures" className="key-figures">
      <QueryStates
        query={metrics}
        skeleton={<MetricSkeleton />}
        failed="The key figures could not be loaded."
      >
        {(figures) =>
          figures.asOf === null ? (
            <div className="panel">
              <PanelEmpty text="No metrics data available. Please upload transaction data first.">
                <Link to="/import">Import a file</Link>
                <SampleOffer />
              </PanelEmpty>
            </div>
          ) : (
            <>
              <AsOf day={figures.asOf} />
              <div className="metric-cards">
                <MetricCard
                  label="Total Credits (30 days)"
                  definition="totalCredits"
                  figure={formatWholeDollars(figures.totalCredits)}
                  exact={formatMoney(figures.totalCredits)}
                  current={Number(figures.totalCredits)}
                  previous={Number(figures.previousPeriodCredits)}
                  rising="good"
                  history={recent.map(({ credits }) => Number(credits))}
                  colour="var(--cw-credits)"
                />
                <MetricCard
                  label="Total Debits (30 days)"
                  definition="totalDebits"
                  figure={formatWholeDollars(figures.totalDebits)}
                  exact={formatMoney(figures.totalDebits)}
                  current={Number(figures.totalDebits)}
                  previous={Number(figures.previousPeriodDebits)}
                  rising="bad"
                  history={recent.map(({ debits }) => Number(debits))}
                  colour="var(--cw-debits)"
                />
                <MetricCard
                  label="Active Members"
                  definition="activeMembers"
                  figure={formatCount(figures.activeMembers)}
                  current={figures.activeMembers}
                  previous={figures.previousActiveMembers}
                  rising="good"
                />
                <AlertsCard />
              </div>
            </>
          )
        }
      </QueryStates>
    </section>
  );
}

function MetricSkeleton() {
  return (
    <div className="metric-cards">
      {['credits', 'debits', 'members', 'alerts'].map((card) => (
        <div key={card} className="panel metric-card" data-testid="metric-skeleton">
          <SkeletonLines lines={3} height={20} />
        </div>
      ))}
    </div>
  );
}
