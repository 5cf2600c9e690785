import type { Behaviour, Strength } from '../behaviours.ts';
import { entryOrder } from './entry-order.ts';

/**
 * Behaviours of an account that were found company by company, joined where they begin within the cooling period of the
 * first: two companies at once are one case. No two of them share an entry.
 */
export function joinBehaviours<Detail extends Strength>(
  behaviours: readonly Behaviour<Detail>[],
  coolDays: number,
): Behaviour<Detail>[] {
  const joined: Behaviour<Detail>[] = [];
  const ordered = behaviours.toSorted((one, other) => entryOrder(one.trigger.entry, other.trigger.entry));
  for (const next of ordered) {
    const current = joined.at(-1);
    const isNear =
      current !== undefined && next.trigger.entry.epochDay - current.trigger.entry.epochDay <= coolDays;
    if (isNear) joined[joined.length - 1] = together(current, next);
    else joined.push(next);
  }
  return joined;
}

function together<Detail extends Strength>(
  current: Behaviour<Detail>,
  next: Behaviour<Detail>,
): Behaviour<Detail> {
  return {
    ...current,
    entries: [...current.entries, ...next.entries].toSorted((one, other) =>
      entryOrder(one.entry, other.entry),
    ),
    amountCents: current.amountCents + next.amountCents,
    peak: next.peak.strength > current.peak.strength ? next.peak : current.peak,
  };
}
