import type { EChartsCoreOption } from 'echarts/core';
import { formatWholeDollars } from '../formats/money.ts';
import { axisOfTimes, gridWithin, legendOf, tooltipOf, valueAxis, zoomOf } from './axes.ts';
import type { ChartLook } from './chart-look.ts';

/** What came in and went out within one step of the time axis. */
export interface FlowPoint {
  /** ISO week or month. */
  at: string;
  /** Decimal text. */
  credits: string;
  debits: string;
}

interface FlowLines {
  points: readonly FlowPoint[];
  look: ChartLook;
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
export function flowLines({ points, look, names, short, long, axis }: FlowLines): EChartsCoreOption {
  const zoomable = points.length >= ZOOM_FROM_POINTS;
  return {
    textStyle: { fontFamily: look.font },
    grid: gridWithin({ bottom: zoomable ? 48 : 10 }),
    legend: legendOf(look),
    tooltip: {
      ...tooltipOf(look),
      trigger: 'axis',
      valueFormatter: (dollars: unknown) => formatWholeDollars(String(Number(dollars))),
    },
    xAxis: {
      ...axisOfTimes(look, short),
      data: points.map(({ at }) => at),
      axisPointer: { label: { formatter: ({ value }: { value: string }) => long(value) } },
    },
    yAxis: { ...valueAxis(look, axis), min: 0 },
    dataZoom: zoomable ? zoomOf(look, long) : [],
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
