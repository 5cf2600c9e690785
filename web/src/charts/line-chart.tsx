import { LineChart as LineSeries } from 'echarts/charts';
import {
  DataZoomInsideComponent,
  DataZoomSliderComponent,
  GridComponent,
  LegendComponent,
} from 'echarts/components';
import * as echarts from 'echarts/core';
import { Chart, type ChartProps } from './chart.tsx';

echarts.use([DataZoomInsideComponent, DataZoomSliderComponent, GridComponent, LegendComponent, LineSeries]);

/** A chart with the modules of lines over time. */
export function LineChart(props: ChartProps) {
  return <Chart {...props} />;
}
