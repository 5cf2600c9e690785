import type { ChartUnit, ReportChart } from '@clearwatch/contracts/ai-reports';
import { formatChartValue } from '@clearwatch/domain/report-writing/format-fact';
import { MUTED, RULE_COLOR, TEXT_COLOR } from '@clearwatch/service-kit/pdf/pdf-layout';
import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

use([BarChart, LineChart, GridComponent, LegendComponent, SVGRenderer]);

const FULL_NUMBER_LIMIT = 10_000;

/** An axis label such as "$1.25M", "-$12K" or "4.5%". @param value money in cents, shares from 0 to 1 */
export function axisLabel(value: number, unit: ChartUnit): string {
  const amount = unit === 'money' ? value / 100 : value;
  return new Intl.NumberFormat('en-US', {
    ...(unit === 'share' ? { style: 'percent' } : {}),
    ...(unit === 'money' ? { style: 'currency', currency: 'USD' } : {}),
    notation: Math.abs(amount) < FULL_NUMBER_LIMIT ? 'standard' : 'compact',
    maximumFractionDigits: 2,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amount);
}

/** Line dashes and bar shades keep series distinct in black and white. */
const SERIES_STYLES = [
  { color: '#0f766e', dash: 'solid' },
  { color: '#d97706', dash: [5, 2.5] },
  { color: '#334155', dash: [1.5, 2] },
  { color: '#a78bfa', dash: [7, 2, 1.5, 2] },
  { color: '#94a3b8', dash: [3, 1.5] },
];

/** Sizes in points. */
const FONT = { fontFamily: 'Roboto', fontSize: 7.5 };
const VERTICAL_HEIGHT = 160;
const BAR_HEIGHT = 9;
const BAR_GAP = 7;
const AXIS_HEIGHT = 20;
const LEGEND_HEIGHT = 16;
/** Maximum share of the chart width used for the names of horizontal bars. */
const NAME_SHARE = 0.32;
/** Length in characters. If any name is longer, the bars are horizontal so that the names stay readable. */
const MAX_VERTICAL_LABEL = 10;
/** Lines with more points are drawn without dots. */
const MAX_DOTS = 16;

/** Names come from files and may contain characters that XML does not allow. */
const cleanName = (name: string): string => name.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ');

function chartOption(chart: ReportChart, { width, isHorizontal }: { width: number; isHorizontal: boolean }) {
  const { type, unit } = chart;
  const hasLegend = chart.series.length > 1;
  const categories = {
    type: 'category',
    data: chart.categories.map(cleanName),
    inverse: isHorizontal,
    axisLine: { show: false },
    axisTick: { show: false },
    axisLabel: {
      ...FONT,
      hideOverlap: true,
      color: isHorizontal ? TEXT_COLOR : MUTED,
      ...(isHorizontal ? { interval: 0, width: width * NAME_SHARE, overflow: 'truncate' } : {}),
    },
  };
  const values = {
    type: 'value',
    splitNumber: 4,
    minInterval: unit === 'share' ? 0 : 1,
    axisLabel: { ...FONT, color: MUTED, formatter: (value: number) => axisLabel(value, unit) },
    splitLine: { lineStyle: { color: RULE_COLOR, width: 0.5 } },
  };
  return {
    animation: false,
    textStyle: FONT,
    color: SERIES_STYLES.map(({ color }) => color),
    legend: {
      show: hasLegend,
      left: 0,
      top: 0,
      itemWidth: 14,
      itemHeight: 7,
      textStyle: { ...FONT, color: TEXT_COLOR },
    },
    grid: {
      left: 2,
      right: isHorizontal ? 50 : 12,
      top: hasLegend ? LEGEND_HEIGHT + 4 : 8,
      bottom: 2,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: isHorizontal ? values : categories,
    yAxis: isHorizontal ? categories : values,
    series: chart.series.map((series, index) => ({
      type,
      name: cleanName(series.name),
      data: series.values,
      ...(type === 'line'
        ? {
            symbol: chart.categories.length > MAX_DOTS ? 'none' : 'circle',
            symbolSize: 3.2,
            lineStyle: { width: 1.4, type: SERIES_STYLES[index % SERIES_STYLES.length]?.dash },
          }
        : {
            barMaxWidth: isHorizontal ? BAR_HEIGHT : 60 / chart.series.length,
            barGap: '6%',
            label: {
              ...FONT,
              show: isHorizontal,
              position: 'right',
              color: MUTED,
              formatter: ({ value }: { value: number }) => formatChartValue(value, unit),
            },
          }),
    })),
  };
}

/** @param width in points. @returns SVG, or null when there is nothing to draw */
export function chartSvg(chart: ReportChart, width: number): string | null {
  const { categories, series, type } = chart;
  if (categories.length === 0 || series.length === 0) return null;
  const isHorizontal = type === 'bar' && categories.some((name) => name.length > MAX_VERTICAL_LABEL);
  const plotHeight = isHorizontal
    ? (BAR_HEIGHT * series.length + BAR_GAP) * categories.length + AXIS_HEIGHT
    : VERTICAL_HEIGHT;
  const height = plotHeight + (series.length > 1 ? LEGEND_HEIGHT : 0);
  const drawing = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    drawing.setOption(chartOption(chart, { width, isHorizontal }));
    return drawing.renderToSVGString();
  } finally {
    drawing.dispose();
  }
}
