import { epochDay } from '../../calendar/day.ts';
import { accountsOf } from '../cooling.ts';
import type { Finding } from '../frame.ts';

interface Difference {
  /** Found by the second policy alone. */
  gained: Finding[];
  /** Found by the first policy alone. */
  lost: Finding[];
}

/** A finding of one rule as far as it is looked for in others of the rule. */
interface Placed {
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
export function differenceOf(first: readonly Finding[], second: readonly Finding[]): Difference {
  const types = new Set([...first, ...second].map(({ activityType }) => activityType));
  const lost: Finding[] = [];
  const gained: Finding[] = [];
  for (const activityType of types) {
    const [left, right] = [first, second].map((findings) => placed(findings, activityType));
    pairSameTriggers(left ?? [], right ?? []);
    pairNearby(left ?? [], right ?? []);
    lost.push(...unpairedOf(left ?? []));
    gained.push(...unpairedOf(right ?? []));
  }
  return { gained, lost };
}

/** Those of one rule, in the order of their days. */
function placed(findings: readonly Finding[], activityType: string): Placed[] {
  return findings
    .filter((finding) => finding.activityType === activityType)
    .map((finding) => ({
      finding,
      day: epochDay(finding.triggerDay),
      accounts: accountsOf(finding),
      isPaired: false,
    }))
    .toSorted((left, right) => left.day - right.day || byTrigger(left.finding, right.finding));
}

function pairSameTriggers(left: readonly Placed[], right: readonly Placed[]): void {
  const byEntry = new Map(right.map((one) => [one.finding.triggerEntryId, one]));
  for (const one of left) {
    const same = byEntry.get(one.finding.triggerEntryId);
    if (same !== undefined && !same.isPaired) pair(one, same);
  }
}

/** Taking the first that fits, in the order of the days, leaves later ones to later ones. The work is nearly linear. */
function pairNearby(left: readonly Placed[], right: readonly Placed[]): void {
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

function pair(left: Placed, right: Placed): void {
  left.isPaired = true;
  right.isPaired = true;
}

function shareAnAccount(left: Placed, right: Placed): boolean {
  return [...left.accounts].some((account) => right.accounts.has(account));
}

function unpairedOf(all: readonly Placed[]): Finding[] {
  return all.filter(({ isPaired }) => !isPaired).map(({ finding }) => finding);
}

function byTrigger(left: Finding, right: Finding): number {
  if (left.triggerEntryId === right.triggerEntryId) return 0;
  return left.triggerEntryId < right.triggerEntryId ? -1 : 1;
}
