import type { ChartPoint } from '@clearwatch/contracts/http/metrics';
import { theme } from 'antd';
import { useMemo } from 'react';
import { PALETTES } from '../../../app/theme.ts';
import { useThemeMode } from '../../../app/theme-mode.tsx';
import { LineChart } from '../../../charts/line-chart.tsx';
import { formatDay } from '../../../formats/dates.ts';
import { trendOption } from './trend-option.ts';

interface TrendChartProps {
  points: ChartPoint[];
  /** Pixels. */
  height: number;
}

export default function TrendChart({ points, height }: TrendChartProps) {
  const { mode } = useThemeMode();
  const { token } = theme.useToken();
  const option = useMemo(
    () =>
      trendOption({
        points,
        look: {
          ...PALETTES[mode],
          font: token.fontFamily,
          text: token.colorTextSecondary,
          grid: token.colorBorderSecondary,
          ground: token.colorBgElevated,
        },
      }),
    [points, mode, token],
  );
  const first = points[0]?.week ?? '';
  const last = points.at(-1)?.week ?? '';
  return (
    <LineChart
      option={option}
      height={height}
      fileName="transaction-trends"
      ground={token.colorBgContainer}
      description={`Credits and debits per week, from ${formatDay(first)} to ${formatDay(last)}. The table button shows the figures.`}
    />
  );
}
