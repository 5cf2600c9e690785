import type { ActivityType, ReviewOutcome, RiskLevel } from '@clearwatch/contracts/alerts';
import type { BacktestSample } from '@clearwatch/contracts/detection-policy';
import type { BacktestRow } from '@clearwatch/contracts/detection-policy.dto';
import { type Day, epochDay } from '../calendar/day.ts';
import type { Finding } from './detector.ts';
import { accountsOfFinding } from './finding-to-alert.ts';

interface FindingDifference {
  /** Found by the second policy alone. */
  gained: Finding[];
  /** Found by the first policy alone. */
  lost: Finding[];
}

/** A finding of one rule as far as it is looked for in others of the rule. */
interface PairableFinding {
  finding: Finding;
  day: number;
  accounts: ReadonlySet<string>;
  isPaired: boolean;
}

/**
 * What of one member a policy finds otherwise than another. Two findings are one behaviour when they are of the same rule,
 * share an account and their triggers lie within the longer of their cooling periods: a trigger that only moves is neither
 * gained nor lost. Each finding is paired once, so that `first - lost + gained = second` in numbers.
 */
export function compareFindings(first: readonly Finding[], second: readonly Finding[]): FindingDifference {
  const types = new Set([...first, ...second].map(({ activityType }) => activityType));
  const lost: Finding[] = [];
  const gained: Finding[] = [];
  for (const activityType of types) {
    const [left, right] = [first, second].map((findings) => toPairableFindings(findings, activityType));
    pairSameTriggers(left ?? [], right ?? []);
    pairNearby(left ?? [], right ?? []);
    lost.push(...unpairedOf(left ?? []));
    gained.push(...unpairedOf(right ?? []));
  }
  return { gained, lost };
}

/** Those of one rule, in the order of their days. */
function toPairableFindings(findings: readonly Finding[], activityType: string): PairableFinding[] {
  return findings
    .filter((finding) => finding.activityType === activityType)
    .map((finding) => ({
      finding,
      day: epochDay(finding.triggerDay),
      accounts: accountsOfFinding(finding),
      isPaired: false,
    }))
    .toSorted((left, right) => left.day - right.day || byTrigger(left.finding, right.finding));
}

function pairSameTriggers(left: readonly PairableFinding[], right: readonly PairableFinding[]): void {
  const byEntry = new Map(right.map((one) => [one.finding.triggerEntryId, one]));
  for (const one of left) {
    const same = byEntry.get(one.finding.triggerEntryId);
    if (same !== undefined && !same.isPaired) pair(one, same);
  }
}

/** Taking the first that fits, in the order of the days, leaves later ones to later ones. The work is nearly linear. */
function pairNearby(left: readonly PairableFinding[], right: readonly PairableFinding[]): void {
  const reach = Math.max(0, left[0]?.finding.coolDays ?? 0, right[0]?.finding.coolDays ?? 0);
  let from = 0;
  for (const one of left) {
    if (one.isPaired) continue;
    while ((right[from]?.day ?? Number.POSITIVE_INFINITY) < one.day - reach) from += 1;
    for (let at = from; (right[at]?.day ?? Number.POSITIVE_INFINITY) <= one.day + reach; at += 1) {
      const other = right[at];
      if (other === undefined || other.isPaired || !shareAnAccount(one, other)) continue;
      pair(one, other);
      break;
    }
  }
}

function pair(left: PairableFinding, right: PairableFinding): void {
  left.isPaired = true;
  right.isPaired = true;
}

function shareAnAccount(left: PairableFinding, right: PairableFinding): boolean {
  return [...left.accounts].some((account) => right.accounts.has(account));
}

function unpairedOf(all: readonly PairableFinding[]): Finding[] {
  return all.filter(({ isPaired }) => !isPaired).map(({ finding }) => finding);
}

function byTrigger(left: Finding, right: Finding): number {
  if (left.triggerEntryId === right.triggerEntryId) return 0;
  return left.triggerEntryId < right.triggerEntryId ? -1 : 1;
}

/** Something that may be shown as an example of its rule. */
export interface SampleCandidate {
  activityType: string;
  /** Drawn from what it is about (`lotOf`); the smallest come first. */
  lot: number;
}

/** Examples of each kind that a try-out shows at most. */
export const MAX_EXAMPLES = 50;

/**
 * At most so many examples of what went by, spread evenly over the rules: one of each, then a second of each, and so on;
 * within a rule by lot and not by who came first. A sample over several samples is that over everything they have seen,
 * so that a try-out may be cut into parts. Memory is bounded by the number of rules.
 */
export class StratifiedSample<Item extends SampleCandidate> {
  readonly #byRule = new Map<string, Item[]>();

  add(item: Item): void {
    const items = this.#byRule.get(item.activityType) ?? [];
    items.push(item);
    if (items.length >= 2 * MAX_EXAMPLES) this.#byRule.set(item.activityType, smallest(items));
    else this.#byRule.set(item.activityType, items);
  }

