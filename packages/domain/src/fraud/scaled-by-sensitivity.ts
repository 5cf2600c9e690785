import type { ParameterScaling } from '@clearwatch/contracts/fraud/parameter-scaling';
import type { Sensitivity } from '@clearwatch/contracts/fraud/sensitivity';

const FACTORS: Record<Sensitivity, number> = { low: 1.25, medium: 1, high: 0.8 };
const MINIMUM_HISTORY_DAYS_AT_HIGH = 30;
const DORMANCY_DAYS: Partial<Record<Sensitivity, number>> = { low: 180, high: 90 };

interface Scalable {
  scaling: ParameterScaling;
  unit: 'USD' | 'count' | 'days' | 'ratio';
}

/**
 * What a rule runs with when the policy says `value`. It stands apart from the rules so that a browser can say it of numbers
 * that nobody has saved yet.
 */
export function scaledBySensitivity(
  { scaling, unit }: Scalable,
  { value, sensitivity }: { value: number; sensitivity: Sensitivity },
): number {
  if (sensitivity === 'medium' || scaling === 'fixed') return value;
  if (scaling === 'dormancy') return DORMANCY_DAYS[sensitivity] ?? value;
  if (scaling === 'minimum_history') {
    return sensitivity === 'high' ? Math.min(value, MINIMUM_HISTORY_DAYS_AT_HIGH) : value;
  }
  const product = value * FACTORS[sensitivity];
  // 15 x 0.8 is 12.000000000000002 in floating point; rounding to millionths first keeps counts honest.
  return unit === 'ratio' ? product : Math.ceil(Math.round(product * 1e6) / 1e6);
}
