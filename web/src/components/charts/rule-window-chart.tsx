import { BarChart, ScatterChart } from 'echarts/charts';
import { DataZoomInsideComponent, DataZoomSliderComponent, GridComponent, LegendComponent } from 'echarts/components';
import type { EChartsCoreOption } from 'echarts/core';
import * as echarts from 'echarts/core';
import { useMemo } from 'react';
import { formatDay, formatShortDay } from '../../lib/date-format.ts';
import { formatAxisDollars, formatMoney } from '../../lib/number-format.ts';
import { Chart, type ChartFrame } from './chart.tsx';
import {
  type ChartStyle,
  categoryAxis,
  chartGrid,
  chartLegend,
  chartTooltip,
  useChartStyle,
  valueAxis,
  zoomControls,
} from './chart-style.ts';

export interface RuleWindowDay {
  day: string;
  credits: string;
  debits: string;
  markedCredits: string | null;
  markedDebits: string | null;
  isInWindow: boolean;
}

const NAMES = {
  credits: 'Credits',
  debits: 'Debits',
  marks: 'Entries in the pattern',
  window: 'Rule window',
} as const;

const ZOOM_FROM_DAYS = 45;
/** Hidden axes for the shaded window. */
const BACKGROUND_AXES = { xAxisIndex: 1, yAxisIndex: 1 } as const;

type RuleWindow = { days: readonly RuleWindowDay[]; look: ChartStyle };

/** ECharts inserts tooltips as HTML: use only figures and dates formatted here. */
export function ruleWindowOption({ days, look }: RuleWindow): EChartsCoreOption {
  const zoomable = days.length >= ZOOM_FROM_DAYS;
  const names = days.map(({ day }) => day);
  const credits = days.map((day) => Number(day.credits) || null);
  const debits = days.map((day) => -Number(day.debits) || null);
  const markedCredits = days.map((day) => (day.markedCredits === null ? null : Number(day.markedCredits)));
  const markedDebits = days.map((day) => (day.markedDebits === null ? null : -Number(day.markedDebits)));
  return {
    grid: chartGrid({ bottom: zoomable ? 48 : 10 }),
    legend: {
      ...chartLegend(look),
      itemWidth: 12,
      itemHeight: 9,
      data: [
        NAMES.credits,
        NAMES.debits,
        { name: NAMES.marks, icon: 'diamond', itemStyle: { color: look.mark } },
        NAMES.window,
      ],
    },
    tooltip: {
      ...chartTooltip(look),
      trigger: 'axis',
      axisPointer: { type: 'shadow' },
      formatter: (items: { dataIndex: number }[]) => dayTooltip(days[items[0]?.dataIndex ?? -1]),
    },
    xAxis: [
      { ...categoryAxis(look, formatShortDay), data: names },
      { type: 'category', show: false, data: names },
    ],
    yAxis: [
      valueAxis(look, (dollars) => formatAxisDollars(Math.abs(dollars))),
      { type: 'value', show: false, min: 0, max: 1 },
    ],
    dataZoom: zoomable ? zoomControls(look, formatShortDay).map((zoom) => ({ ...zoom, xAxisIndex: [0, 1] })) : [],
    series: [
      {
        type: 'bar',
        name: NAMES.window,
        ...BACKGROUND_AXES,
        data: days.map(({ isInWindow }) => (isInWindow ? 1 : null)),
        color: look.mark,
        itemStyle: { opacity: 0.14 },
        barWidth: '100%',
        silent: true,
        z: 0,
      },
      bars(NAMES.credits, look.credits, credits),
      bars(NAMES.debits, look.debits, debits),
      marks(look, markedCredits),
      marks(look, markedDebits),
    ],
  };
}

function bars(name: string, color: string, data: (number | null)[]): object {
  return { type: 'bar', name, stack: 'money', data, color, barMinHeight: 2, barMaxWidth: 14 };
}

function marks(look: ChartStyle, data: (number | null)[]): object {
  return {
    type: 'scatter',
    name: NAMES.marks,
    data,
    symbol: 'diamond',
    symbolSize: 10,
    itemStyle: { color: look.mark, borderColor: look.container, borderWidth: 1 },
  };
}

function dayTooltip(day: RuleWindowDay | undefined): string {
  if (day === undefined) return '';
  const lines = [
    `<strong>${formatDay(day.day)}</strong>`,
    `${NAMES.credits} ${formatMoney(day.credits)}`,
    `${NAMES.debits} ${formatMoney(day.debits)}`,
    ...(day.markedCredits === null ? [] : [`Credits in the pattern ${formatMoney(day.markedCredits)}`]),
    ...(day.markedDebits === null ? [] : [`Debits in the pattern ${formatMoney(day.markedDebits)}`]),
  ];
  return lines.join('<br>');
}

echarts.use([BarChart, ScatterChart, DataZoomInsideComponent, DataZoomSliderComponent, GridComponent, LegendComponent]);

export default function RuleWindowChart({ days, ...frame }: ChartFrame & { days: RuleWindowDay[] }) {
  const look = useChartStyle();
  const option = useMemo(() => ruleWindowOption({ days, look }), [days, look]);
  return <Chart option={option} {...frame} />;
}
