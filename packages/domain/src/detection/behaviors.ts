import type { Cents } from '../money/cents.ts';
import { compareEntries, type DatedEntry } from './detection-entry.ts';
import { EntryWindow } from './entry-windows.ts';
import { textFact } from './finding-facts.ts';
import { inOrder, type PreparedEntry, sumOfEntries } from './member-history.ts';

/** How strongly a window met a condition. The strongest window of a behavior determines its risk. */
export interface Strength {
  strength: number;
}

/** A window that met a condition, from the entry at index `from` to the current entry. By default, it contains only the current entry. */
export interface WindowMatch extends Strength {
  from?: number;
}

/** All windows that met a rule's condition within the deduplication window of the first one. Analysts review them as one case. */
export interface Behavior<Match extends Strength> {
  trigger: PreparedEntry;
  entries: readonly PreparedEntry[];
  amountCents: Cents;
  first: Match;
  /** The strongest window, or the earliest of several equally strong windows. */
  peak: Match;
}

interface Range {
  from: number;
  to: number;
}

/** Joins windows that met a rule's condition, in linear time. A behavior lasts `coolDays` from the day of its trigger. */
export function collectBehaviors<Match extends WindowMatch>(
  { entries, coolDays }: { entries: readonly PreparedEntry[]; coolDays: number },
  matchAt: (prepared: PreparedEntry, at: number) => Match | null,
): Behavior<Match>[] {
  // Index ranges include both ends, are sorted and never touch.
  const found: (Pick<Behavior<Match>, 'trigger' | 'first' | 'peak'> & { ranges: Range[] })[] = [];
  for (const [at, prepared] of entries.entries()) {
    const match = matchAt(prepared, at);
    if (match === null) continue;
    const range = { from: match.from ?? at, to: at };
    const current = found.at(-1);
    if (current !== undefined && isWithin(coolDays, current.trigger, prepared)) {
      addRange(current.ranges, range);
      if (match.strength > current.peak.strength) current.peak = match;
    } else {
      found.push({ trigger: prepared, ranges: [range], first: match, peak: match });
    }
  }
  return found.map(({ ranges, ...behavior }) => {
    const own = ranges.flatMap(({ from, to }) => entries.slice(from, to + 1));
    return { ...behavior, entries: own, amountCents: sumOfEntries(own) };
  });
}

function isWithin(days: number, first: PreparedEntry, { entry }: PreparedEntry): boolean {
  return entry.epochDay - first.entry.epochDay <= days;
}

/** The added range ends after all others and absorbs the ranges that it overlaps or touches. */
function addRange(ranges: Range[], { from, to }: Range): void {
  let first = from;
  for (let last = ranges.at(-1); last !== undefined && last.to >= first - 1; last = ranges.at(-1)) {
    first = Math.min(first, last.from);
    ranges.pop();
  }
  ranges.push({ from: first, to });
}

export interface EntryPair {
  opening: PreparedEntry;
  closing: PreparedEntry;
}

/** Repeated pairs. `entries` contains the entries of all pairs, and the strength is the number of pairs in a window. */
export interface RepeatedPairs extends Behavior<Strength> {
  pairs: readonly EntryPair[];
}

/** Finds behaviors with at least `pairs` pairs completed within `windowDays`. Pairs must be in the order of their closing entries. */
export function repeatedPairs(
  pairs: readonly EntryPair[],
  { pairs: minimum, windowDays, coolDays }: Record<'pairs' | 'windowDays' | 'coolDays', number>,
): RepeatedPairs[] {
  const pairOf = new Map(pairs.map((pair) => [pair.closing, pair]));
  const window = new EntryWindow(windowDays);
  const behaviors = collectBehaviors({ entries: [...pairOf.keys()], coolDays }, (closing) => {
    window.add(closing);
    return window.count < minimum ? null : { from: window.firstIndex, strength: window.count };
  });
  return behaviors.map((behavior) => {
    const own = behavior.entries.flatMap((closing) => pairOf.get(closing) ?? []);
    const entries = inOrder(own.flatMap(({ opening, closing }) => [opening, closing]));
    return { ...behavior, pairs: own, entries };
  });
}

const MAX_PAIRS_LISTED = 12;

/** Evidence for pairs, which are numbered "Pair 1", "Pair 2" and so on in order of completion. */
export function pairEvidence(pairs: readonly EntryPair[], describePair: (pair: EntryPair) => string) {
  const names = new Map(
    pairs.flatMap(({ opening, closing }, index) =>
      [opening, closing].map(({ entry }) => [entry.id, `Pair ${index + 1}`]),
    ),
  );
  const listed = pairs.slice(0, MAX_PAIRS_LISTED);
  return {
    mostDays: Math.max(...pairs.map((pair) => pair.closing.entry.epochDay - pair.opening.entry.epochDay)),
    facts: listed.map((pair, index) => textFact(`Pair ${index + 1}`, describePair(pair))),
    partOf: ({ id }: DatedEntry) => names.get(id) ?? null,
  };
}

/** Joins behaviors found separately for each company that begin within `coolDays` of the first. The behaviors must not share entries. */
export function joinBehaviors<Match extends Strength>(
  behaviors: readonly Behavior<Match>[],
  coolDays: number,
): Behavior<Match>[] {
  const joined: Behavior<Match>[] = [];
  const ordered = behaviors.toSorted((one, other) => compareEntries(one.trigger.entry, other.trigger.entry));
  for (const next of ordered) {
    const current = joined.at(-1);
    if (current === undefined || !isWithin(coolDays, current.trigger, next.trigger)) {
      joined.push(next);
      continue;
    }
    joined[joined.length - 1] = {
      ...current,
      entries: inOrder([...current.entries, ...next.entries]),
      amountCents: current.amountCents + next.amountCents,
      peak: next.peak.strength > current.peak.strength ? next.peak : current.peak,
    };
  }
  return joined;
}
