import type { EChartsCoreOption } from 'echarts/core';
import { formatDay, formatShortDay } from '../formats/dates.ts';
import { formatAxisDollars, formatMoney } from '../formats/money.ts';
import { axisOfNames, gridWithin, legendOf, tooltipOf, valueAxis, zoomOf } from './axes.ts';
import type { ChartLook } from './chart-look.ts';

/** One day of an account. Amounts are decimal text. */
export interface WindowDay {
  /** ISO. */
  day: string;
  credits: string;
  debits: string;
  /** What of the day belongs to a pattern; null: nothing. */
  markedCredits: string | null;
  markedDebits: string | null;
  isInWindow: boolean;
}

const NAMES = {
  credits: 'Credits',
  debits: 'Debits',
  marks: 'Entries of the pattern',
  window: 'Window of the rule',
} as const;

/** From this many days on a slider lets the reader look closer. */
const ZOOM_FROM_DAYS = 45;
/** Axes of the money, and those behind them for the shade of the window. */
const BEHIND = { xAxisIndex: 1, yAxisIndex: 1 } as const;

/**
 * Credits upwards and debits downwards per day, the days of a window shaded, entries of a pattern marked. ECharts puts
 * tooltips into the page as HTML: only figures and dates formatted here reach them.
 */
export function windowBars({
  days,
  look,
}: {
  days: readonly WindowDay[];
  look: ChartLook;
}): EChartsCoreOption {
  const zoomable = days.length >= ZOOM_FROM_DAYS;
  const names = days.map(({ day }) => day);
  return {
    textStyle: { fontFamily: look.font },
    grid: gridWithin({ bottom: zoomable ? 48 : 10 }),
    legend: {
      ...legendOf(look),
      // Room for the shape of the marks.
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
      ...tooltipOf(look),
      trigger: 'axis',
      axisPointer: { type: 'shadow' },
      formatter: (items: { dataIndex: number }[]) => dayWords(days[items[0]?.dataIndex ?? -1]),
    },
    xAxis: [
      { ...axisOfNames(look, formatShortDay), data: names },
      { type: 'category', show: false, data: names },
    ],
    yAxis: [
      valueAxis(look, (dollars) => formatAxisDollars(Math.abs(dollars))),
      { type: 'value', show: false, min: 0, max: 1 },
    ],
    dataZoom: zoomable ? zoomOf(look, formatShortDay).map((zoom) => ({ ...zoom, xAxisIndex: [0, 1] })) : [],
    series: [
      {
        type: 'bar',
        name: NAMES.window,
        ...BEHIND,
        data: days.map(({ isInWindow }) => (isInWindow ? 1 : null)),
        color: look.mark,
        itemStyle: { opacity: 0.14 },
        barWidth: '100%',
        silent: true,
        z: 0,
      },
      bars(
        NAMES.credits,
        look.credits,
        days.map(({ credits }) => Number(credits) || null),
      ),
      bars(
        NAMES.debits,
        look.debits,
        days.map(({ debits }) => -Number(debits) || null),
      ),
      marks(
        look,
        days.map(({ markedCredits }) => (markedCredits === null ? null : Number(markedCredits))),
      ),
      marks(
        look,
        days.map(({ markedDebits }) => (markedDebits === null ? null : -Number(markedDebits))),
      ),
    ],
  };
}

function bars(name: string, color: string, data: (number | null)[]): object {
  return { type: 'bar', name, stack: 'money', data, color, barMinHeight: 2, barMaxWidth: 14 };
}

function marks(look: ChartLook, data: (number | null)[]): object {
  return {
    type: 'scatter',
    name: NAMES.marks,
    data,
    symbol: 'diamond',
    symbolSize: 10,
    itemStyle: { color: look.mark, borderColor: look.container, borderWidth: 1 },
  };
}

function dayWords(day: WindowDay | undefined): string {
  if (day === undefined) return '';
  const lines = [
    `<strong>${formatDay(day.day)}</strong>`,
    `${NAMES.credits} ${formatMoney(day.credits)}`,
    `${NAMES.debits} ${formatMoney(day.debits)}`,
    ...(day.markedCredits === null ? [] : [`Credits of the pattern ${formatMoney(day.markedCredits)}`]),
    ...(day.markedDebits === null ? [] : [`Debits of the pattern ${formatMoney(day.markedDebits)}`]),
  ];
  return lines.join('<br>');
}
