import { BarChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { useMemo } from 'react';
import { formatAxisCount, formatCount } from '../../lib/number-format.ts';
import { Chart, type ChartFrame } from './chart.tsx';
import { categoryAxis, chartGrid, chartTooltip, useChartStyle, valueAxis } from './chart-style.ts';

echarts.use([BarChart, GridComponent]);

const MAX_BAR_WIDTH_PX = 56;

interface CountBarChartProps extends ChartFrame {
  bars: readonly { name: string; count: number }[];
  what: string;
  format: (name: string) => string;
}

/** Rich-text tooltips, because names are user data and must not be rendered as HTML. */
export default function CountBarChart({ bars, what, format, ...frame }: CountBarChartProps) {
  const look = useChartStyle();
  const option = useMemo(
    () => ({
      grid: chartGrid({ top: 28 }),
      tooltip: {
        ...chartTooltip(look),
        renderMode: 'richText',
        trigger: 'axis',
        axisPointer: { type: 'shadow' },
        valueFormatter: (count: unknown) => formatCount(Number(count)),
      },
      xAxis: { ...categoryAxis(look, format), data: bars.map(({ name }) => name) },
      yAxis: { ...valueAxis(look, formatAxisCount), minInterval: 1 },
      series: [
        {
          type: 'bar',
          name: what,
          data: bars.map(({ count }) => count),
          color: look.credits,
          barMaxWidth: MAX_BAR_WIDTH_PX,
        },
      ],
    }),
    [bars, what, format, look],
  );
  return <Chart option={option} {...frame} />;
}
