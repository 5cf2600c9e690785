import { BarsOutlined, LineChartOutlined } from '@ant-design/icons';
import type { ChartPoint, DASHBOARD_PERIODS } from '@clearwatch/contracts/dashboard.dto';
import { useQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { Suspense } from 'react';
import { getChart } from '../../api/dashboard-api.ts';
import { Panel, PanelEmpty, QueryStates, SkeletonLines } from '../../components/panel.tsx';
import { type Column, DataTable } from '../../components/tables/data-table.tsx';
import { lazyComponent } from '../../lib/code-loading.ts';
import { formatDay } from '../../lib/date-format.ts';
import { formatMoney } from '../../lib/number-format.ts';
import { useUrlChoice } from '../../lib/use-url-state.ts';

/** Days; the contract's list. */
type Period = (typeof DASHBOARD_PERIODS)[number];

const PERIOD_LABELS: Record<Period, string> = {
  30: 'Last 30 Days',
  60: 'Last 60 Days',
  90: 'Last 90 Days',
  365: 'Last 12 Months',
};

export const DEFAULT_PERIOD: Period = 365;

/** As addresses say them, the usual one first. */
const PERIOD_VALUES: [`${Period}`, ...`${Period}`[]] = [`${DEFAULT_PERIOD}`, '30', '60', '90'];

const PERIOD_OPTIONS = Object.entries(PERIOD_LABELS).map(([days, label]) => ({
  value: Number(days) as Period,
  label,
}));

const TREND_COLUMNS: Column<ChartPoint>[] = [
  { title: 'Week of', cell: ({ week }) => formatDay(week) },
  { title: 'Credits', cell: ({ credits }) => formatMoney(credits), numeric: true },
  { title: 'Debits', cell: ({ debits }) => formatMoney(debits), numeric: true },
];

/** The chart's figures to the cent, for those who cannot or would rather not read a line. */
function TrendTable({ points }: { points: ChartPoint[] }) {
  return (
    <DataTable
      caption="Credits and debits per week"
      columns={TREND_COLUMNS}
      rows={points}
      rowKey={({ week }) => week}
    />
  );
}

const TrendChart = lazyComponent(() => import('./transaction-trend-chart.tsx'));
const CHART_HEIGHT_PX = 446;

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
          <Button
            size="small"
            icon={asTable ? <LineChartOutlined aria-hidden /> : <BarsOutlined aria-hidden />}
            onClick={() => setShownAs(asTable ? 'chart' : 'table')}
          >
            {asTable ? 'Chart' : 'Table'}
          </Button>
        </>
      }
    >
      <QueryStates query={chart} skeleton={skeleton} failed="The trends could not be loaded.">
        {(points) => {
          if (points.length === 0) {
            return <PanelEmpty text="No transaction data available for the selected period" />;
          }
          if (asTable) return <TrendTable points={points} />;
          return (
            <Suspense fallback={skeleton}>
              <TrendChart points={points} height={CHART_HEIGHT_PX} />
            </Suspense>
          );
        }}
      </QueryStates>
    </Panel>
  );
}
