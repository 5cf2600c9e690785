import type { RuleInPolicy } from '@clearwatch/contracts/http/detection-policy';
import { DETECTORS } from './detectors/index.ts';
import { effectiveParameters } from './effective-parameters.ts';
import type { DetectionPolicy } from './policy.ts';

/**
 * Every rule of this version with every number of it: what the policy says, and what the rule runs with after sensitivity.
 * Rules that are younger than the policy have their defaults.
 */
export function rulesOf(policy: DetectionPolicy): RuleInPolicy[] {
  return Object.values(DETECTORS).map((detector) => ({
    activityType: detector.activityType,
    category: detector.category,
    ruleVersion: detector.ruleVersion,
    sources: [...detector.sources],
    switchedOff: policy.switchedOff[detector.activityType] ?? null,
    parameters: effectiveParameters(detector, policy).map(({ definition, value: effective }) => {
      const { name, unit, meaning, scaling, default: ownDefault, min, max } = definition;
      const value = policy.parameters[detector.activityType]?.[name] ?? ownDefault;
      return { name, unit, meaning, scaling, default: ownDefault, min, max, value, effective };
    }),
  }));
}
