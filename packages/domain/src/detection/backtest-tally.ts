import type { ActivityType, AlertHeadline, ReviewOutcome } from '@clearwatch/contracts/alerts';
import type { BacktestSample } from '@clearwatch/contracts/detection-policy';
import type { BacktestRow } from '@clearwatch/contracts/detection-policy.dto';
import { type Day, epochDay } from '../calendar/day.ts';
import { compareTexts } from './detection-entry.ts';
import type { Finding } from './detector.ts';
import { accountsOfFinding } from './finding-to-alert.ts';
import { getOrAdd } from './memoize.ts';

/**
 * Returns the findings for a member under the first policy but not the second (`lost`), and the reverse (`gained`).
 * Findings from the same rule that share an account are one behavior when their triggers are within the longer
 * deduplication window. Each finding is paired at most once.
 */
export function compareFindings(first: readonly Finding[], second: readonly Finding[]) {
  const difference: Record<'gained' | 'lost', Finding[]> = { gained: [], lost: [] };
  for (const activityType of new Set([...first, ...second].map((finding) => finding.activityType))) {
    const left = toPairableFindings(first, activityType);
    const right = toPairableFindings(second, activityType);
    const paired = new Set<Finding>();
    const ofTrigger = new Map(right.map(({ finding }) => [finding.triggerEntryId, finding]));
    for (const { finding } of left) {
      const same = ofTrigger.get(finding.triggerEntryId);
      if (same !== undefined && !paired.has(same)) paired.add(finding).add(same);
    }
    // Taking the first match in day order keeps the time nearly linear.
    const reach = Math.max(left[0]?.finding.coolDays ?? 0, right[0]?.finding.coolDays ?? 0);
    let from = 0;
    for (const { finding, day, accounts } of left) {
      if (paired.has(finding)) continue;
      while ((right[from]?.day ?? Infinity) < day - reach) from += 1;
      for (let at = from; (right[at]?.day ?? Infinity) <= day + reach; at += 1) {
        const other = right[at];
        if (other === undefined || paired.has(other.finding)) continue;
        if (![...accounts].some((account) => other.accounts.has(account))) continue;
        paired.add(finding).add(other.finding);
        break;
      }
    }
    const unpaired = (all: typeof left) => all.flatMap(({ finding }) => (paired.has(finding) ? [] : finding));
    difference.lost.push(...unpaired(left));
    difference.gained.push(...unpaired(right));
  }
  return difference;
}

function toPairableFindings(findings: readonly Finding[], activityType: string) {
  return findings
    .filter((finding) => finding.activityType === activityType)
    .map((finding) => {
      return { finding, day: epochDay(finding.triggerDay), accounts: accountsOfFinding(finding) };
    })
    .toSorted(
      (left, right) => left.day - right.day || compareTexts(left.finding.triggerEntryId, right.finding.triggerEntryId),
    );
}

/** `lot` is the `samplingHash` of the content. Samples take the items with the smallest lots. */
export interface SampleCandidate {
  activityType: string;
  lot: number;
}

export const MAX_EXAMPLES = 50;

/** A sample spread evenly over the rules. Merging samples gives the same result as sampling all their items at once. */
export class StratifiedSample<Item extends SampleCandidate> {
  readonly #byRule = new Map<string, Item[]>();

