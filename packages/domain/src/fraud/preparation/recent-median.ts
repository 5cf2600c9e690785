import type { Cents } from '../../money/cents.ts';
import type { PreparedEntry } from './prepared-entry.ts';
import { SlidingMedian } from './sliding-median.ts';

/**
 * The median amount of day-ordered entries over the days before a day, asked for days that do not decrease. It is taken
 * from whole days before, so that the order within a day changes nothing.
 */
export class RecentMedian {
  readonly #entries: readonly PreparedEntry[];
  readonly #days: number;
  readonly #median: SlidingMedian;
  #entering = 0;
  #leaving = 0;

  constructor(entries: readonly PreparedEntry[], days: number) {
    this.#entries = entries;
    this.#days = days;
    this.#median = new SlidingMedian(entries.map(({ entry }) => entry.amountCents));
  }

  /** Median in cents of the days that end with the day before (days since 1970-01-01); null without entries. */
  before(epochDay: number): Cents | null {
    for (; this.#dayAt(this.#entering) < epochDay; this.#entering += 1)
      this.#median.add(this.#amountAt(this.#entering));
    for (
      ;
      this.#leaving < this.#entering && this.#dayAt(this.#leaving) < epochDay - this.#days;
      this.#leaving += 1
    ) {
      this.#median.remove(this.#amountAt(this.#leaving));
    }
    return this.#median.median;
  }

  #dayAt(index: number): number {
    return this.#entries[index]?.entry.epochDay ?? Infinity;
  }

  #amountAt(index: number): Cents {
    return this.#entries[index]?.entry.amountCents ?? 0;
  }
}
