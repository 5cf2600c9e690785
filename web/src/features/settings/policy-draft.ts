import type { Sensitivity } from '@clearwatch/contracts/detection-policy';
import type {
  DetectionPolicyView,
  PolicyBody,
  PolicyChange,
  RuleInPolicy,
  RuleParameter,
} from '@clearwatch/contracts/detection-policy.dto';
import { scaleBySensitivity } from '@clearwatch/domain/detection/detector';

type Unit = RuleParameter['unit'];

const numberFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });
/** Groups of three or none, a dollar sign or none. A comma elsewhere may be somebody's decimal point: refused. */
const NUMBER_PATTERN = /^\$?(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?$/;

/** A number as people write it, or null. */
export function parseNumber(text: string): number | null {
  const trimmed = text.trim();
  if (!/\d/.test(trimmed) || !NUMBER_PATTERN.test(trimmed)) return null;
  return Number(trimmed.replaceAll(/[$,]/g, ''));
}

/** A number as it stands in a field: without its unit, and without commas, which are in the way of who writes in it. */
export function formatFieldNumber(value: number): string {
  return String(value);
}

/** `$10,000`, `14 days`, `2.5 ×`, `3`. */
export function formatParameter(value: number, unit: Unit): string {
  const number = numberFormat.format(value);
  if (unit === 'USD') return `$${number}`;
  if (unit === 'days') return `${number} ${value === 1 ? 'day' : 'days'}`;
  return unit === 'ratio' ? `${number} ×` : number;
}

/** `$500 to $10,000,000`, `3 to 60 days`. */
export function formatRange({ min, max, unit }: Pick<RuleParameter, 'min' | 'max' | 'unit'>): string {
  const least = unit === 'USD' ? formatParameter(min, unit) : numberFormat.format(min);
  return `${least} to ${formatParameter(max, unit)}`;
}

/** What is wrong with a text in the field of a parameter, as the server would say it; null: nothing. */
export function validateNumberText(
  parameter: Pick<RuleParameter, 'min' | 'max' | 'unit'>,
  text: string,
): string | null {
  const { min, max, unit } = parameter;
  const number = parseNumber(text);
  const range = formatRange(parameter);
  if (number === null) return `Not a number. Allowed: ${range}.`;
  if (unit !== 'ratio' && !Number.isSafeInteger(number)) return `Whole numbers only. Allowed: ${range}.`;
  return number < min || number > max ? `Out of range. Allowed: ${range}.` : null;
}

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
export function effectiveEdits(policy: DetectionPolicyView, edits: PolicyEdits): PolicyEdits {
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
export function editsToReach(
  from: DetectionPolicyView,
  target: Pick<DetectionPolicyView, 'sensitivity' | 'rules'>,
): PolicyEdits {
  const numbers = target.rules.flatMap(({ activityType, parameters }) =>
    parameters.map(({ name, value }) => [numberKey(activityType, name), formatFieldNumber(value)] as const),
  );
  return effectiveEdits(from, {
    sensitivity: target.sensitivity,
    numbers: Object.fromEntries(numbers),
    switches: Object.fromEntries(
      target.rules.map(({ activityType, switchedOff }) => [activityType, switchedOff]),
    ),
  });
}

/** The edits that bring a policy back to the catalogue: medium sensitivity, every rule on, every number its default. */
export function editsToReachDefaults(from: DetectionPolicyView): PolicyEdits {
  const rules = from.rules.map((rule) =>
    Object.assign({}, rule, {
      switchedOff: null,
      parameters: rule.parameters.map((parameter) =>
        Object.assign({}, parameter, { value: parameter.default }),
      ),
    }),
  );
  return editsToReach(from, { sensitivity: 'medium', rules });
}

/** What both touch and do not agree on, by `numberKey`, activity type or "sensitivity". */
export function conflictingEdits(own: PolicyEdits, theirs: PolicyEdits): Set<string> {
  const both = <Value>(a: Readonly<Record<string, Value>>, b: Readonly<Record<string, Value>>): string[] =>
    Object.keys(a).filter((key) => Object.hasOwn(b, key) && a[key] !== b[key]);
  return new Set([
    ...(own.sensitivity !== null && theirs.sensitivity !== null && own.sensitivity !== theirs.sensitivity
      ? ['sensitivity']
      : []),
    ...both(own.numbers, theirs.numbers),
    ...both(own.switches, theirs.switches),
  ]);
}

function savedNumber(policy: DetectionPolicyView, key: string): number | undefined {
  const [activityType = '', name] = key.split('.');
  return ruleOf(policy, activityType)?.parameters.find((parameter) => parameter.name === name)?.value;
}

function ruleOf({ rules }: DetectionPolicyView, activityType: string): RuleInPolicy | undefined {
  return rules.find((rule) => rule.activityType === activityType);
}

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
export function createPolicyDraft(policy: DetectionPolicyView, edits: PolicyEdits): DraftPolicy {
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
export function toPolicyBody({ sensitivity, rules, problems }: DraftPolicy): PolicyBody | null {
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
export function draftChanges(
  policy: DetectionPolicyView,
  { sensitivity, rules }: DraftPolicy,
): PolicyChange[] {
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
export function policyDifferences(before: DetectionPolicyView, after: DetectionPolicyView): PolicyChange[] {
  return draftChanges(before, createPolicyDraft(before, editsToReach(before, after)));
}

interface DraftContext {
  edits: PolicyEdits;
  sensitivity: Sensitivity;
}

function draftRule(rule: RuleInPolicy, { edits, sensitivity }: DraftContext): DraftRule {
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
  const text = typed ?? formatFieldNumber(parameter.value);
  const problem = typed === undefined ? null : validateNumberText(parameter, text);
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

export const SENSITIVITY_LABELS: Record<Sensitivity, string> = { low: 'Low', medium: 'Medium', high: 'High' };

/** Detection catalogue, section 7. */
export const SENSITIVITY_MEANINGS: Record<Sensitivity, string> = {
  low: 'Fewer alerts: counts and sums are a quarter higher, an account counts as dormant after 180 days, and alerts of low risk are not shown.',
  medium: 'Every number is used as it stands below.',
  high: 'More alerts: counts and sums are a fifth lower, an account counts as dormant after 90 days, and 30 days of history are enough.',
};
