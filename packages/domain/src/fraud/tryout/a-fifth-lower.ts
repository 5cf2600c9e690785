import { DETECTORS } from '../detectors/index.ts';
import type { DetectorParameter } from '../frame.ts';
import type { DetectionPolicy } from '../policy.ts';

const LOWERED_TO = 0.8;

/**
 * Numbers that the sensitivity leaves alone and that a pattern has to reach all the same. The other fixed ones say what
 * something is (a round amount, a probe, a night) or what makes a rule keep silent: lower there may mean stricter.
 */
const FIXED_LIMITS: ReadonlySet<string> = new Set([
  'largeTransactionAmount',
  'frequentTransactionCount',
  'candidateMinimum',
  'nearLineMinimum',
  'spreadMinimum',
  'roundMinimum',
  'debitMinimum',
  'creditMinimum',
  'legMinimum',
  'oneCompanyCount',
]);

/**
 * The policy with all its limits a fifth lower, for a look below the line: the counts, sums and amounts that a pattern has
 * to reach, rounded to whole ones and never below what a policy may ask for. Ratios and windows stay.
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

function isLimit({ name, scaling }: DetectorParameter): boolean {
  return scaling === 'count' || scaling === 'sum' || FIXED_LIMITS.has(name);
}

function lowered({ min }: DetectorParameter, value: number): number {
  return Math.max(min, Math.round(value * LOWERED_TO));
}
