import { DETECTORS } from '../detectors/index.ts';
import type { DetectorParameter } from '../frame.ts';
import type { DetectionPolicy } from '../policy.ts';

const LOWERED_TO = 0.8;

/**
 * The policy with all its limits a fifth lower, for a look below the line. Lowered are the counts and sums that a pattern
 * has to reach and the amounts that mark an entry, rounded to whole ones and never below the range that a policy may ask
 * for (which leaves the reporting line where the regulation has it). Ratios, windows and numbers that make a rule keep
 * silent stay: there lower may mean stricter.
 */
export function aFifthLower(policy: DetectionPolicy): DetectionPolicy {
  const parameters = Object.fromEntries(
    Object.values(DETECTORS).map(({ activityType, parameters: definitions }) => [
      activityType,
      Object.fromEntries(
        definitions.map((definition) => {
          const value = policy.parameters[activityType]?.[definition.name] ?? definition.default;
          return [definition.name, isLimit(definition) ? lowered(definition, value) : value];
        }),
      ),
    ]),
  );
  return { ...policy, parameters };
}

function isLimit({ scaling, unit }: DetectorParameter): boolean {
  return scaling === 'count' || scaling === 'sum' || unit === 'USD';
}

function lowered({ min }: DetectorParameter, value: number): number {
  return Math.max(min, Math.round(value * LOWERED_TO));
}
