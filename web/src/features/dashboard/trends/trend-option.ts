import type { ChartPoint } from '@clearwatch/contracts/http/metrics';
import type { EChartsCoreOption } from 'echarts/core';
import { formatDay, formatShortDay } from '../../../formats/dates.ts';
import { formatThousands, formatWholeDollars } from '../../../formats/money.ts';

interface TrendLook {
  /** A canvas cannot inherit the page's font. */
  font: string;
  credits: string;
  debits: string;
  text: string;
  grid: string;
  ground: string;
}

/** From this many weeks on a slider lets the reader look closer. */
const ZOOM_FROM_WEEKS = 26;

/**
 * What the trend chart draws. ECharts puts tooltips into the page as HTML: only figures and dates formatted here may
 * reach them, never text of the data.
 */
export function trendOption({ points, look }: { points: ChartPoint[]; look: TrendLook }): EChartsCoreOption {
  const zoomable = points.length >= ZOOM_FROM_WEEKS;
  return {
    textStyle: { fontFamily: look.font },
    grid: {
      left: 0,
      right: 12,
      top: 36,
      bottom: zoomable ? 48 : 0,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    legend: {
      left: 0,
      top: 0,
      icon: 'roundRect',
      itemWidth: 14,
      itemHeight: 4,
      textStyle: { color: look.text, fontSize: 13 },
    },
    tooltip: {
      trigger: 'axis',
      backgroundColor: look.ground,
      borderColor: look.grid,
      textStyle: { color: look.text, fontSize: 13 },
      valueFormatter: (dollars: unknown) => formatWholeDollars(String(Number(dollars))),
    },
    xAxis: {
      type: 'category',
      boundaryGap: false,
      data: points.map(({ week }) => week),
      axisLine: { lineStyle: { color: look.grid } },
      axisTick: { show: false },
      axisLabel: { color: look.text, fontSize: 12, hideOverlap: true, formatter: formatShortDay },
      axisPointer: { label: { formatter: ({ value }: { value: string }) => formatDay(value) } },
    },
    yAxis: {
      type: 'value',
      splitLine: { lineStyle: { color: look.grid } },
      axisLabel: { color: look.text, fontSize: 12, formatter: formatThousands },
    },
    dataZoom: zoomable
      ? [
          { type: 'inside', zoomOnMouseWheel: 'ctrl', moveOnMouseWheel: false },
          {
            type: 'slider',
            height: 20,
            bottom: 8,
            borderColor: look.grid,
            brushSelect: false,
            fillerColor: `${look.credits}22`,
            dataBackground: { lineStyle: { color: look.text, opacity: 0.4 }, areaStyle: { opacity: 0 } },
            selectedDataBackground: { lineStyle: { color: look.credits }, areaStyle: { opacity: 0 } },
            handleStyle: { color: look.ground, borderColor: look.text },
            moveHandleSize: 0,
            labelFormatter: (_index: number, week: string) => formatDay(week),
            textStyle: { color: look.text, fontSize: 11 },
          },
        ]
      : [],
    series: [
      line(
        'Credits',
        look.credits,
        points.map(({ credits }) => Number(credits)),
      ),
      line(
        'Debits',
        look.debits,
        points.map(({ debits }) => Number(debits)),
      ),
    ],
  };
}

function line(name: string, colour: string, data: number[]): object {
  // A single week would be no line at all: then its point shows.
  const showSymbol = data.length < 3;
  return { type: 'line', name, data, showSymbol, symbolSize: 6, lineStyle: { width: 2 }, color: colour };
}
