import type { Sensitivity } from '@clearwatch/contracts/detection-policy';
import type { DetectionPolicyView, RuleInPolicy } from '@clearwatch/contracts/detection-policy.dto';
import { fieldText, parseNumber } from './number-text.ts';

/**
 * What somebody would have otherwise than a policy says. Only the differences are kept, so that they can be carried over to
 * a policy that somebody else has saved meanwhile.
 */
export interface PolicyEdits {
  /** Null: as it is. */
  sensitivity: Sensitivity | null;
  /** Text as typed, by `numberKey`. */
  numbers: Readonly<Record<string, string>>;
  /** By activity type: the reason for switching it off, null for switching it on. */
  switches: Readonly<Record<string, string | null>>;
}

export const NO_EDITS: PolicyEdits = { sensitivity: null, numbers: {}, switches: {} };

/** What an edit is of: the rule and its parameter. */
export function numberKey(activityType: string, name: string): string {
  return `${activityType}.${name}`;
}

export function hasEdits({ sensitivity, numbers, switches }: PolicyEdits): boolean {
  return sensitivity !== null || Object.keys(numbers).length + Object.keys(switches).length > 0;
}

/** The edits without what the policy says anyway, and without rules and numbers it does not know. */
export function editsOf(policy: DetectionPolicyView, edits: PolicyEdits): PolicyEdits {
  const numbers = Object.entries(edits.numbers).filter(([key, text]) => {
    const saved = savedNumber(policy, key);
    return saved !== undefined && parseNumber(text) !== saved;
  });
  const switches = Object.entries(edits.switches).filter(([activityType, reason]) => {
    const rule = ruleOf(policy, activityType);
    return rule !== undefined && rule.switchedOff !== reason;
  });
  return {
    sensitivity: edits.sensitivity === policy.sensitivity ? null : edits.sensitivity,
    numbers: Object.fromEntries(numbers),
    switches: Object.fromEntries(switches),
  };
}

/** The edits that make of one policy what another says. */
export function editsTowards(
  from: DetectionPolicyView,
  target: Pick<DetectionPolicyView, 'sensitivity' | 'rules'>,
): PolicyEdits {
  const numbers = target.rules.flatMap(({ activityType, parameters }) =>
    parameters.map(({ name, value }) => [numberKey(activityType, name), fieldText(value)] as const),
  );
  return editsOf(from, {
    sensitivity: target.sensitivity,
    numbers: Object.fromEntries(numbers),
    switches: Object.fromEntries(
      target.rules.map(({ activityType, switchedOff }) => [activityType, switchedOff]),
    ),
  });
}

/** The edits that bring a policy back to the catalogue: medium sensitivity, every rule on, every number its default. */
export function editsTowardsDefaults(from: DetectionPolicyView): PolicyEdits {
  const rules = from.rules.map((rule) =>
    Object.assign({}, rule, {
      switchedOff: null,
      parameters: rule.parameters.map((parameter) =>
        Object.assign({}, parameter, { value: parameter.default }),
      ),
    }),
  );
  return editsTowards(from, { sensitivity: 'medium', rules });
}

/** What both touch and do not agree on, by `numberKey`, activity type or "sensitivity". */
export function contested(mine: PolicyEdits, theirs: PolicyEdits): Set<string> {
  const both = <Value>(a: Readonly<Record<string, Value>>, b: Readonly<Record<string, Value>>): string[] =>
    Object.keys(a).filter((key) => Object.hasOwn(b, key) && a[key] !== b[key]);
  return new Set([
    ...(mine.sensitivity !== null && theirs.sensitivity !== null && mine.sensitivity !== theirs.sensitivity
      ? ['sensitivity']
      : []),
    ...both(mine.numbers, theirs.numbers),
    ...both(mine.switches, theirs.switches),
  ]);
}

function savedNumber(policy: DetectionPolicyView, key: string): number | undefined {
  const [activityType = '', name] = key.split('.');
  return ruleOf(policy, activityType)?.parameters.find((parameter) => parameter.name === name)?.value;
}

function ruleOf({ rules }: DetectionPolicyView, activityType: string): RuleInPolicy | undefined {
  return rules.find((rule) => rule.activityType === activityType);
}
