import type { Sensitivity } from '@clearwatch/contracts/detection-policy';
import type {
  DetectionPolicyView,
  PolicyBody,
  PolicyChange,
  RuleInPolicy,
  RuleParameter,
} from '@clearwatch/contracts/detection-policy.dto';
import { scaleBySensitivity } from '@clearwatch/domain/detection/detector';
import { fieldText, parseNumber, problemOfText } from './number-text.ts';
import { editsTowards, numberKey, type PolicyEdits } from './policy-edits.ts';

/** A parameter with what has been typed for it. */
export interface DraftParameter extends Omit<RuleParameter, 'value' | 'effective'> {
  activityType: string;
  /** What the policy in force says. */
  saved: number;
  text: string;
  /** Null while the text is no number that is allowed. */
  value: number | null;
  /** What the rule would run with after the sensitivity that is chosen; null like the value. */
  effective: number | null;
  problem: string | null;
  isChanged: boolean;
}

export interface DraftRule extends Omit<RuleInPolicy, 'parameters'> {
  /** The switch or its reason differs from the policy in force. */
  isSwitchChanged: boolean;
  problem: string | null;
  parameters: DraftParameter[];
}

export interface DraftPolicy {
  sensitivity: Sensitivity;
  isSensitivityChanged: boolean;
  rules: DraftRule[];
  /** How many things differ from the policy in force, also those that are not allowed. */
  changed: number;
  /** How many of them are not allowed. */
  problems: number;
}

/** A policy with somebody's edits, every number beside what it would do. */
export function draftOf(policy: DetectionPolicyView, edits: PolicyEdits): DraftPolicy {
  const sensitivity = edits.sensitivity ?? policy.sensitivity;
  const rules = policy.rules.map((rule) => draftRule(rule, { edits, sensitivity }));
  const parameters = rules.flatMap((rule) => rule.parameters);
  const isSensitivityChanged = sensitivity !== policy.sensitivity;
  return {
    sensitivity,
    isSensitivityChanged,
    rules,
    changed:
      Number(isSensitivityChanged) +
      rules.filter((rule) => rule.isSwitchChanged).length +
      parameters.filter(({ isChanged }) => isChanged).length,
    problems: [...rules, ...parameters].filter(({ problem }) => problem !== null).length,
  };
}

/** What the server is told: every number stated. Of a draft with problems there is none. */
export function bodyOf({ sensitivity, rules, problems }: DraftPolicy): PolicyBody | null {
  if (problems > 0) return null;
  return {
    sensitivity,
    parameters: Object.fromEntries(
      rules.map(({ activityType, parameters }) => [
        activityType,
        Object.fromEntries(parameters.map(({ name, value, saved }) => [name, value ?? saved])),
      ]),
    ),
    switchedOff: Object.fromEntries(
      rules.flatMap(({ activityType, switchedOff }) =>
        switchedOff === null ? [] : [[activityType, switchedOff.trim()]],
      ),
    ),
  };
}

/** What a draft changes, in the server's form: the policy as a whole first, then rule by rule. */
export function changesIn(policy: DetectionPolicyView, { sensitivity, rules }: DraftPolicy): PolicyChange[] {
  const whole: PolicyChange = {
    activityType: null,
    name: 'sensitivity',
    from: policy.sensitivity,
    to: sensitivity,
  };
  const ofRules = rules.flatMap(({ activityType, switchedOff, isSwitchChanged, parameters }) => {
    const saved = policy.rules.find((rule) => rule.activityType === activityType);
    const turned = { activityType, name: 'switchedOff', from: saved?.switchedOff ?? null, to: switchedOff };
    const numbers = parameters.filter(({ isChanged }) => isChanged);
    return [
      ...(isSwitchChanged ? [turned] : []),
      ...numbers.map(({ name, saved: from, value, text }) => ({
        activityType,
        name,
        from: String(from),
        to: value === null ? text : String(value),
      })),
    ];
  });
  return whole.from === whole.to ? ofRules : [whole, ...ofRules];
}

/** What one policy says otherwise than another. */
export function differences(before: DetectionPolicyView, after: DetectionPolicyView): PolicyChange[] {
  return changesIn(before, draftOf(before, editsTowards(before, after)));
}

interface Context {
  edits: PolicyEdits;
  sensitivity: Sensitivity;
}

function draftRule(rule: RuleInPolicy, { edits, sensitivity }: Context): DraftRule {
  const { activityType } = rule;
  const isSwitchChanged = Object.hasOwn(edits.switches, activityType);
  const switchedOff = isSwitchChanged ? (edits.switches[activityType] ?? null) : rule.switchedOff;
  return Object.assign({}, rule, {
    switchedOff,
    isSwitchChanged,
    problem: switchedOff !== null && switchedOff.trim() === '' ? 'Say why it is switched off.' : null,
    parameters: rule.parameters.map((parameter) => {
      const typed = edits.numbers[numberKey(activityType, parameter.name)];
      return draftParameter(parameter, { activityType, typed, sensitivity });
    }),
  });
}

function draftParameter(
  parameter: RuleParameter,
  typing: { activityType: string; typed: string | undefined; sensitivity: Sensitivity },
): DraftParameter {
  const { activityType, typed, sensitivity } = typing;
  const text = typed ?? fieldText(parameter.value);
  const problem = typed === undefined ? null : problemOfText(parameter, text);
  const value = problem === null ? (typed === undefined ? parameter.value : parseNumber(text)) : null;
  return Object.assign({}, parameter, {
    activityType,
    saved: parameter.value,
    text,
    value,
    effective: value === null ? null : scaleBySensitivity(parameter, { value, sensitivity }),
    problem,
    isChanged: typed !== undefined,
  });
}
