import type { EvidenceFigure } from '@clearwatch/contracts/fraud/alert-evidence';
import { type Cents, formatCents } from '../money/cents.ts';

interface Comparison<Value> {
  label: string;
  value: Value;
  threshold: Value;
  /** `>=` unless stated. */
  comparison?: EvidenceFigure['comparison'];
}

/** A count beside the threshold it met. */
export function countFigure({
  label,
  value,
  threshold,
  comparison = '>=',
}: Comparison<number>): EvidenceFigure {
  return { label, value: plain(value), comparison, threshold: plain(threshold), unit: 'count', met: true };
}

/** A number of days beside the threshold it met. */
export function daysFigure(comparison: Comparison<number>): EvidenceFigure {
  return { ...countFigure(comparison), unit: 'days' };
}

/** An amount in cents beside the threshold it met. */
export function moneyFigure({
  label,
  value,
  threshold,
  comparison = '>=',
}: Comparison<Cents>): EvidenceFigure {
  const [shown, limit] = [formatCents(Math.round(value)), formatCents(Math.round(threshold))];
  return { label, value: shown, comparison, threshold: limit, unit: 'USD', met: true };
}

/** A ratio beside the threshold it met. */
export function ratioFigure({
  label,
  value,
  threshold,
  comparison = '>=',
}: Comparison<number>): EvidenceFigure {
  return {
    label,
    value: value.toFixed(2),
    comparison,
    threshold: plain(threshold),
    unit: 'ratio',
    met: true,
  };
}

/** A share beside the threshold it met, both 0 to 1 (or beyond) and shown in percent. */
export function shareFigure({
  label,
  value,
  threshold,
  comparison = '>=',
}: Comparison<number>): EvidenceFigure {
  return {
    label,
    value: (100 * value).toFixed(1),
    comparison,
    threshold: plain(Math.round(10_000 * threshold) / 100),
    unit: 'percent',
    met: true,
  };
}

/** Whole numbers as they are, others with two decimals. */
function plain(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}
