import { LineChart as LineSeries } from 'echarts/charts';
import { DataZoomInsideComponent, DataZoomSliderComponent, GridComponent, LegendComponent } from 'echarts/components';
import type { EChartsCoreOption } from 'echarts/core';
import * as echarts from 'echarts/core';
import { useMemo } from 'react';
import { formatAxisDollars, formatWholeDollars } from '../../lib/number-format.ts';
import { Chart, type ChartFrame } from './chart.tsx';
import {
  type ChartStyle,
  chartGrid,
  chartLegend,
  chartTooltip,
  timeAxis,
  useChartStyle,
  valueAxis,
  zoomControls,
} from './chart-style.ts';

export type CreditDebitPoint = ({ week: string } | { month: string }) & { credits: string; debits: string };

interface CreditDebitSeries {
  points: readonly CreditDebitPoint[];
  look: ChartStyle;
  names: { credits: string; debits: string };
  short: (at: string) => string;
  long: (at: string) => string;
  axis: (dollars: number) => string;
}

const ZOOM_FROM_POINTS = 26;

/** ECharts inserts tooltips as HTML: use only figures and dates formatted here, never text from data. */
export function creditDebitOption(series: CreditDebitSeries): EChartsCoreOption {
  const { points, look, names, short, long, axis } = series;
  const zoomable = points.length >= ZOOM_FROM_POINTS;
  return {
    grid: chartGrid({ bottom: zoomable ? 48 : 10 }),
    legend: chartLegend(look),
    tooltip: {
      ...chartTooltip(look),
      trigger: 'axis',
      valueFormatter: (dollars: unknown) => formatWholeDollars(String(Number(dollars))),
    },
    xAxis: {
      ...timeAxis(look, short),
      data: points.map((point) => ('week' in point ? point.week : point.month)),
      axisPointer: { label: { formatter: ({ value }: { value: string }) => long(value) } },
    },
    yAxis: { ...valueAxis(look, axis), min: 0 },
    dataZoom: zoomable ? zoomControls(look, long) : [],
    series: (['credits', 'debits'] as const).map((kind) => ({
      type: 'line',
      name: names[kind],
      data: points.map((point) => Number(point[kind])),
      color: look[kind],
      lineStyle: { width: 2 },
      symbolSize: 6,
      // One point draws no line, and two draw only one segment, so symbols are shown.
      showSymbol: points.length < 3,
    })),
  };
}

echarts.use([DataZoomInsideComponent, DataZoomSliderComponent, GridComponent, LegendComponent, LineSeries]);

interface CreditDebitChartProps extends ChartFrame, Omit<CreditDebitSeries, 'look' | 'axis'> {
  axis?: (dollars: number) => string;
}

export default function CreditDebitChart(props: CreditDebitChartProps) {
  const { points, names, short, long, axis = formatAxisDollars, ...frame } = props;
  const look = useChartStyle();
  const option = useMemo(
    () => creditDebitOption({ points, look, names, short, long, axis }),
    [points, look, names, short, long, axis],
  );
  return <Chart option={option} {...frame} />;
}
