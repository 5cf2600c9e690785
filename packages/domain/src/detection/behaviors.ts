import type { Cents } from '../money/cents.ts';
import { compareEntries, type DatedEntry } from './detection-entry.ts';
import { type PreparedEntry, sumOfEntries } from './member-history.ts';

/** How strongly a window met the condition; the strongest window of a behaviour sets its risk. */
export interface Strength {
  strength: number;
}

/** One behaviour: every window that met a rule's condition within the cooling period of the first. */
export interface Behavior<Detail extends Strength> {
  /** The entry that first completed the condition. */
  trigger: PreparedEntry;
  /** The entries of all its windows, oldest first. */
  entries: readonly PreparedEntry[];
  /** Sum of those entries. */
  amountCents: Cents;
  /** The window that the trigger completed. */
  first: Detail;
  /** The strongest window; the earliest of equals. */
  peak: Detail;
}

/** A stretch of the entries, both indexes included. */
interface IndexRange {
  from: number;
  to: number;
}

/** A behaviour that may still grow. */
interface OpenBehavior<Detail> {
  trigger: PreparedEntry;
  /** Oldest first, never touching each other. */
  stretches: IndexRange[];
  first: Detail;
  peak: Detail;
}

/**
 * Joins the windows that met a rule's condition into behaviours, so that one burst is one finding. A behaviour lasts
 * `coolDays` from its trigger's day; the next completion after that begins a new one. Completions must come in the order
 * of the entries; a window may begin before the one that completed earlier. The work is linear in the number of entries.
 */
export class BehaviorCollector<Detail extends Strength> {
  readonly #entries: readonly PreparedEntry[];
  readonly #coolDays: number;
  readonly #found: OpenBehavior<Detail>[] = [];

  constructor(entries: readonly PreparedEntry[], coolDays: number) {
    this.#entries = entries;
    this.#coolDays = coolDays;
  }

  /** The entry at index `at` completed the condition with the window that begins at index `from`. */
  complete({ from, at, detail }: { from: number; at: number; detail: Detail }): void {
    const trigger = this.#entries[at];
    if (trigger === undefined) throw new RangeError('a completing entry is one of the entries');
    const current = this.#found.at(-1);
    if (current !== undefined && trigger.entry.epochDay - current.trigger.entry.epochDay <= this.#coolDays) {
      addRange(current.stretches, { from, to: at });
      if (detail.strength > current.peak.strength) current.peak = detail;
    } else {
      this.#found.push({ trigger, stretches: [{ from, to: at }], first: detail, peak: detail });
    }
  }

  behaviours(): Behavior<Detail>[] {
    return this.#found.map(({ trigger, stretches, first, peak }) => {
      const entries = stretches.flatMap(({ from, to }) => this.#entries.slice(from, to + 1));
      const amountCents = sumOfEntries(entries);
      return { trigger, entries, amountCents, first, peak };
    });
  }
}

/** Adds a stretch that ends last; those that it reaches become one with it. */
function addRange(stretches: IndexRange[], { from, to }: IndexRange): void {
  let first = from;
  for (let last = stretches.at(-1); last !== undefined && last.to >= first - 1; last = stretches.at(-1)) {
    first = Math.min(first, last.from);
    stretches.pop();
  }
  stretches.push({ from: first, to });
}

/** An entry that meets a rule's condition by itself. */
export interface Hit<Detail extends Strength> {
  entry: PreparedEntry;
  detail: Detail;
}

/** Hits within `coolDays` of the first are one behaviour, anchored at the first. Hits come in the order of the entries. */
export function behaviorsOfHits<Detail extends Strength>(
  hits: readonly Hit<Detail>[],
  coolDays: number,
): Behavior<Detail>[] {
  if (hits.length === 0) return [];
  const collector = new BehaviorCollector<Detail>(
    hits.map(({ entry }) => entry),
    coolDays,
  );
  hits.forEach(({ detail }, at) => {
    collector.complete({ from: at, at, detail });
  });
  return collector.behaviours();
}

/** Two entries that cancel each other out. */
export interface EntryPair {
  opening: PreparedEntry;
  closing: PreparedEntry;
}

/** Pairs that came often enough to be one behaviour; its entries are their legs, its strength the pairs of a window. */
export interface RepeatedPairs extends Behavior<Strength> {
  /** In the order in which they were completed. */
  pairs: readonly EntryPair[];
}

/**
 * Pairs that repeat: so many completed within so many days. Anchored at the entry that completed the last of them.
 *
 * @param pairs in the order of their closing entries
 */
export function repeatedPairs(
  pairs: readonly EntryPair[],
  { minimum, days, coolDays }: { minimum: number; days: number; coolDays: number },
): RepeatedPairs[] {
  if (pairs.length < minimum) return [];
  const closings = pairs.map(({ closing }) => closing);
  const collector = new BehaviorCollector<Strength>(closings, coolDays);
  let from = 0;
  closings.forEach(({ entry }, at) => {
    while ((closings[from]?.entry.epochDay ?? Infinity) <= entry.epochDay - days) from += 1;
    const inside = at - from + 1;
    if (inside >= minimum) collector.complete({ from, at, detail: { strength: inside } });
  });
  const pairOf = new Map(pairs.map((pair) => [pair.closing, pair]));
  return collector.behaviours().map((behaviour) => {
    const own = behaviour.entries.flatMap((closing) => pairOf.get(closing) ?? []);
    const entries = own
      .flatMap(({ opening, closing }) => [opening, closing])
      .toSorted((left, right) => compareEntries(left.entry, right.entry));
    return { ...behaviour, pairs: own, entries };
  });
}

/** Names the pair of an entry: "Pair 1", in the order in which the pairs were completed. */
export function partOfPair(pairs: readonly EntryPair[]): (entry: DatedEntry) => string | null {
  const numbers = new Map(
    pairs.flatMap(({ opening, closing }, index) => [
      [opening.entry.id, index + 1],
      [closing.entry.id, index + 1],
    ]),
  );
  return ({ id }) => (numbers.has(id) ? `Pair ${numbers.get(id)}` : null);
}

/**
 * Behaviours of an account that were found company by company, joined where they begin within the cooling period of the
 * first: two companies at once are one case. No two of them share an entry.
 */
export function joinBehaviors<Detail extends Strength>(
  behaviours: readonly Behavior<Detail>[],
  coolDays: number,
): Behavior<Detail>[] {
  const joined: Behavior<Detail>[] = [];
  const ordered = behaviours.toSorted((one, other) => compareEntries(one.trigger.entry, other.trigger.entry));
  for (const next of ordered) {
    const current = joined.at(-1);
    const isNear =
      current !== undefined && next.trigger.entry.epochDay - current.trigger.entry.epochDay <= coolDays;
    if (isNear) joined[joined.length - 1] = mergeBehaviors(current, next);
    else joined.push(next);
  }
  return joined;
}

function mergeBehaviors<Detail extends Strength>(
  current: Behavior<Detail>,
  next: Behavior<Detail>,
): Behavior<Detail> {
  return {
    ...current,
    entries: [...current.entries, ...next.entries].toSorted((one, other) =>
      compareEntries(one.entry, other.entry),
    ),
    amountCents: current.amountCents + next.amountCents,
    peak: next.peak.strength > current.peak.strength ? next.peak : current.peak,
  };
}
