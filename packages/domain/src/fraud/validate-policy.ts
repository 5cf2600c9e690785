import type { ActivityType } from '@clearwatch/contracts/fraud/activity-types';
import { SENSITIVITIES, type Sensitivity } from '@clearwatch/contracts/fraud/sensitivity';
import { detectorOf } from './detectors/detector-of.ts';
import { DETECTORS } from './detectors/index.ts';
import type { DetectorParameter } from './frame.ts';
import type { DetectionPolicy, ParameterValues } from './policy.ts';

/** Characters of the reason for a switch. */
const LONGEST_REASON = 2_000;

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
  if (reason.length > LONGEST_REASON)
    return [`The reason for switching off ${activityType} is longer than ${LONGEST_REASON} characters.`];
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
