import { type Behaviour, BehaviourCollector, type Strength } from '../behaviours.ts';
import type { DatedEntry } from '../entry.ts';
import { entryOrder } from './entry-order.ts';
import type { PreparedEntry } from './prepared-entry.ts';

/** Two entries that cancel each other out. */
export interface EntryPair {
  opening: PreparedEntry;
  closing: PreparedEntry;
}

/** Pairs that came often enough to be one behaviour; its entries are their legs, its strength the pairs of a window. */
export interface RepeatedPairs extends Behaviour<Strength> {
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
  const collector = new BehaviourCollector<Strength>(closings, coolDays);
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
      .toSorted((left, right) => entryOrder(left.entry, right.entry));
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
