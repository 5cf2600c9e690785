import { BarChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { useMemo } from 'react';
import { formatAxisCount, formatCount } from '../formats/count.ts';
import { axisOfNames, gridWithin, tooltipOf, valueAxis } from './axes.ts';
import { Chart } from './chart.tsx';
import { useChartLook } from './chart-look.ts';

echarts.use([BarChart, GridComponent]);

/** Bars need room for their names, but not the whole width for one or two. */
const WIDEST_BAR_PX = 56;

interface BarsChartProps {
  bars: readonly { name: string; count: number }[];
  /** What is counted: "Transactions". */
  what: string;
  format: (name: string) => string;
  /** Pixels. */
  height: number;
  description: string;
  fileName: string;
}

/** Counts as upright bars. Names may be text of the data: the tooltip is drawn, not written into the page as HTML. */
export default function BarsChart({ bars, what, format, height, description, fileName }: BarsChartProps) {
  const look = useChartLook();
  const option = useMemo(
    () => ({
      textStyle: { fontFamily: look.font },
      grid: gridWithin({ top: 28 }),
      tooltip: {
        ...tooltipOf(look),
        renderMode: 'richText',
        trigger: 'axis',
        axisPointer: { type: 'shadow' },
        valueFormatter: (count: unknown) => formatCount(Number(count)),
      },
      xAxis: { ...axisOfNames(look, format), data: bars.map(({ name }) => name) },
      yAxis: { ...valueAxis(look, formatAxisCount), minInterval: 1 },
      series: [
        {
          type: 'bar',
          name: what,
          data: bars.map(({ count }) => count),
          color: look.credits,
          barMaxWidth: WIDEST_BAR_PX,
        },
      ],
    }),
    [bars, what, format, look],
  );
  return (
    <Chart
      option={option}
      height={height}
      description={description}
      fileName={fileName}
      ground={look.container}
    />
  );
}