  chosen(): Item[] {
    const ranked = [...this.#byRule.values()].flatMap((items) =>
      smallest(items).map((item, rank) => ({ item, rank })),
    );
    return ranked
      .toSorted((left, right) => left.rank - right.rank || left.item.lot - right.item.lot)
      .slice(0, MAX_EXAMPLES)
      .map(({ item }) => item);
  }
}

function smallest<Item extends SampleCandidate>(items: readonly Item[]): Item[] {
  return items.toSorted((left, right) => left.lot - right.lot).slice(0, MAX_EXAMPLES);
}

/**
 * A number drawn from a text, the same on every machine: 0 to 2^53 - 1, evenly spread (cyrb53, public domain). It draws
 * samples and protects nothing.
 */
export function samplingHash(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = mixBits(high, low);
  low = mixBits(low, high);
  return 4_294_967_296 * (low & 0x1fffff) + (high >>> 0);
}

function mixBits(one: number, other: number): number {
  return Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909);
}

/** An alert of the table that was reviewed with an outcome. */
export interface AlertWithOutcome {
  activityType: string;
  accountNumber: string;
  triggerEntryId: string;
  /** Event day of the trigger entry. */
  anchorDay: Day;
  outcome: ReviewOutcome;
}

/**
 * How the behaviour of a finding was judged: the outcome of the alert of the same trigger, else of the nearest of its rule
 * on its accounts within the cooling period; null when there is none.
 */
export function reviewOutcomeOf(finding: Finding, judged: readonly AlertWithOutcome[]): ReviewOutcome | null {
  const accounts = accountsOfFinding(finding);
  const day = epochDay(finding.triggerDay);
  let nearest: { outcome: ReviewOutcome; apart: number } | null = null;
  for (const alert of judged) {
    if (alert.activityType !== finding.activityType || !accounts.has(alert.accountNumber)) continue;
    const isSame = alert.triggerEntryId === finding.triggerEntryId;
    const apart = isSame ? -1 : Math.abs(epochDay(alert.anchorDay) - day);
    if (apart > finding.coolDays) continue;
    if (nearest === null || apart < nearest.apart) nearest = { outcome: alert.outcome, apart };
  }
  return nearest?.outcome ?? null;
}

/** What three policies find of one member, overlaps and silences weighed. */
export interface BacktestedMember {
  /** The policy in force. */
  now: readonly Finding[];
  candidate: readonly Finding[];
  /** The candidate with all its limits a fifth lower. */
  lower: readonly Finding[];
  /** Alerts of the member's accounts that were judged. */
  judged: readonly AlertWithOutcome[];
}

/** An example of what a try-out says, without the entries behind it. */
export interface BacktestExample {
  sample: BacktestSample;
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

export type BacktestCounts = Omit<BacktestRow, 'activityType'>;

/** Counts what a candidate policy gains and loses, member by member, and keeps a few examples. Memory is bounded. */
export class BacktestTally {
  readonly #counts = new Map<ActivityType, BacktestCounts>();
  readonly #samples = {
    gained: new StratifiedSample<BacktestExample>(),
    lost: new StratifiedSample<BacktestExample>(),
    below_the_line: new StratifiedSample<BacktestExample>(),
  } satisfies Record<BacktestSample, StratifiedSample<BacktestExample>>;

  add({ now, candidate, lower, judged }: BacktestedMember): void {
    const { gained, lost } = compareFindings(now, candidate);
    for (const { activityType } of now) this.#of(activityType).now += 1;
    for (const { activityType } of candidate) this.#of(activityType).candidate += 1;
    for (const finding of gained) {
      this.#of(finding.activityType).gained += 1;
      this.#show('gained', finding, reviewOutcomeOf(finding, judged));
    }
    for (const finding of lost) this.#lose(finding, reviewOutcomeOf(finding, judged));
    for (const finding of compareFindings(candidate, lower).gained)
      this.#show('below_the_line', finding, reviewOutcomeOf(finding, judged));
  }

  /** Rules of which nothing was found are left out. */
  get counts(): ReadonlyMap<ActivityType, Readonly<BacktestCounts>> {
    return this.#counts;
  }

  get examples(): BacktestExample[] {
    return Object.values(this.#samples).flatMap((sample) => sample.chosen());
  }

  #lose(finding: Finding, outcome: ReviewOutcome | null): void {
    const counts = this.#of(finding.activityType);
    counts.lost += 1;
    if (outcome === 'suspicious' || outcome === 'escalated') counts.lostSuspicious += 1;
    if (outcome === 'false_positive' || outcome === 'explained') counts.lostFalsePositive += 1;
    this.#show('lost', finding, outcome);
  }

  #show(sample: BacktestSample, finding: Finding, outcome: ReviewOutcome | null): void {
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
      lot: samplingHash(`${activityType} ${accountNumber} ${triggerEntryId}`),
    });
  }

  #of(activityType: ActivityType): BacktestCounts {
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
