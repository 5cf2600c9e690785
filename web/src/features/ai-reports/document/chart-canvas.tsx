import type { ChartUnit, ReportChart } from '@clearwatch/contracts/ai-reports';
import { formatChartValue } from '@clearwatch/domain/report-writing/format-fact';
import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent } from 'echarts/components';
import type { EChartsCoreOption } from 'echarts/core';
import * as echarts from 'echarts/core';
import { useMemo } from 'react';
import { axisOfNames, gridWithin, legendOf, tooltipOf, valueAxis } from '../../../charts/axes.ts';
import { Chart } from '../../../charts/chart.tsx';
import { type ChartLook, useChartLook } from '../../../charts/chart-look.ts';
import { formatAxisCount } from '../../../formats/count.ts';
import { formatAxisDollars } from '../../../formats/money.ts';
import { chartHeight, liesDown } from './chart-shape.ts';

echarts.use([BarChart, LineChart, GridComponent, LegendComponent]);

const WIDEST_BAR_PX = 40;
const LONGEST_NAME_PX = 200;

interface ChartCanvasProps {
  chart: ReportChart;
  fileName: string;
}

/** Lines or bars. Names may be text of the data: the tooltip is drawn, not written into the page as HTML. */
export default function ChartCanvas({ chart, fileName }: ChartCanvasProps) {
  const look = useChartLook();
  const option = useMemo(() => optionOf(chart, look), [chart, look]);
  return (
    <Chart
      option={option}
      height={chartHeight(chart)}
      description={`${chart.title}. The table has the same figures.`}
      fileName={fileName}
      ground={look.container}
    />
  );
}

function optionOf(chart: ReportChart, look: ChartLook): EChartsCoreOption {
  const { type, categories, series, unit } = chart;
  const isLying = liesDown(chart);
  const colours = [look.credits, look.debits, look.mark];
  const names = { ...axisOfNames(look, (name) => name), data: categories };
  const values = valueAxis(look, (value) => axisValue(value, unit));
  const hasLegend = series.length > 1;
  return {
    textStyle: { fontFamily: look.font },
    grid: gridWithin({ top: hasLegend ? 40 : 16 }),
    ...(hasLegend && { legend: legendOf(look) }),
    tooltip: {
      ...tooltipOf(look),
      renderMode: 'richText',
      trigger: 'axis',
      axisPointer: { type: type === 'bar' ? 'shadow' : 'line' },
      valueFormatter: (value: unknown) => formatChartValue(Number(value), unit),
    },
    xAxis: isLying ? values : { ...names, boundaryGap: type === 'bar' },
    yAxis: isLying ? lying(names) : values,
    series: series.map(({ name, values: drawn }, at) => ({
      type,
      name,
      data: drawn,
      color: colours[at % colours.length],
      ...(type === 'bar'
        ? { barMaxWidth: WIDEST_BAR_PX }
        : { lineStyle: { width: 2 }, symbolSize: 6, showSymbol: categories.length < 3 }),
    })),
  };
}

/** The first name on top, long ones cut by dots. */
function lying(names: object): object {
  const { axisLabel } = names as { axisLabel: object };
  return {
    ...names,
    inverse: true,
    axisLabel: {
      ...axisLabel,
      hideOverlap: false,
      interval: 0,
      width: LONGEST_NAME_PX,
      overflow: 'truncate',
    },
  };
}

function axisValue(value: number, unit: ChartUnit): string {
  if (unit === 'money') return formatAxisDollars(value / 100);
  return unit === 'share' ? formatChartValue(value, unit) : formatAxisCount(value);
}
