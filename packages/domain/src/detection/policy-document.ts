import type { ActivityType } from '@clearwatch/contracts/alerts';
import { SENSITIVITIES, type Sensitivity } from '@clearwatch/contracts/detection-policy';
import type { PolicyChange, RuleInPolicy } from '@clearwatch/contracts/detection-policy.dto';
import { type DetectionPolicy, type DetectorParameter, effectiveParameters, type ParameterValues } from './detector.ts';
import { DETECTORS, detectorOf } from './detectors/detector-registry.ts';

/** A policy stored by any version of Clearwatch. Its rules and parameters may have been removed since. */
export interface StoredPolicy {
  sensitivity: Sensitivity;
  parameters: Readonly<Partial<Record<string, ParameterValues>>>;
  switchedOff: Readonly<Partial<Record<string, string>>>;
}

/** Tolerant, unlike `validatePolicy`, which is strict before a policy is stored. @throws TypeError if the value is not a policy */
export function readStoredPolicy(body: unknown): StoredPolicy {
  if (!isRecord(body)) throw new TypeError('The policy must be an object.');
  const { sensitivity, parameters, switchedOff = {} } = body;
  if (!isSensitivity(sensitivity)) throw new TypeError(`sensitivity must be one of ${SENSITIVITIES.join(', ')}.`);
  if (!isRecord(parameters) || !isRecord(switchedOff))
    throw new TypeError('parameters and switchedOff must be objects.');
  return {
    sensitivity,
    parameters: Object.fromEntries(
      Object.entries(parameters).map(([type, numbers]) => [type, entriesMatching(isNumber, numbers)]),
    ),
    switchedOff: entriesMatching((value) => typeof value === 'string', switchedOff),
  };
}

/** Drops removed rules and parameters, sets new ones to their defaults, and adjusts numbers to their current ranges. */
export function policyInForce(stored: StoredPolicy, version: number): DetectionPolicy {
  return {
    version,
    sensitivity: stored.sensitivity,
    parameters: parametersOfAllRules((activityType, definition) =>
      inRange(definition, stored.parameters[activityType]?.[definition.name]),
    ),
    switchedOff: Object.fromEntries(
      Object.entries(stored.switchedOff).filter(([activityType]) => detectorOf(activityType) !== null),
    ),
  };
}

export function parametersOfAllRules(
  numberOf: (activityType: ActivityType, definition: DetectorParameter) => number,
): DetectionPolicy['parameters'] {
  return Object.fromEntries(
    Object.values(DETECTORS).map(({ activityType, parameters }) => [
      activityType,
      Object.fromEntries(parameters.map((one) => [one.name, numberOf(activityType, one)])),
    ]),
  );
}

