import { BarsOutlined, LineChartOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { getChart } from '../../../api/get-chart.ts';
import { Panel } from '../../../panels/panel.tsx';
import { PanelEmpty, QueryStates } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { DEFAULT_PERIOD, PERIODS, type Period } from './periods.ts';
import { TrendTable } from './trend-table.tsx';

const TrendChart = lazy(() => import('./trend-chart.tsx'));
const CHART_HEIGHT_PX = 446;

export function TransactionTrends() {
  const [days, setDays] = useState<Period>(DEFAULT_PERIOD);
  const [asTable, setAsTable] = useState(false);
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
            options={PERIODS}
            value={days}
            onChange={setDays}
          />
          <Button
            size="small"
            icon={asTable ? <LineChartOutlined aria-hidden /> : <BarsOutlined aria-hidden />}
            onClick={() => setAsTable(!asTable)}
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
