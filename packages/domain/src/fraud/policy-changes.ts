import type { PolicyChange } from '@clearwatch/contracts/http/detection-policy';
import { DETECTORS } from './detectors/index.ts';
import type { StatedPolicy } from './stored-policy.ts';

/**
 * What a version of the policy says otherwise than another: sensitivity first, then rule by rule in the order of the
 * catalogue, each with its switch before its numbers. A number that a version does not state is the default; null stands
 * for one that only the other version knows, because rules and parameters come and go with the program.
 */
export function policyChanges(before: StatedPolicy, after: StatedPolicy): PolicyChange[] {
  const changes: PolicyChange[] = [];
  const note = (change: PolicyChange): void => {
    if (change.from !== change.to) changes.push(change);
  };
  note({ activityType: null, name: 'sensitivity', from: before.sensitivity, to: after.sensitivity });
  for (const activityType of rulesIn(before, after)) {
    const reasonOf = ({ switchedOff }: StatedPolicy) => switchedOff[activityType] ?? null;
    note({ activityType, name: 'switchedOff', from: reasonOf(before), to: reasonOf(after) });
    const defaults = defaultsOf(activityType);
    const numberOf = ({ parameters }: StatedPolicy, name: string) => {
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
function rulesIn(...policies: readonly StatedPolicy[]): Set<string> {
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
