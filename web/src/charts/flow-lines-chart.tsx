import { useMemo } from 'react';
import { formatAxisDollars } from '../formats/money.ts';
import { useChartLook } from './chart-look.ts';
import { type FlowPoint, flowLines } from './flow-lines.ts';
import { LineChart } from './line-chart.tsx';

interface FlowLinesChartProps {
  points: readonly FlowPoint[];
  names: { credits: string; debits: string };
  short: (at: string) => string;
  long: (at: string) => string;
  /** Pixels. */
  height: number;
  /** What the chart shows, for whoever cannot see it. */
  description: string;
  fileName: string;
}

/** Credits and debits as two lines, the axis sensible from cents to billions. Loaded with the first chart. */
export default function FlowLinesChart(props: FlowLinesChartProps) {
  const { points, names, short, long, height, description, fileName } = props;
  const look = useChartLook();
  const option = useMemo(
    () => flowLines({ points, look, names, short, long, axis: formatAxisDollars }),
    [points, look, names, short, long],
  );
  return (
    <LineChart
      option={option}
      height={height}
      description={description}
      fileName={fileName}
      ground={look.container}
    />
  );
}
