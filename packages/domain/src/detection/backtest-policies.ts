import { withoutHiddenFindings } from './detection-engine.ts';
import {
  type DetectionContext,
  type DetectionPolicy,
  type Detector,
  type DetectorParameter,
  effectiveParameters,
  type Finding,
} from './detector.ts';
import { DETECTORS } from './detectors/detector-registry.ts';
import type { MemberHistory } from './member-history.ts';

const BELOW_THE_LINE_FACTOR = 0.8;

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
export function belowTheLinePolicy(policy: DetectionPolicy): DetectionPolicy {
  const parameters = Object.fromEntries(
    Object.values(DETECTORS).map(({ activityType, parameters: definitions }) => [
      activityType,
      Object.fromEntries(
        definitions.map((definition) => {
          const value = policy.parameters[activityType]?.[definition.name] ?? definition.default;
          return [definition.name, isLimit(definition) ? lowerLimit(definition, value) : value];
        }),
      ),
    ]),
  );
  return { ...policy, parameters };
}

function isLimit({ name, scaling }: DetectorParameter): boolean {
  return scaling === 'count' || scaling === 'sum' || FIXED_LIMITS.has(name);
}

function lowerLimit({ min }: DetectorParameter, value: number): number {
  return Math.max(min, Math.round(value * BELOW_THE_LINE_FACTOR));
}

/** A rule, and for each policy the first one under which it runs with the same numbers; null: it is switched off. */
interface SharedRule {
  detector: Detector;
  runsAs: (number | null)[];
}

/**
 * Runs all rules over members under several policies, as `detectMember` does under each. A rule that runs with the same
 * numbers under two of them runs once: a candidate usually changes one or two rules.
 */
export class PolicyComparison {
  readonly #contexts: readonly DetectionContext[];
  readonly #rules: readonly SharedRule[];

  constructor(contexts: readonly DetectionContext[]) {
    this.#contexts = contexts;
    this.#rules = Object.values(DETECTORS).map((detector) => {
      const numbers = contexts.map((context) => parametersKey(detector, context));
      return { detector, runsAs: numbers.map((own) => (own === null ? null : numbers.indexOf(own))) };
    });
  }

  /** @returns for each policy what it shows of the member */
  detect(history: MemberHistory): Finding[][] {
    const found = this.#rules.map(({ detector, runsAs }) => {
      const byPolicy: (readonly Finding[])[] = [];
      for (const [at, context] of this.#contexts.entries()) {
        const as = runsAs[at] ?? null;
        if (as === null) byPolicy.push([]);
        else byPolicy.push(byPolicy[as] ?? detector.detect(history, context));
      }
      return byPolicy;
    });
    return this.#contexts.map(({ policy }, at) =>
      withoutHiddenFindings(
        found.flatMap((byPolicy) => byPolicy[at] ?? []),
        policy,
      ),
    );
  }
}

function parametersKey(detector: Detector, { policy }: DetectionContext): string | null {
  if (policy.switchedOff[detector.activityType] !== undefined) return null;
  return JSON.stringify(effectiveParameters(detector, policy).map(({ value }) => value));
}
