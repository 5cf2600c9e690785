import type { ChartPoint } from '@clearwatch/contracts/dashboard.dto';
import { useMemo } from 'react';
import { useChartStyle } from '../../components/charts/chart-style.ts';
import { creditDebitOption, LineChart } from '../../components/charts/credit-debit-chart.tsx';
import { formatDay, formatShortDay } from '../../lib/date-format.ts';
import { formatThousands } from '../../lib/number-format.ts';

interface TrendChartProps {
  points: ChartPoint[];
  /** Pixels. */
  height: number;
}

export default function TrendChart({ points, height }: TrendChartProps) {
  const look = useChartStyle();
  const option = useMemo(
    () =>
      creditDebitOption({
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
