import { ArrowDownOutlined, ArrowUpOutlined, MinusOutlined } from '@ant-design/icons';
import type { DefinedMetric } from '@clearwatch/domain/metric-definitions';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { countUnreviewedAlerts } from '../../api/alerts-api.ts';
import { getChart, getMetrics } from '../../api/dashboard-api.ts';
import { Sparkline } from '../../components/charts/sparkline.tsx';
import { AsOf, DefinitionInfo } from '../../components/definition-info.tsx';
import { PanelEmpty, QueryStates, SkeletonLines } from '../../components/panel.tsx';
import { SampleDataOffer } from '../../components/sample-data-offer.tsx';
import { formatCount, formatMoney, formatPercent, formatWholeDollars, percentChange } from '../../lib/number-format.ts';

function AlertsCard() {
  const unreviewed = useQuery(countUnreviewedAlerts());
  return (
    <article className="panel metric-card" aria-label="Unusual Activity Alerts">
      <div className="metric-head">
        <h2>Unusual Activity Alerts</h2>
        <DefinitionInfo figure="openAlerts" />
      </div>
      <QueryStates query={unreviewed} lines={2} height={20} failed="The alerts could not be counted.">
        {(count) => (
          <>
            <p className="metric-figure figures">{formatCount(count)}</p>
            <p className="metric-change">
              {count === 0 ? (
                'All alerts have been reviewed'
              ) : (
                <Link to="/fraud?tab=unreviewed">waiting for review</Link>
              )}
            </p>
          </>
        )}
      </QueryStates>
    </article>
  );
}

interface MetricCardProps {
  label: string;
  definition: DefinedMetric;
  figure: string;
  exact?: string;
  current: number;
  previous: number;
  /** Whether a rise is good news. */
  rising: 'good' | 'bad';
  /** Weekly figures, oldest first. */
  history?: number[];
  color?: string;
}

/** "$999,999,999" fits the narrowest card in large type. */
const MAX_LARGE_TYPE_LENGTH = 12;

function MetricCard(props: MetricCardProps) {
  const { label, definition, figure, exact, current, previous, rising } = props;
  const { history = [], color = 'currentColor' } = props;
  const change = percentChange({ current, previous });
  // The 0% required by the specification must not read as "no change".
  const fromNothing = previous === 0 && current !== 0;
  // Based on the displayed figure: 0.0% means no change.
  const direction = Math.abs(change) < 0.05 ? 'level' : change > 0 ? 'up' : 'down';
  const { Arrow, word } = DIRECTIONS[direction];
  const isGood = (direction === 'up') === (rising === 'good');
  const tone = direction === 'level' ? 'neutral' : isGood ? 'good' : 'bad';
  return (
    <article className="panel metric-card" aria-label={label}>
      <div className="metric-head">
        <h2>{label}</h2>
        <DefinitionInfo figure={definition} />
      </div>
      <div className="metric-line">
        <p
          className={`metric-figure figures ${figure.length > MAX_LARGE_TYPE_LENGTH ? 'metric-figure-long' : ''}`}
          title={exact}
        >
          {figure}
        </p>
        <Sparkline values={history} color={color} />
      </div>
      <p className={`metric-change tone-${tone}`}>
        <Arrow aria-hidden /> {formatPercent(Math.abs(change))}{' '}
        {fromNothing ? (
          <span className="quiet">nothing in the prior 30 days</span>
        ) : (
          <>
            {word} <span className="quiet">vs prior 30 days</span>
          </>
        )}
      </p>
    </article>
  );
}

const DIRECTIONS = {
  up: { Arrow: ArrowUpOutlined, word: 'up' },
  down: { Arrow: ArrowDownOutlined, word: 'down' },
  level: { Arrow: MinusOutlined, word: 'no change' },
} as const;

/** The specification says 365 (docs/departures.md). */
const PERIOD_DAYS = 30;
/** Days in the chart, which also supplies the history on the cards. */
export const DEFAULT_PERIOD = 365;
/** Taken from the chart's default query, so that no extra request is needed. */
const HISTORY_WEEKS = 26;

export function MetricCards() {
  const metrics = useQuery(getMetrics(PERIOD_DAYS));
  const { data: weeks = [] } = useQuery(getChart(DEFAULT_PERIOD));
  const recent = weeks.slice(-HISTORY_WEEKS);
  return (
    <section aria-label="Key figures" className="key-figures">
      <QueryStates
        query={metrics}
        skeleton={
          <div className="metric-cards">
            {Array.from({ length: 4 }, (_, card) => (
              <div key={card} className="panel metric-card" data-testid="metric-skeleton">
                <SkeletonLines lines={3} height={20} />
              </div>
            ))}
          </div>
        }
        failed="The key figures could not be loaded."
      >
        {(figures) =>
          figures.asOf === null ? (
            <div className="panel">
              <PanelEmpty text="No metrics data available. Please upload transaction data first.">
                <Link to="/import">Import a file</Link>
                <SampleDataOffer />
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
                  color="var(--cw-credits)"
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
                  color="var(--cw-debits)"
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
