import { BarChart, ScatterChart } from 'echarts/charts';
import {
  DataZoomInsideComponent,
  DataZoomSliderComponent,
  GridComponent,
  LegendComponent,
} from 'echarts/components';
import * as echarts from 'echarts/core';
import { useMemo } from 'react';
import { Chart } from './chart.tsx';
import { useChartLook } from './chart-look.ts';
import { type WindowDay, windowBars } from './window-bars.ts';

echarts.use([
  BarChart,
  ScatterChart,
  DataZoomInsideComponent,
  DataZoomSliderComponent,
  GridComponent,
  LegendComponent,
]);

interface WindowChartProps {
  days: readonly WindowDay[];
  /** Pixels. */
  height: number;
  /** What the chart shows, for whoever cannot see it. */
  description: string;
  fileName: string;
}

/** An account's days around a window in which something was seen. */
export default function WindowChart({ days, height, description, fileName }: WindowChartProps) {
  const look = useChartLook();
  const option = useMemo(() => windowBars({ days, look }), [days, look]);
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
