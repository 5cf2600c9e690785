import type { ActivityType } from '@clearwatch/contracts/fraud/activity-types';
import type { ReviewOutcome } from '@clearwatch/contracts/fraud/review-outcome';
import type { RiskLevel } from '@clearwatch/contracts/fraud/risk-level';
import type { TryoutSample } from '@clearwatch/contracts/fraud/tryout-samples';
import type { TryoutRow } from '@clearwatch/contracts/http/detection-policy';
import type { Finding } from '../frame.ts';
import { differenceOf } from './difference-of.ts';
import { EvenSample } from './even-sample.ts';
import { lotOf } from './lot-of.ts';
import { type JudgedAlert, outcomeOf } from './outcome-of.ts';

/** What three policies find of one member, overlaps and silences weighed. */
export interface TriedMember {
  /** The policy in force. */
  now: readonly Finding[];
  candidate: readonly Finding[];
  /** The candidate with all its limits a fifth lower. */
  lower: readonly Finding[];
  /** Alerts of the member's accounts that were judged. */
  judged: readonly JudgedAlert[];
}

/** An example of what a try-out says, without the entries behind it. */
export interface TryoutExample {
  sample: TryoutSample;
  activityType: ActivityType;
  accountNumber: string;
  triggerEntryId: string;
  triggerDay: string;
  amount: string;
  riskLevel: RiskLevel;
  description: string;
  outcome: ReviewOutcome | null;
  lot: number;
}

export type TryoutCounts = Omit<TryoutRow, 'activityType'>;

/** Counts what a candidate policy gains and loses, member by member, and keeps a few examples. Memory is bounded. */
export class TryoutTally {
  readonly #counts = new Map<ActivityType, TryoutCounts>();
  readonly #samples = {
    gained: new EvenSample<TryoutExample>(),
    lost: new EvenSample<TryoutExample>(),
    below_the_line: new EvenSample<TryoutExample>(),
  } satisfies Record<TryoutSample, EvenSample<TryoutExample>>;

  add({ now, candidate, lower, judged }: TriedMember): void {
    const { gained, lost } = differenceOf(now, candidate);
    for (const { activityType } of now) this.#of(activityType).now += 1;
    for (const { activityType } of candidate) this.#of(activityType).candidate += 1;
    for (const finding of gained) {
      this.#of(finding.activityType).gained += 1;
      this.#show('gained', finding, outcomeOf(finding, judged));
    }
    for (const finding of lost) this.#lose(finding, outcomeOf(finding, judged));
    for (const finding of differenceOf(candidate, lower).gained)
      this.#show('below_the_line', finding, outcomeOf(finding, judged));
  }

  /** Rules of which nothing was found are left out. */
  get counts(): ReadonlyMap<ActivityType, Readonly<TryoutCounts>> {
    return this.#counts;
  }

  get examples(): TryoutExample[] {
    return Object.values(this.#samples).flatMap((sample) => sample.chosen());
  }

  #lose(finding: Finding, outcome: ReviewOutcome | null): void {
    const counts = this.#of(finding.activityType);
    counts.lost += 1;
    if (outcome === 'suspicious' || outcome === 'escalated') counts.lostSuspicious += 1;
    if (outcome === 'false_positive' || outcome === 'explained') counts.lostFalsePositive += 1;
    this.#show('lost', finding, outcome);
  }

  #show(sample: TryoutSample, finding: Finding, outcome: ReviewOutcome | null): void {
    const { activityType, accountNumber, triggerEntryId, triggerDay, amount, riskLevel, description } =
      finding;
    this.#samples[sample].add({
      sample,
      activityType,
      accountNumber,
      triggerEntryId,
      triggerDay,
      amount,
      riskLevel,
      description,
      outcome,
      lot: lotOf(`${activityType} ${accountNumber} ${triggerEntryId}`),
    });
  }

  #of(activityType: ActivityType): TryoutCounts {
    const counts = this.#counts.get(activityType) ?? {
      now: 0,
      candidate: 0,
      gained: 0,
      lost: 0,
      lostSuspicious: 0,
      lostFalsePositive: 0,
    };
    this.#counts.set(activityType, counts);
    return counts;
  }
}
