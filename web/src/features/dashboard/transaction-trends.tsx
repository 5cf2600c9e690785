import type { ChartPoint, DASHBOARD_PERIODS } from '@clearwatch/contracts/dashboard.dto';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { Suspense } from 'react';
import { getChart } from '../../api/dashboard-api.ts';
import { ChartTableToggle } from '../../components/charts/chart-panel.tsx';
import { Panel, PanelEmpty, QueryStates, SkeletonLines } from '../../components/panel.tsx';
import { type Column, DataTable, moneyColumn } from '../../components/tables/data-table.tsx';
import { lazyComponent } from '../../lib/code-loading.ts';
import { formatDay, formatShortDay } from '../../lib/date-format.ts';
import { formatThousands } from '../../lib/number-format.ts';
import { useUrlChoice } from '../../lib/use-url-state.ts';

type Period = (typeof DASHBOARD_PERIODS)[number];

const PERIOD_LABELS: Record<Period, string> = {
  30: 'Last 30 Days',
  60: 'Last 60 Days',
  90: 'Last 90 Days',
  365: 'Last 12 Months',
};

export const DEFAULT_PERIOD: Period = 365;

/** The first one is the default. */
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
          if (points.length === 0) {
            return <PanelEmpty text="No transaction data available for the selected period" />;
          }
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
                description={`Credits and debits per week, from ${formatDay(points[0]?.week ?? '')} to ${formatDay(points.at(-1)?.week ?? '')}. The table button shows the figures.`}
                fileName="transaction-trends"
              />
            </Suspense>
          );
        }}
      </QueryStates>
    </Panel>
  );
}
