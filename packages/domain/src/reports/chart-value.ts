import type { ChartUnit } from '@clearwatch/contracts/reports/report-document';
import { formatDollars } from '../money/format-dollars.ts';
import { formatNumber, formatShare } from './format-fact.ts';

/** A value of a chart in full: money comes in cents. */
export function chartValue(value: number, unit: ChartUnit): string {
  if (unit === 'money') return formatDollars(Math.round(value));
  return unit === 'share' ? formatShare(value) : formatNumber(value, 0);
}
