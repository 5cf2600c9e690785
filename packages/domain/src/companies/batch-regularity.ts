import { bankingDaysBetween } from '../calendar/banking-days.ts';
import type { Day } from '../calendar/day.ts';

/** Two gaps can be alike or differ; one cannot. */
export const LEAST_GAPS = 2;

/**
 * Gaps between a company's batches, in banking days: daily settlement has gaps of one over any weekend and holiday, and
 * pay on the Friday before a holiday Monday is not early. A batch that was posted on a non-banking day belongs to the
 * banking day before.
 *
 * @param batchDays days with entries of the company, ascending; a day given twice counts once
 */
export function batchGaps(batchDays: readonly Day[]): number[] {
  return batchDays
    .slice(1)
    .map((day, at) => bankingDaysBetween(batchDays[at] ?? day, day))
    .filter((gap) => gap > 0);
}

/**
 * Coefficient of variation of the gaps, `standard deviation / mean` (population): 0 for a clockwork, about 1 for batches at
 * random, above it for bursts. Null with fewer than 2 gaps.
 */
export function gapVariation(gaps: readonly number[]): number | null {
  if (gaps.length < LEAST_GAPS) return null;
  const mean = meanOf(gaps);
  const variance = meanOf(gaps.map((gap) => (gap - mean) ** 2));
  return Math.sqrt(variance) / mean;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
