import { BarsOutlined, LineChartOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { Suspense } from 'react';
import { useAddressWord } from '../../../addresses/use-address-word.ts';
import { getChart } from '../../../api/get-chart.ts';
import { lazyPart } from '../../../failures/missing-code.ts';
import { Panel } from '../../../panels/panel.tsx';
import { PanelEmpty, QueryStates } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { PERIOD_WORDS, PERIODS, type Period } from './periods.ts';
import { TrendTable } from './trend-table.tsx';

const TrendChart = lazyPart(() => import('./trend-chart.tsx'));
const CHART_HEIGHT_PX = 446;

export function TransactionTrends() {
  const [period, setPeriod] = useAddressWord('period', PERIOD_WORDS);
  const days = Number(period) as Period;
  const [shownAs, setShownAs] = useAddressWord('trend', ['chart', 'table']);
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
            options={PERIODS}
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
