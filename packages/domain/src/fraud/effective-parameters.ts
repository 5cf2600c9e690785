import type { Detector, DetectorParameter } from './frame.ts';
import type { DetectionPolicy } from './policy.ts';
import { scaledBySensitivity } from './scaled-by-sensitivity.ts';

export interface EffectiveParameter {
  definition: DetectorParameter;
  value: number;
}

type Rule = Pick<Detector, 'activityType' | 'parameters'>;

/** Every rule asks for its numbers for every member: they are worked out once. A policy is never changed in place. */
const EFFECTIVE = new WeakMap<DetectionPolicy, Map<Rule, readonly EffectiveParameter[]>>();
const BY_NAME = new WeakMap<readonly EffectiveParameter[], Readonly<Record<string, number>>>();

/**
 * The numbers a rule runs with: the policy's, or the defaults, scaled by the policy's sensitivity (detection catalogue,
 * section 7).
 */
export function effectiveParameters(rule: Rule, policy: DetectionPolicy): readonly EffectiveParameter[] {
  let rules = EFFECTIVE.get(policy);
  if (rules === undefined) {
    rules = new Map();
    EFFECTIVE.set(policy, rules);
  }
  let effective = rules.get(rule);
  if (effective === undefined) {
    effective = workedOut(rule, policy);
    rules.set(rule, effective);
  }
  return effective;
}

function workedOut(detector: Rule, policy: DetectionPolicy): EffectiveParameter[] {
  const values = policy.parameters[detector.activityType] ?? {};
  return detector.parameters.map((definition) => ({
    definition,
    value: scaledBySensitivity(definition, {
      value: values[definition.name] ?? definition.default,
      sensitivity: policy.sensitivity,
    }),
  }));
}

/** The same numbers by name, for the rule itself. */
export function parametersByName<Names extends string>(
  effective: readonly EffectiveParameter[],
): Readonly<Record<Names, number>> {
  let byName = BY_NAME.get(effective);
  if (byName === undefined) {
    byName = Object.fromEntries(effective.map(({ definition, value }) => [definition.name, value]));
    BY_NAME.set(effective, byName);
  }
  return byName;
}
