import { shown } from '../detect-member.ts';
import { DETECTORS } from '../detectors/index.ts';
import { effectiveParameters } from '../effective-parameters.ts';
import type { DetectionContext, Detector, Finding } from '../frame.ts';
import type { MemberHistory } from '../preparation/account-history.ts';

/** A rule, and for each policy the first one under which it runs with the same numbers; null: it is switched off. */
interface SharedRule {
  detector: Detector;
  runsAs: (number | null)[];
}

/**
 * Runs all rules over members under several policies, as `detectMember` does under each. A rule that runs with the same
 * numbers under two of them runs once: a candidate usually changes one or two rules.
 */
export class PoliciesCompared {
  readonly #contexts: readonly DetectionContext[];
  readonly #rules: readonly SharedRule[];

  constructor(contexts: readonly DetectionContext[]) {
    this.#contexts = contexts;
    this.#rules = Object.values(DETECTORS).map((detector) => {
      const numbers = contexts.map((context) => numbersOf(detector, context));
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
      shown(
        found.flatMap((byPolicy) => byPolicy[at] ?? []),
        policy,
      ),
    );
  }
}

function numbersOf(detector: Detector, { policy }: DetectionContext): string | null {
  if (policy.switchedOff[detector.activityType] !== undefined) return null;
  return JSON.stringify(effectiveParameters(detector, policy).map(({ value }) => value));
}
