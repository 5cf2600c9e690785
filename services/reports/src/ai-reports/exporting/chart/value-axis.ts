import type { ReportChart } from '@clearwatch/contracts/ai-reports';
import { axisLabel } from './axis-label.ts';
import { niceTicks } from './nice-ticks.ts';

const ABOUT = 4;

export interface ValueAxis {
  ticks: { value: number; label: string }[];
  /** From 0 at the lowest tick to 1 at the highest. */
  shareOf(value: number): number;
}

export function valueAxis({ series, unit }: ReportChart): ValueAxis {
  const values = series.flatMap((one) => one.values);
  const ticks = niceTicks(values, { about: ABOUT, least: unit === 'share' ? 0 : 1 });
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const step = (ticks[1] ?? 1) - low;
  const largest = Math.max(Math.abs(low), Math.abs(high));
  return {
    ticks: ticks.map((value) => ({ value, label: axisLabel(value, unit, { largest, step }) })),
    shareOf: (value) => (value - low) / (high - low),
  };
}
