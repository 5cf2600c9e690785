import type { ActivityType } from '@clearwatch/contracts/alerts';
import { SENSITIVITIES, type Sensitivity } from '@clearwatch/contracts/detection-policy';
import type { PolicyChange, RuleInPolicy } from '@clearwatch/contracts/detection-policy.dto';
import {
  type DetectionPolicy,
  type DetectorParameter,
  effectiveParameters,
  type ParameterValues,
} from './detector.ts';
import { DETECTORS, detectorOf } from './detectors/detector-registry.ts';

/** What a stored policy says, in the words of the program that stored it: rules and parameters may be gone since. */
export interface StoredPolicy {
  sensitivity: Sensitivity;
  /** Numbers by activity type and parameter name. */
  parameters: Readonly<Partial<Record<string, ParameterValues>>>;
  /** Reasons by activity type. */
  switchedOff: Readonly<Partial<Record<string, string>>>;
}

/**
 * A policy as it was stored, by whatever version of the program: written strictly (`validatePolicy`), read tolerantly.
 * @throws TypeError when it is no policy at all, or of a sensitivity that is not known: nobody can say what it asks for
 */
export function readStoredPolicy(body: unknown): StoredPolicy {
  if (!isRecord(body)) throw new TypeError('A policy is an object.');
  const sensitivity = SENSITIVITIES.find((word) => word === body['sensitivity']);
  if (sensitivity === undefined)
    throw new TypeError(`sensitivity must be one of ${SENSITIVITIES.join(', ')}.`);
  const { parameters, switchedOff = {} } = body;
  if (!isRecord(parameters) || !isRecord(switchedOff))
    throw new TypeError('parameters and switchedOff must be objects.');
  return {
    sensitivity,
    parameters: Object.fromEntries(
      Object.entries(parameters).map(([activityType, numbers]) => [
        activityType,
        entriesMatching(isNumber, numbers),
      ]),
    ),
    switchedOff: entriesMatching(isText, switchedOff),
  };
}

/**
 * The policy that the rules of this version run with: rules and parameters that are gone are left out, new ones have
 * their defaults, a number beyond the range that its parameter has by now is brought to the end of that range.
 */
export function policyInForce(stated: StoredPolicy, version: number): DetectionPolicy {
  const detectors = Object.values(DETECTORS);
  return {
    version,
    sensitivity: stated.sensitivity,
    parameters: Object.fromEntries(
      detectors.map(({ activityType, parameters }) => {
        const numbers = stated.parameters[activityType] ?? {};
        return [
          activityType,
          Object.fromEntries(
            parameters.map((definition) => [definition.name, inRange(definition, numbers[definition.name])]),
          ),
        ];
      }),
    ),
    switchedOff: Object.fromEntries(
      detectors.flatMap(({ activityType }) => {
        const reason = stated.switchedOff[activityType];
        return reason === undefined ? [] : [[activityType, reason]];
      }),
    ),
  };
}

function inRange(definition: DetectorParameter, stated: number | undefined): number {
  if (stated === undefined) return definition.default;
  const whole = definition.unit === 'ratio' ? stated : Math.round(stated);
  return Math.min(definition.max, Math.max(definition.min, whole));
}

