import { LineChart as LineSeries } from 'echarts/charts';
import {
  DataZoomInsideComponent,
  DataZoomSliderComponent,
  GridComponent,
  LegendComponent,
} from 'echarts/components';
import type { EChartsCoreOption } from 'echarts/core';
import * as echarts from 'echarts/core';
import { useMemo } from 'react';
import { formatAxisDollars, formatWholeDollars } from '../../lib/number-format.ts';
import { Chart, type ChartProps } from './chart.tsx';
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

/** What came in and went out within one step of the time axis. */
export interface CreditDebitPoint {
  /** ISO week or month. */
  at: string;
  /** Decimal text. */
  credits: string;
  debits: string;
}

interface CreditDebitSeries {
  points: readonly CreditDebitPoint[];
  look: ChartStyle;
  names: { credits: string; debits: string };
  /** `at` as the axis and as the tooltip write it. */
  short: (at: string) => string;
  long: (at: string) => string;
  /** Dollars on the axis. */
  axis: (dollars: number) => string;
}

/** From this many points on a slider lets the reader look closer. */
const ZOOM_FROM_POINTS = 26;

/**
 * Credits and debits over time, the axis from zero. ECharts puts tooltips into the page as HTML: only figures and dates
 * formatted here may reach them, never text of the data.
 */
export function creditDebitOption({
  points,
  look,
  names,
  short,
  long,
  axis,
}: CreditDebitSeries): EChartsCoreOption {
  const zoomable = points.length >= ZOOM_FROM_POINTS;
  return {
    textStyle: { fontFamily: look.font },
    grid: chartGrid({ bottom: zoomable ? 48 : 10 }),
    legend: chartLegend(look),
    tooltip: {
      ...chartTooltip(look),
      trigger: 'axis',
      valueFormatter: (dollars: unknown) => formatWholeDollars(String(Number(dollars))),
    },
    xAxis: {
      ...timeAxis(look, short),
      data: points.map(({ at }) => at),
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
      // A single point would be no line at all: then it shows.
      showSymbol: points.length < 3,
    })),
  };
}

echarts.use([DataZoomInsideComponent, DataZoomSliderComponent, GridComponent, LegendComponent, LineSeries]);

/** A chart with the modules of lines over time. */
export function LineChart(props: ChartProps) {
  return <Chart {...props} />;
}

interface CreditDebitChartProps {
  points: readonly CreditDebitPoint[];
  names: { credits: string; debits: string };
  short: (at: string) => string;
  long: (at: string) => string;
  /** Pixels. */
  height: number;
  /** What the chart shows, for whoever cannot see it. */
  description: string;
  fileName: string;
}

/** Credits and debits as two lines, the axis sensible from cents to billions. Loaded with the first chart. */
export default function CreditDebitChart(props: CreditDebitChartProps) {
  const { points, names, short, long, height, description, fileName } = props;
  const look = useChartStyle();
  const option = useMemo(
    () => creditDebitOption({ points, look, names, short, long, axis: formatAxisDollars }),
    [points, look, names, short, long],
  );
  return (
    <LineChart
      option={option}
      height={height}
      description={description}
      fileName={fileName}
      ground={look.container}
    />
  );
}
