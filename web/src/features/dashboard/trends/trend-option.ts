import type { ChartPoint } from '@clearwatch/contracts/http/metrics';
import type { EChartsCoreOption } from 'echarts/core';
import { formatDay, formatShortDay } from '../../../formats/dates.ts';
import { formatThousands, formatWholeDollars } from '../../../formats/money.ts';

interface TrendColours {
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
export function trendOption({
  points,
  colours,
}: {
  points: ChartPoint[];
  colours: TrendColours;
}): EChartsCoreOption {
  const zoomable = points.length >= ZOOM_FROM_WEEKS;
  return {
    textStyle: { fontFamily: 'inherit' },
    grid: {
      left: 8,
      right: 16,
      top: 40,
      bottom: zoomable ? 44 : 8,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    legend: { left: 0, top: 0, itemWidth: 16, textStyle: { color: colours.text } },
    toolbox: {
      right: 8,
      top: -4,
      iconStyle: { borderColor: colours.text },
      feature: {
        saveAsImage: {
          title: 'Save as image',
          name: 'transaction-trends',
          pixelRatio: 2,
          backgroundColor: colours.ground,
        },
      },
    },
    tooltip: {
      trigger: 'axis',
      backgroundColor: colours.ground,
      borderColor: colours.grid,
      textStyle: { color: colours.text, fontSize: 13 },
      valueFormatter: (dollars: unknown) => formatWholeDollars(String(Number(dollars))),
    },
    xAxis: {
      type: 'category',
      boundaryGap: false,
      data: points.map(({ week }) => week),
      axisLine: { lineStyle: { color: colours.grid } },
      axisTick: { show: false },
      axisLabel: { color: colours.text, hideOverlap: true, formatter: formatShortDay },
      axisPointer: { label: { formatter: ({ value }: { value: string }) => formatDay(value) } },
    },
    yAxis: {
      type: 'value',
      splitLine: { lineStyle: { color: colours.grid } },
      axisLabel: { color: colours.text, formatter: formatThousands },
    },
    dataZoom: zoomable
      ? [
          { type: 'inside', zoomOnMouseWheel: 'ctrl', moveOnMouseWheel: false },
          {
            type: 'slider',
            height: 20,
            bottom: 8,
            borderColor: colours.grid,
            labelFormatter: (_index: number, week: string) => formatDay(week),
            textStyle: { color: colours.text, fontSize: 11 },
          },
        ]
      : [],
    series: [
      line(
        'Credits',
        colours.credits,
        points.map(({ credits }) => Number(credits)),
      ),
      line(
        'Debits',
        colours.debits,
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