function entriesMatching<Value>(
  isOne: (value: unknown) => value is Value,
  from: unknown,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(
    Object.entries(isRecord(from) ? from : {}).filter((entry): entry is [string, Value] => isOne(entry[1])),
  );
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * What a version of the policy says otherwise than another: sensitivity first, then rule by rule in the order of the
 * catalogue, each with its switch before its numbers. A number that a version does not state is the default; null stands
 * for one that only the other version knows, because rules and parameters come and go with the program.
 */
export function comparePolicies(before: StoredPolicy, after: StoredPolicy): PolicyChange[] {
  const changes: PolicyChange[] = [];
  const note = (change: PolicyChange): void => {
    if (change.from !== change.to) changes.push(change);
  };
  note({ activityType: null, name: 'sensitivity', from: before.sensitivity, to: after.sensitivity });
  for (const activityType of activityTypesIn(before, after)) {
    const reasonOf = ({ switchedOff }: StoredPolicy) => switchedOff[activityType] ?? null;
    note({ activityType, name: 'switchedOff', from: reasonOf(before), to: reasonOf(after) });
    const defaults = defaultsOf(activityType);
    const numberOf = ({ parameters }: StoredPolicy, name: string) => {
      const number = parameters[activityType]?.[name] ?? defaults[name];
      return number === undefined ? null : String(number);
    };
    const stated = [before, after].flatMap(({ parameters }) => Object.keys(parameters[activityType] ?? {}));
    for (const name of new Set([...Object.keys(defaults), ...stated]))
      note({ activityType, name, from: numberOf(before, name), to: numberOf(after, name) });
  }
  return changes;
}

/** Those of this version, then those that are gone since. */
function activityTypesIn(...policies: readonly StoredPolicy[]): Set<string> {
  const stated = policies.flatMap(({ parameters, switchedOff }) => [
    ...Object.keys(parameters),
    ...Object.keys(switchedOff),
  ]);
  return new Set([...Object.keys(DETECTORS), ...stated]);
}

function defaultsOf(activityType: string): Record<string, number> {
  const detector = Object.values(DETECTORS).find((candidate) => candidate.activityType === activityType);
  return Object.fromEntries(detector?.parameters.map(({ name, default: value }) => [name, value]) ?? []);
}

/**
 * Every rule of this version with every number of it: what the policy says, and what the rule runs with after sensitivity.
 * Rules that are younger than the policy have their defaults.
 */
export function listRulesUnderPolicy(policy: DetectionPolicy): RuleInPolicy[] {
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

/** Characters of the reason for a switch. */
const MAX_REASON_LENGTH = 2_000;

/** Version 1: every number of the catalogue as written. */
export function defaultPolicy(): DetectionPolicy {
  const parameters = Object.fromEntries(
    Object.values(DETECTORS).map((detector) => [
      detector.activityType,
      Object.fromEntries(detector.parameters.map(({ name, default: value }) => [name, value])),
    ]),
  );
  return { version: 1, sensitivity: 'medium', parameters, switchedOff: {} };
}

/** A policy from outside, or everything that is wrong with it, one plain sentence each. */
export function validatePolicy(value: unknown): { policy: DetectionPolicy } | { problems: string[] } {
  if (!isRecord(value)) return { problems: ['A policy is an object.'] };
  const { version, sensitivity, parameters, switchedOff = {}, ...unknown } = value;
  const problems = Object.keys(unknown).map((name) => `"${name}" is no part of a policy.`);
  if (!Number.isSafeInteger(version) || Number(version) < 1)
    problems.push('version must be a whole number from 1.');
  if (!isSensitivity(sensitivity)) problems.push(`sensitivity must be one of ${SENSITIVITIES.join(', ')}.`);
  const values = isRecord(parameters) ? parameters : {};
  if (!isRecord(parameters)) problems.push('parameters must be an object with one entry per activity type.');
  for (const [activityType, numbers] of Object.entries(values)) {
    problems.push(...problemsOfRule(activityType, numbers));
  }
  const reasons = isRecord(switchedOff) ? switchedOff : {};
  if (!isRecord(switchedOff)) problems.push('switchedOff must be an object with a reason per activity type.');
  for (const [activityType, reason] of Object.entries(reasons)) {
    problems.push(...problemsOfSwitch(activityType, reason));
  }
  if (problems.length > 0 || !isSensitivity(sensitivity)) return { problems };
  return {
    policy: {
      version: Number(version),
      sensitivity,
      parameters: structuredClone(values) as Record<ActivityType, ParameterValues>,
      switchedOff: structuredClone(reasons) as Record<ActivityType, string>,
    },
  };
}

function problemsOfSwitch(activityType: string, reason: unknown): string[] {
  if (detectorOf(activityType) === null) return [`There is no rule "${activityType}".`];
  if (typeof reason !== 'string' || reason.trim() === '')
    return [`Switching off ${activityType} needs a reason.`];
  if (reason.length > MAX_REASON_LENGTH)
    return [`The reason for switching off ${activityType} is longer than ${MAX_REASON_LENGTH} characters.`];
  return reason.includes('\0')
    ? [`The reason for switching off ${activityType} holds a character that is not text.`]
    : [];
}

function problemsOfRule(activityType: string, numbers: unknown): string[] {
  const definitions = detectorOf(activityType)?.parameters;
  if (definitions === undefined) return [`There is no rule "${activityType}".`];
  if (!isRecord(numbers)) return [`The parameters of ${activityType} must be an object of numbers.`];
  return Object.entries(numbers).flatMap(([name, number]) => {
    const definition = definitions.find((candidate) => candidate.name === name);
    if (definition === undefined) return [`${activityType} has no parameter "${name}".`];
    const problem = problemOfNumber(definition, number);
    return problem === null ? [] : [`${activityType}.${name} ${problem}`];
  });
}

function problemOfNumber({ unit, min, max }: DetectorParameter, number: unknown): string | null {
  if (typeof number !== 'number' || !Number.isFinite(number)) return 'must be a number.';
  if (unit !== 'ratio' && !Number.isSafeInteger(number)) return `must be a whole number (${unit}).`;
  return number < min || number > max ? `must be between ${min} and ${max} (${unit}).` : null;
}

function isSensitivity(value: unknown): value is Sensitivity {
  return SENSITIVITIES.some((sensitivity) => sensitivity === value);
}
