import type { ChartPoint } from '@clearwatch/contracts/dashboard.dto';
import { useMemo } from 'react';
import { useChartLook } from '../../../charts/chart-look.ts';
import { flowLines } from '../../../charts/flow-lines.ts';
import { LineChart } from '../../../charts/line-chart.tsx';
import { formatDay, formatShortDay } from '../../../formats/dates.ts';
import { formatThousands } from '../../../formats/money.ts';

interface TrendChartProps {
  points: ChartPoint[];
  /** Pixels. */
  height: number;
}

export default function TrendChart({ points, height }: TrendChartProps) {
  const look = useChartLook();
  const option = useMemo(
    () =>
      flowLines({
        points: points.map(({ week, credits, debits }) => ({ at: week, credits, debits })),
        look,
        names: { credits: 'Credits', debits: 'Debits' },
        short: formatShortDay,
        long: formatDay,
        // Spec, Transaction Trends: thousands with a K, whatever the magnitude.
        axis: formatThousands,
      }),
    [points, look],
  );
  const first = points[0]?.week ?? '';
  const last = points.at(-1)?.week ?? '';
  return (
    <LineChart
      option={option}
      height={height}
      fileName="transaction-trends"
      ground={look.container}
      description={`Credits and debits per week, from ${formatDay(first)} to ${formatDay(last)}. The table button shows the figures.`}
    />
  );
}
