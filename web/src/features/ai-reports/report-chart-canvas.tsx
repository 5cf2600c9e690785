import type { ReportChart } from '@clearwatch/contracts/ai-reports';
import { formatChartValue } from '@clearwatch/domain/report-writing/format-fact';
import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent } from 'echarts/components';
import type { EChartsCoreOption } from 'echarts/core';
import * as echarts from 'echarts/core';
import { useMemo } from 'react';
import { Chart } from '../../components/charts/chart.tsx';
import {
  type ChartStyle,
  categoryAxis,
  chartGrid,
  chartLegend,
  chartTooltip,
  useChartStyle,
  valueAxis,
} from '../../components/charts/chart-style.ts';
import { formatAxisCount, formatAxisDollars } from '../../lib/number-format.ts';
import { chartHeight, isHorizontalBarChart } from './report-chart-shape.ts';

echarts.use([BarChart, LineChart, GridComponent, LegendComponent]);

const MAX_BAR_WIDTH_PX = 40;
const FULL_NAMES = { hideOverlap: false, interval: 0, width: 200, overflow: 'truncate' };

/** Rich-text tooltip, because names are user data and must not be rendered as HTML. */
export default function ReportChartCanvas({ chart, fileName }: { chart: ReportChart; fileName: string }) {
  const look = useChartStyle();
  const option = useMemo(() => chartOption(chart, look), [chart, look]);
  return (
    <Chart
      option={option}
      height={chartHeight(chart)}
      description={`${chart.title}. The table has the same figures.`}
      fileName={fileName}
    />
  );
}

function chartOption(chart: ReportChart, look: ChartStyle): EChartsCoreOption {
  const { type, categories, series, unit } = chart;
  const isHorizontal = isHorizontalBarChart(chart);
  const colors = [look.credits, look.debits, look.mark];
  const names = { ...categoryAxis(look, (name) => name), data: categories };
  const values = valueAxis(look, (value) => {
    if (unit === 'money') return formatAxisDollars(value / 100);
    return unit === 'share' ? formatChartValue(value, unit) : formatAxisCount(value);
  });
  const hasLegend = series.length > 1;
  return {
    grid: chartGrid({ top: hasLegend ? 40 : 16 }),
    ...(hasLegend && { legend: chartLegend(look) }),
    tooltip: {
      ...chartTooltip(look),
      renderMode: 'richText',
      trigger: 'axis',
      axisPointer: { type: type === 'bar' ? 'shadow' : 'line' },
      valueFormatter: (value: unknown) => formatChartValue(Number(value), unit),
    },
    xAxis: isHorizontal ? values : { ...names, boundaryGap: type === 'bar' },
    yAxis: isHorizontal ? { ...names, inverse: true, axisLabel: { ...names.axisLabel, ...FULL_NAMES } } : values,
    series: series.map(({ name, values: drawn }, at) => ({
      type,
      name,
      data: drawn,
      color: colors[at % colors.length],
      ...(type === 'bar'
        ? { barMaxWidth: MAX_BAR_WIDTH_PX }
        : { lineStyle: { width: 2 }, symbolSize: 6, showSymbol: categories.length < 3 }),
    })),
  };
}