function inRange({ default: byDefault, unit, min, max }: DetectorParameter, number = byDefault): number {
  return Math.min(max, Math.max(min, unit === 'ratio' ? number : Math.round(number)));
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSensitivity(value: unknown): value is Sensitivity {
  return SENSITIVITIES.some((sensitivity) => sensitivity === value);
}

/** Changes are in catalog order. A number missing from a version is the default, or null if the rule or parameter does not exist. */
export function comparePolicies(before: StoredPolicy, after: StoredPolicy): PolicyChange[] {
  const policies = [before, after];
  const namesIn = (record: object | undefined) => Object.keys(record ?? {});
  const stored = policies.flatMap(({ parameters, switchedOff }) => [...namesIn(parameters), ...namesIn(switchedOff)]);
  const changes: PolicyChange[] = [
    { activityType: null, name: 'sensitivity', from: before.sensitivity, to: after.sensitivity },
  ];
  for (const activityType of new Set([...Object.keys(DETECTORS), ...stored])) {
    const [from = null, to = null] = policies.map(({ switchedOff }) => switchedOff[activityType]);
    changes.push({ activityType, name: 'switchedOff', from, to });
    const definitions = detectorOf(activityType)?.parameters ?? [];
    const defaults = Object.fromEntries(definitions.map(({ name, default: value }) => [name, value]));
    const names = [defaults, ...policies.map(({ parameters }) => parameters[activityType])].flatMap(namesIn);
    for (const name of new Set(names)) {
      const numberOf = ({ parameters }: StoredPolicy) => {
        const number = parameters[activityType]?.[name] ?? defaults[name];
        return number === undefined ? null : String(number);
      };
      changes.push({ activityType, name, from: numberOf(before), to: numberOf(after) });
    }
  }
  return changes.filter(({ from, to }) => from !== to);
}

/** Every parameter includes the policy's number (`value`) and the number scaled by the sensitivity (`effective`). */
export function listRulesUnderPolicy(policy: DetectionPolicy): RuleInPolicy[] {
  return Object.values(DETECTORS).map((detector) => ({
    activityType: detector.activityType,
    category: detector.category,
    ruleVersion: detector.ruleVersion,
    sources: [...detector.sources],
    switchedOff: policy.switchedOff[detector.activityType] ?? null,
    parameters: effectiveParameters(detector, policy).map(({ value: effective, ...definition }) => ({
      ...definition,
      value: policy.parameters[detector.activityType]?.[definition.name] ?? definition.default,
      effective,
    })),
  }));
}

const MAX_REASON_LENGTH = 2_000;

export function defaultPolicy(): DetectionPolicy {
  const parameters = parametersOfAllRules((_, definition) => definition.default);
  return { version: 1, sensitivity: 'medium', parameters, switchedOff: {} };
}

/** Returns the validated policy, or all of its problems, each as one plain sentence. */
export function validatePolicy(value: unknown): { policy: DetectionPolicy } | { problems: string[] } {
  if (!isRecord(value)) return { problems: ['The policy must be an object.'] };
  const { version, sensitivity, parameters, switchedOff = {}, ...unknown } = value;
  const problems = Object.keys(unknown).map((name) => `A policy has no field "${name}".`);
  if (!Number.isSafeInteger(version) || Number(version) < 1)
    problems.push('version must be a whole number of 1 or more.');
  if (!isSensitivity(sensitivity)) problems.push(`sensitivity must be one of ${SENSITIVITIES.join(', ')}.`);
  const values = isRecord(parameters) ? parameters : {};
  if (!isRecord(parameters)) problems.push('parameters must be an object with one entry per activity type.');
  problems.push(...Object.entries(values).flatMap(problemsOfRule));
  const reasons = isRecord(switchedOff) ? switchedOff : {};
  if (!isRecord(switchedOff)) problems.push('switchedOff must be an object with a reason per activity type.');
  problems.push(...Object.entries(reasons).flatMap(problemsOfSwitch));
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

function problemsOfSwitch([activityType, reason]: [string, unknown]): string[] {
  if (detectorOf(activityType) === null) return [`There is no rule "${activityType}".`];
  if (typeof reason !== 'string' || reason.trim() === '') return [`Enter a reason for switching off ${activityType}.`];
  if (reason.length > MAX_REASON_LENGTH)
    return [`The reason for switching off ${activityType} is longer than ${MAX_REASON_LENGTH} characters.`];
  return reason.includes('\0')
    ? [`The reason for switching off ${activityType} contains a null character. Remove it.`]
    : [];
}

function problemsOfRule([activityType, numbers]: [string, unknown]): string[] {
  const definitions = detectorOf(activityType)?.parameters;
  if (definitions === undefined) return [`There is no rule "${activityType}".`];
  if (!isRecord(numbers)) return [`The parameters of ${activityType} must be an object with numeric values.`];
  return Object.entries(numbers).flatMap(([name, number]) => {
    const definition = definitions.find((candidate) => candidate.name === name);
    if (definition === undefined) return [`${activityType} has no parameter "${name}".`];
    const problem = problemOfNumber(definition, number);
    return problem === null ? [] : [`${activityType}.${name} ${problem}`];
  });
}

function problemOfNumber({ unit, min, max }: DetectorParameter, number: unknown): string | null {
  if (!isNumber(number)) return 'must be a number.';
  if (unit !== 'ratio' && !Number.isSafeInteger(number)) return `must be a whole number (${unit}).`;
  return number < min || number > max ? `must be between ${min} and ${max} (${unit}).` : null;
}
