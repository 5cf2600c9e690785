/** Something that may be shown as an example of its rule. */
export interface Drawn {
  activityType: string;
  /** Drawn from what it is about (`lotOf`); the smallest come first. */
  lot: number;
}

/** Examples of each kind that a try-out shows at most. */
export const MOST_EXAMPLES = 50;

/**
 * At most so many examples of what went by, spread evenly over the rules: one of each, then a second of each, and so on;
 * within a rule by lot and not by who came first. A sample over several samples is that over everything they have seen,
 * so that a try-out may be cut into parts. Memory is bounded by the number of rules.
 */
export class EvenSample<Item extends Drawn> {
  readonly #byRule = new Map<string, Item[]>();

  add(item: Item): void {
    const items = this.#byRule.get(item.activityType) ?? [];
    items.push(item);
    if (items.length >= 2 * MOST_EXAMPLES) this.#byRule.set(item.activityType, smallest(items));
    else this.#byRule.set(item.activityType, items);
  }

  chosen(): Item[] {
    const ranked = [...this.#byRule.values()].flatMap((items) =>
      smallest(items).map((item, rank) => ({ item, rank })),
    );
    return ranked
      .toSorted((left, right) => left.rank - right.rank || left.item.lot - right.item.lot)
      .slice(0, MOST_EXAMPLES)
      .map(({ item }) => item);
  }
}

function smallest<Item extends Drawn>(items: readonly Item[]): Item[] {
  return items.toSorted((left, right) => left.lot - right.lot).slice(0, MOST_EXAMPLES);
}