  add(item: Item): void {
    const items = getOrAdd(this.#byRule, item.activityType, () => []);
    items.push(item);
    if (items.length >= 2 * MAX_EXAMPLES) this.#byRule.set(item.activityType, smallest(items));
  }

  chosen(): Item[] {
    return [...this.#byRule.values()]
      .flatMap((items) => smallest(items).map((item, rank) => ({ item, rank })))
      .toSorted((left, right) => left.rank - right.rank || left.item.lot - right.item.lot)
      .slice(0, MAX_EXAMPLES)
      .map(({ item }) => item);
  }
}

function smallest<Item extends SampleCandidate>(items: readonly Item[]): Item[] {
  return items.toSorted((left, right) => left.lot - right.lot).slice(0, MAX_EXAMPLES);
}

/** Hashes a text for sampling: 0 to 2^53 - 1, evenly distributed (cyrb53, public domain). Not for security. */
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

/** `anchorDay` is the event day of the trigger entry. */
interface AlertWithOutcome {
  activityType: string;
  accountNumber: string;
  triggerEntryId: string;
  anchorDay: Day;
  outcome: ReviewOutcome;
}

/**
 * Returns the outcome of the alert with the same trigger, or else of the nearest alert for the same rule on the finding's accounts within
 * the deduplication window; null if there is none.
 */
export function reviewOutcomeOf(finding: Finding, reviewed: readonly AlertWithOutcome[]) {
  const accounts = accountsOfFinding(finding);
  const day = epochDay(finding.triggerDay);
  const [nearest] = reviewed
    .filter((alert) => alert.activityType === finding.activityType && accounts.has(alert.accountNumber))
    .map(({ triggerEntryId, anchorDay, outcome }) => {
      const isSame = triggerEntryId === finding.triggerEntryId;
      return { outcome, daysApart: isSame ? -1 : Math.abs(epochDay(anchorDay) - day) };
    })
    .filter(({ daysApart }) => daysApart <= finding.coolDays)
    .toSorted((left, right) => left.daysApart - right.daysApart);
  return nearest?.outcome ?? null;
}

/**
 * Findings for a member under the current policy (`now`), the candidate, and the candidate with lower limits, plus the member's reviewed
 * alerts.
 */
interface BacktestedMember {
  now: readonly Finding[];
  candidate: readonly Finding[];
  lower: readonly Finding[];
  reviewedAlerts: readonly AlertWithOutcome[];
}

export interface BacktestExample extends SampleCandidate, Omit<AlertHeadline, 'percentageChange'> {
  activityType: ActivityType;
  triggerEntryId: string;
  triggerDay: Day;
  sample: BacktestSample;
  outcome: ReviewOutcome | null;
}

export type BacktestCounts = Omit<BacktestRow, 'activityType'>;

/** Counts the alerts that a candidate policy gains and loses, member by member, and collects a few examples. Memory use is bounded. */
export class BacktestTally {
  readonly counts = new Map<ActivityType, BacktestCounts>();
  readonly #samples = {
    gained: new StratifiedSample<BacktestExample>(),
    lost: new StratifiedSample<BacktestExample>(),
    below_the_line: new StratifiedSample<BacktestExample>(),
  } satisfies Record<BacktestSample, StratifiedSample<BacktestExample>>;

  add({ now, candidate, lower, reviewedAlerts }: BacktestedMember): void {
    const { gained, lost } = compareFindings(now, candidate);
    for (const finding of now) this.#countsOf(finding).now += 1;
    for (const finding of candidate) this.#countsOf(finding).candidate += 1;
    for (const finding of gained) {
      this.#countsOf(finding).gained += 1;
      this.#addExample('gained', finding, reviewedAlerts);
    }
    for (const finding of lost) {
      const outcome = this.#addExample('lost', finding, reviewedAlerts);
      const counts = this.#countsOf(finding);
      counts.lost += 1;
      if (outcome === 'suspicious' || outcome === 'escalated') counts.lostSuspicious += 1;
      if (outcome === 'false_positive' || outcome === 'explained') counts.lostFalsePositive += 1;
    }
    for (const finding of compareFindings(candidate, lower).gained)
      this.#addExample('below_the_line', finding, reviewedAlerts);
  }

  get examples(): BacktestExample[] {
    return Object.values(this.#samples).flatMap((sample) => sample.chosen());
  }

  #addExample(sample: BacktestSample, finding: Finding, reviewed: readonly AlertWithOutcome[]) {
    const { activityType, accountNumber, triggerEntryId, triggerDay, amount, riskLevel, description } = finding;
    const outcome = reviewOutcomeOf(finding, reviewed);
    const lot = samplingHash(`${activityType} ${accountNumber} ${triggerEntryId}`);
    const trigger = { activityType, accountNumber, triggerEntryId, triggerDay };
    this.#samples[sample].add({ sample, ...trigger, amount, riskLevel, description, outcome, lot });
    return outcome;
  }

  #countsOf({ activityType }: Finding): BacktestCounts {
    return getOrAdd(this.counts, activityType, () => {
      return { now: 0, candidate: 0, gained: 0, lost: 0, lostSuspicious: 0, lostFalsePositive: 0 };
    });
  }
}
