import type { RuleReference } from '@clearwatch/contracts/alerts';
import type { DetectionPolicyView } from '@clearwatch/contracts/detection-policy.dto';

/**
 * Default of each parameter that was not in force with its default, by the institution's number or by sensitivity. Empty
 * while the policy is not known, or when the rule has changed since: its defaults of then are not known.
 */
export function changedParameters(
  { activityType, ruleVersion, parameters }: RuleReference,
  policy: DetectionPolicyView | undefined,
): ReadonlyMap<string, number> {
  const rule = policy?.rules.find((one) => one.activityType === activityType);
  if (rule === undefined || rule.ruleVersion !== ruleVersion) return new Map();
  const inForce = new Map(parameters.map(({ name, value }) => [name, value]));
  return new Map(
    rule.parameters
      .filter((one) => inForce.has(one.name) && inForce.get(one.name) !== one.default)
      .map((one) => [one.name, one.default]),
  );
}
