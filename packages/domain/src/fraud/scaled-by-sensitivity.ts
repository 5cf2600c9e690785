import type { ParameterScaling } from '@clearwatch/contracts/fraud/parameter-scaling';
import type { Sensitivity } from '@clearwatch/contracts/fraud/sensitivity';

const FACTORS = { low: 1.25, high: 0.8 } as const;
const MINIMUM_HISTORY_DAYS_AT_HIGH = 30;
const DORMANCY_DAYS: Partial<Record<Sensitivity, number>> = { low: 180, high: 90 };

/**
 * What a rule runs with when the policy says `value`; counts and sums are whole, and stay so. It stands apart from the
 * rules so that a browser can say it of numbers that nobody has saved yet.
 */
export function scaledBySensitivity(
  { scaling }: { scaling: ParameterScaling },
  { value, sensitivity }: { value: number; sensitivity: Sensitivity },
): number {
  if (sensitivity === 'medium' || scaling === 'fixed') return value;
  if (scaling === 'dormancy') return DORMANCY_DAYS[sensitivity] ?? value;
  if (scaling === 'minimum_history') {
    return sensitivity === 'high' ? Math.min(value, MINIMUM_HISTORY_DAYS_AT_HIGH) : value;
  }
  return Math.ceil(value * FACTORS[sensitivity]);
}
