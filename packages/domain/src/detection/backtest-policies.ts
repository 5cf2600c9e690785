import { withoutHiddenFindings } from './detection-engine.ts';
import {
  type DetectionContext,
  type DetectionPolicy,
  type Detector,
  effectiveParameters,
  type Finding,
} from './detector.ts';
import { DETECTORS } from './detectors/detector-registry.ts';
import type { MemberHistory } from './member-history.ts';
import { parametersOfAllRules } from './policy-document.ts';

const BELOW_THE_LINE_FACTOR = 0.8;

/** Fixed parameters that a pattern must reach. The others are definitions or exclusions, for which a lower value may be stricter. */
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

/** Lowers all limits of the policy by a fifth, rounded to whole numbers but never below the minimum. Ratios and windows do not change. */
export function belowTheLinePolicy(policy: DetectionPolicy): DetectionPolicy {
  const parameters = parametersOfAllRules((activityType, definition) => {
    const { name, scaling, min, default: byDefault } = definition;
    const value = policy.parameters[activityType]?.[name] ?? byDefault;
    const isLimit = scaling === 'count' || scaling === 'sum' || FIXED_LIMITS.has(name);
    return isLimit ? Math.max(min, Math.round(value * BELOW_THE_LINE_FACTOR)) : value;
  });
  return { ...policy, parameters };
}

/**
 * Runs `detectMember` under each policy. A rule with the same parameters in several policies runs only once, because a candidate policy
 * usually changes just one or two rules.
 */
export class PolicyComparison {
  /** For each policy, the index of the first policy with the same numbers for the rule; null if the rule is switched off. */
  readonly #rules: readonly { detector: Detector; runsAs: (number | null)[] }[];

  constructor(private readonly contexts: readonly DetectionContext[]) {
    this.#rules = Object.values(DETECTORS).map((detector) => {
      const numbers = contexts.map(({ policy }) =>
        policy.switchedOff[detector.activityType] === undefined
          ? JSON.stringify(effectiveParameters(detector, policy).map(({ value }) => value))
          : null,
      );
      return { detector, runsAs: numbers.map((own) => (own === null ? null : numbers.indexOf(own))) };
    });
  }

  detect(history: MemberHistory): Finding[][] {
    const found: Finding[][] = this.contexts.map(() => []);
    for (const { detector, runsAs } of this.#rules) {
      const byPolicy: (readonly Finding[])[] = [];
      for (const [at, context] of this.contexts.entries()) {
        const same = runsAs[at] ?? null;
        byPolicy.push(same === null ? [] : (byPolicy[same] ?? detector.detect(history, context)));
        found[at]?.push(...(byPolicy[at] ?? []));
      }
    }
    return this.contexts.map(({ policy }, at) => withoutHiddenFindings(found[at] ?? [], policy));
  }
}
