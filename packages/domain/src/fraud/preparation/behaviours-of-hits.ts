import { type Behaviour, BehaviourCollector, type Strength } from '../behaviours.ts';
import type { PreparedEntry } from './prepared-entry.ts';

/** An entry that meets a rule's condition by itself. */
export interface Hit<Detail extends Strength> {
  entry: PreparedEntry;
  detail: Detail;
}

/** Hits within `coolDays` of the first are one behaviour, anchored at the first. Hits come in the order of the entries. */
export function behavioursOfHits<Detail extends Strength>(
  hits: readonly Hit<Detail>[],
  coolDays: number,
): Behaviour<Detail>[] {
  if (hits.length === 0) return [];
  const collector = new BehaviourCollector<Detail>(
    hits.map(({ entry }) => entry),
    coolDays,
  );
  hits.forEach(({ detail }, at) => {
    collector.complete({ from: at, at, detail });
  });
  return collector.behaviours();
}
