import { SENSITIVITIES, type Sensitivity } from '@clearwatch/contracts/fraud/sensitivity';
import { DETECTORS } from './detectors/index.ts';
import type { DetectorParameter } from './frame.ts';
import type { DetectionPolicy, ParameterValues } from './policy.ts';

/** What a stored policy says, in the words of the program that stored it: rules and parameters may be gone since. */
export interface StatedPolicy {
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
export function readStatedPolicy(body: unknown): StatedPolicy {
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
        entriesThat(isNumber, numbers),
      ]),
    ),
    switchedOff: entriesThat(isText, switchedOff),
  };
}

/**
 * The policy that the rules of this version run with: rules and parameters that are gone are left out, new ones have
 * their defaults, a number beyond the range that its parameter has by now is brought to the end of that range.
 */
export function policyInForce(stated: StatedPolicy, version: number): DetectionPolicy {
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

function entriesThat<Value>(
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
