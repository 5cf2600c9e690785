import './dashboard.css';
import type { ChartPoint, DASHBOARD_PERIODS } from '@clearwatch/contracts/dashboard.dto';
import { displayName, maskAccount } from '@clearwatch/domain/members/member-names';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { getChart, listTopDepositors } from '../../api/dashboard-api.ts';
import { ChartTableToggle } from '../../components/charts/chart-panel.tsx';
import { Panel, PanelEmpty, QueryStates, SkeletonLines } from '../../components/panel.tsx';
import { type Column, DataTable, moneyColumn } from '../../components/tables/data-table.tsx';
import { lazyComponent } from '../../lib/code-loading.ts';
import { formatDay, formatShortDay } from '../../lib/date-format.ts';
import { formatMoney, formatQuantity, formatThousands } from '../../lib/number-format.ts';
import { memberPath } from '../../lib/page-paths.ts';
import { useUrlChoice } from '../../lib/use-url-state.ts';
import { DEFAULT_PERIOD, MetricCards } from './metric-cards.tsx';
import { UnusualActivityPanel } from './unusual-activity-panel.tsx';

type Period = (typeof DASHBOARD_PERIODS)[number];

const PERIOD_LABELS: Record<Period, string> = {
  30: 'Last 30 Days',
  60: 'Last 60 Days',
  90: 'Last 90 Days',
  365: 'Last 12 Months',
};

/** The first value is the default. */
const PERIOD_VALUES: [`${Period}`, ...`${Period}`[]] = [`${DEFAULT_PERIOD}`, '30', '60', '90'];

const PERIOD_OPTIONS = Object.entries(PERIOD_LABELS).map(([days, label]) => ({
  value: Number(days) as Period,
  label,
}));

const TREND_COLUMNS: Column<ChartPoint>[] = [
  { title: 'Week of', cell: ({ week }) => formatDay(week) },
  moneyColumn('Credits', 'credits'),
  moneyColumn('Debits', 'debits'),
];

const TrendChart = lazyComponent(() => import('../../components/charts/credit-debit-chart.tsx'));
const CHART_HEIGHT_PX = 446;
const SERIES_NAMES = { credits: 'Credits', debits: 'Debits' };

export function TransactionTrends() {
  const [period, setPeriod] = useUrlChoice('period', PERIOD_VALUES);
  const days = Number(period) as Period;
  const [shownAs, setShownAs] = useUrlChoice('trend', ['chart', 'table']);
  const asTable = shownAs === 'table';
  const chart = useQuery(getChart(days));
  const skeleton = <SkeletonLines lines={1} height={CHART_HEIGHT_PX} />;

  return (
    <Panel
      title="Transaction Trends"
      actions={
        <>
          <Segmented<Period>
            size="small"
            aria-label="Period"
            options={PERIOD_OPTIONS}
            value={days}
            onChange={(to) => setPeriod(`${to}`)}
          />
          <ChartTableToggle asTable={asTable} onChange={setShownAs} />
        </>
      }
    >
      <QueryStates query={chart} skeleton={skeleton} failed="The trends could not be loaded.">
        {(points) => {
          if (points.length === 0) return <PanelEmpty text="No transaction data available for the selected period" />;
          if (asTable) {
            return (
              <DataTable
                caption="Credits and debits per week"
                columns={TREND_COLUMNS}
                rows={points}
                rowKey={({ week }) => week}
              />
            );
          }
          return (
            <Suspense fallback={skeleton}>
              <TrendChart
                points={points}
                names={SERIES_NAMES}
                short={formatShortDay}
                long={formatDay}
                // Spec, Transaction Trends: always thousands with a K.
                axis={formatThousands}
                height={CHART_HEIGHT_PX}
                description={`Credits and debits per week, from ${formatDay(points[0]?.week ?? '')} to ${formatDay(points.at(-1)?.week ?? '')}. The Table button shows the figures.`}
                fileName="transaction-trends"
              />
            </Suspense>
          );
        }}
      </QueryStates>
    </Panel>
  );
}

/** Spec section 9. */
const TOP_RECIPIENTS_QUERY = { limit: 10, days: 365 };
const LINK_TO_ALL_ABOVE = 4;

function TopRecipients() {
  const recipients = useQuery(listTopDepositors(TOP_RECIPIENTS_QUERY));
  return (
    <Panel title="Top 10 Credit Recipients (12 Months)" flush>
      <QueryStates
        query={recipients}
        skeleton={
          <div className="recipients-skeleton">
            <SkeletonLines lines={6} height={40} />
          </div>
        }
        failed="The credit recipients could not be loaded."
      >
        {(members) =>
          members.length === 0 ? (
            <PanelEmpty text="No credit recipient data available. Please upload transaction data first.">
              <Link to="/import">Import a file</Link>
            </PanelEmpty>
          ) : (
            <>
              <ol className="recipients">
                {members.map((member, index) => (
                  <li key={member.id}>
                    <span className="recipient-rank figures">{index + 1}</span>
                    <span className="recipient-who">
                      <Link className="recipient-name" to={memberPath(member)}>
                        {displayName(member)}
                      </Link>
                      <span className="recipient-account quiet">
                        <span>{member.company}</span>
                        <span className="figures">{maskAccount(member.accountNumber)}</span>
                      </span>
                    </span>
                    <span className="recipient-figures figures">
                      <strong>{formatMoney(member.totalCredits)}</strong>
                      <span className="quiet">{formatQuantity(member.transactionCount, 'transaction')}</span>
                    </span>
                  </li>
                ))}
              </ol>
              {members.length > LINK_TO_ALL_ABOVE && (
                <p className="recipients-all">
                  <Link to="/analysis?sort=totalCredits&order=desc">View All Depositors</Link>
                </p>
              )}
            </>
          )
        }
      </QueryStates>
    </Panel>
  );
}

export default function DashboardScreen() {
  return (
    <div className="dashboard">
      <MetricCards />
      <div className="dashboard-row">
        <TransactionTrends />
        <TopRecipients />
      </div>
      <UnusualActivityPanel />
    </div>
  );
}
