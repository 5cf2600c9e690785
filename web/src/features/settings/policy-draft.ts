import { SENSITIVITIES, type Sensitivity } from '@clearwatch/contracts/detection-policy';
import type {
  DetectionPolicyView,
  PolicyBody,
  PolicyChange,
  RuleInPolicy,
  RuleParameter,
} from '@clearwatch/contracts/detection-policy.dto';
import { scaleBySensitivity } from '@clearwatch/domain/detection/detector';
import { useMemo, useState } from 'react';
import { useDraft } from '../../lib/form-drafts.ts';

type Unit = RuleParameter['unit'];

const numberFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });
/** Commas only between groups of three digits: anywhere else, the user may mean a decimal point. */
const NUMBER_PATTERN = /^\$?(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?$/;

export function parseNumber(text: string): number | null {
  const trimmed = text.trim();
  if (!/\d/.test(trimmed) || !NUMBER_PATTERN.test(trimmed)) return null;
  return Number(trimmed.replaceAll(/[$,]/g, ''));
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

/** Same messages as on the server; null: valid. */
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

/** Only the differences from a policy, so that they can be applied to a newer one. */
export interface PolicyEdits {
  sensitivity: Sensitivity | null;
  /** Text as typed, by `numberKey`. */
  numbers: Readonly<Record<string, string>>;
  /** By activity type: the reason for switching it off, null for switching it on. */
  switches: Readonly<Record<string, string | null>>;
}

export const NO_EDITS: PolicyEdits = { sensitivity: null, numbers: {}, switches: {} };

export const numberKey = (activityType: string, name: string): string => `${activityType}.${name}`;

export function hasEdits({ sensitivity, numbers, switches }: PolicyEdits): boolean {
  return sensitivity !== null || Object.keys(numbers).length + Object.keys(switches).length > 0;
}

/** Drops edits that equal the policy, and rules and parameters that it does not have. */
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

export function editsToReach(
  from: DetectionPolicyView,
  target: {
    sensitivity: Sensitivity;
    rules: (Pick<RuleInPolicy, 'activityType' | 'switchedOff'> & {
      parameters: Pick<RuleParameter, 'name' | 'value'>[];
    })[];
  },
): PolicyEdits {
  const numbers = target.rules.flatMap(({ activityType, parameters }) =>
    parameters.map(({ name, value }) => [numberKey(activityType, name), String(value)] as const),
  );
  return effectiveEdits(from, {
    sensitivity: target.sensitivity,
    numbers: Object.fromEntries(numbers),
    switches: Object.fromEntries(target.rules.map(({ activityType, switchedOff }) => [activityType, switchedOff])),
  });
}

export function editsToReachDefaults(from: DetectionPolicyView): PolicyEdits {
  const rules = from.rules.map(({ activityType, parameters }) => ({
    activityType,
    switchedOff: null,
    parameters: parameters.map(({ name, default: value }) => ({ name, value })),
  }));
  return editsToReach(from, { sensitivity: 'medium', rules });
}

/** Keys that both sets of edits change, to different values: `numberKey`, activity type or "sensitivity". */
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

export interface DraftParameter extends Omit<RuleParameter, 'value' | 'effective'> {
  activityType: string;
  saved: number;
  text: string;
  /** Null while the text is not an allowed number. */
  value: number | null;
  effective: number | null;
  problem: string | null;
  isChanged: boolean;
}

export interface DraftRule extends Omit<RuleInPolicy, 'parameters'> {
  isSwitchChanged: boolean;
  problem: string | null;
  parameters: DraftParameter[];
}

export interface DraftPolicy {
  sensitivity: Sensitivity;
  isSensitivityChanged: boolean;
  rules: DraftRule[];
  /** Number of differences, including invalid ones. */
  changed: number;
  problems: number;
}

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

/** Contains every parameter. Null for a draft with problems. */
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

export function draftChanges(policy: DetectionPolicyView, { sensitivity, rules }: DraftPolicy): PolicyChange[] {
  const { sensitivity: savedSensitivity } = policy;
  const changes: PolicyChange[] = [];
  if (sensitivity !== savedSensitivity)
    changes.push({ activityType: null, name: 'sensitivity', from: savedSensitivity, to: sensitivity });
  for (const { activityType, switchedOff, isSwitchChanged, parameters } of rules) {
    const from = ruleOf(policy, activityType)?.switchedOff ?? null;
    if (isSwitchChanged) changes.push({ activityType, name: 'switchedOff', from, to: switchedOff });
    for (const { name, saved, value, text, isChanged } of parameters) {
      if (isChanged)
        changes.push({ activityType, name, from: String(saved), to: value === null ? text : String(value) });
    }
  }
  return changes;
}

export function policyDifferences(before: DetectionPolicyView, after: DetectionPolicyView): PolicyChange[] {
  return draftChanges(before, createPolicyDraft(before, editsToReach(before, after)));
}

function draftRule(
  rule: RuleInPolicy,
  { edits, sensitivity }: { edits: PolicyEdits; sensitivity: Sensitivity },
): DraftRule {
  const { activityType } = rule;
  const isSwitchChanged = Object.hasOwn(edits.switches, activityType);
  const switchedOff = isSwitchChanged ? (edits.switches[activityType] ?? null) : rule.switchedOff;
  return Object.assign({}, rule, {
    switchedOff,
    isSwitchChanged,
    problem: switchedOff !== null && switchedOff.trim() === '' ? 'Explain why the rule is off.' : null,
    parameters: rule.parameters.map((parameter) => {
      const typed = edits.numbers[numberKey(activityType, parameter.name)];
      const problem = typed === undefined ? null : validateNumberText(parameter, typed);
      const typedValue = typed === undefined ? parameter.value : parseNumber(typed);
      const value = problem === null ? typedValue : null;
      return Object.assign({}, parameter, {
        activityType,
        saved: parameter.value,
        text: typed ?? String(parameter.value),
        value,
        effective: value === null ? null : scaleBySensitivity(parameter, { value, sensitivity }),
        problem,
        isChanged: typed !== undefined,
      });
    }),
  });
}

/** @returns null if the stored value has a different shape */
export function parseStoredEdits(stored: Readonly<Record<string, unknown>>): PolicyEdits | null {
  const { numbers, switches } = stored;
  if (!isTextRecord(numbers) || !isTextRecord(switches)) return null;
  const texts = Object.entries(numbers).filter((entry): entry is [string, string] => entry[1] !== null);
  const sensitivity = SENSITIVITIES.find((known) => known === stored['sensitivity']) ?? null;
  return { sensitivity, numbers: Object.fromEntries(texts), switches };
}

function isTextRecord(stored: unknown): stored is Record<string, string | null> {
  return (
    typeof stored === 'object' &&
    stored !== null &&
    Object.values(stored).every((text) => text === null || typeof text === 'string')
  );
}

export interface PolicyEditorProps {
  inForce: DetectionPolicyView;
  mayEdit: boolean;
}

export interface PolicyEditing {
  mayEdit: boolean;
  base: DetectionPolicyView;
  edits: PolicyEdits;
  draft: DraftPolicy;
  isEdited: boolean;
  /** Saved by another user since the first edit; null: none. */
  newer: DetectionPolicyView | null;
  setSensitivity: (sensitivity: Sensitivity) => void;
  setNumber: (activityType: string, name: string, text: string) => void;
  /** @param reason null: the rule is on */
  setSwitch: (activityType: string, reason: string | null) => void;
  discard: () => void;
  resetToDefaults: () => void;
  /** Replaces all edits with those that turn `base` into this version. */
  startFrom: (policy: DetectionPolicyView) => void;
  carryOver: () => void;
  discardOwn: () => void;
}

/** Without edits, `base` is the saved version; with edits, it remains the version on which they are based. */
export function usePolicyEditing({ inForce, mayEdit }: PolicyEditorProps): PolicyEditing {
  const [base, setBase] = useState(inForce);
  const { value: stored, change: setEdits } = useDraft('policy', { empty: NO_EDITS, read: parseStoredEdits });
  // After a reload, the saved policy may already contain the stored edits.
  const edits = useMemo(() => effectiveEdits(base, stored), [base, stored]);
  const isEdited = hasEdits(edits);
  if (base !== inForce && (!isEdited || base.version === inForce.version)) setBase(inForce);

  const edit = (part: Partial<PolicyEdits>): void => setEdits(effectiveEdits(base, Object.assign({}, edits, part)));
  const continueFrom = (policy: DetectionPolicyView, stored: PolicyEdits): void => {
    setBase(policy);
    setEdits(effectiveEdits(policy, stored));
  };
  return {
    mayEdit,
    base,
    edits,
    draft: useMemo(() => createPolicyDraft(base, edits), [base, edits]),
    isEdited,
    newer: isEdited && inForce.version > base.version ? inForce : null,
    setSensitivity: (sensitivity) => edit({ sensitivity }),
    setNumber: (activityType, name, text) =>
      edit({ numbers: { ...edits.numbers, [numberKey(activityType, name)]: text } }),
    setSwitch: (activityType, reason) => edit({ switches: { ...edits.switches, [activityType]: reason } }),
    discard: () => setEdits(NO_EDITS),
    resetToDefaults: () => setEdits(editsToReachDefaults(base)),
    startFrom: (policy) => setEdits(editsToReach(base, policy)),
    carryOver: () => continueFrom(inForce, edits),
    discardOwn: () => continueFrom(inForce, NO_EDITS),
  };
}

export const SENSITIVITY_LABELS: Record<Sensitivity, string> = { low: 'Low', medium: 'Medium', high: 'High' };

/** Detection catalog, section 7. */
export const SENSITIVITY_MEANINGS: Record<Sensitivity, string> = {
  low: 'Fewer alerts: counts and sums are 25% higher, an account counts as dormant after 180 days, and low-risk alerts are not raised.',
  medium: 'Every parameter is used as shown below.',
  high: 'More alerts: counts and sums are 20% lower, an account counts as dormant after 90 days, and 30 days of history are enough.',
};
