import type { Sensitivity } from '@clearwatch/contracts/fraud/sensitivity';
import type { Detector, DetectorParameter } from './frame.ts';
import type { DetectionPolicy } from './policy.ts';

const FACTORS: Record<Sensitivity, number> = { low: 1.25, medium: 1, high: 0.8 };
const MINIMUM_HISTORY_DAYS_AT_HIGH = 30;
const DORMANCY_DAYS: Partial<Record<Sensitivity, number>> = { low: 180, high: 90 };

export interface EffectiveParameter {
  definition: DetectorParameter;
  value: number;
}

/**
 * The numbers a rule runs with: the policy's, or the defaults, scaled by the policy's sensitivity (detection catalogue,
 * section 7).
 */
export function effectiveParameters(
  detector: Pick<Detector, 'activityType' | 'parameters'>,
  policy: DetectionPolicy,
): EffectiveParameter[] {
  const values = policy.parameters[detector.activityType] ?? {};
  return detector.parameters.map((definition) => ({
    definition,
    value: scaled(definition, values[definition.name] ?? definition.default, policy.sensitivity),
  }));
}

/** The same numbers by name, for the rule itself. */
export function parametersByName<Names extends string>(
  effective: readonly EffectiveParameter[],
): Record<Names, number> {
  return Object.fromEntries(effective.map(({ definition, value }) => [definition.name, value])) as Record<
    Names,
    number
  >;
}

function scaled({ scaling, unit }: DetectorParameter, value: number, sensitivity: Sensitivity): number {
  if (sensitivity === 'medium' || scaling === 'fixed') return value;
  if (scaling === 'dormancy') return DORMANCY_DAYS[sensitivity] ?? value;
  if (scaling === 'minimum_history') {
    return sensitivity === 'high' ? Math.min(value, MINIMUM_HISTORY_DAYS_AT_HIGH) : value;
  }
  const product = value * FACTORS[sensitivity];
  // 15 x 0.8 is 12.000000000000002 in floating point; rounding to millionths first keeps counts honest.
  return unit === 'ratio' ? product : Math.ceil(Math.round(product * 1e6) / 1e6);
}
