import { BASELINE_DAYS } from './baseline.ts';
import type { PreparedEntry } from './prepared-entry.ts';
import { SlidingMedian } from './sliding-median.ts';

/** The usual number of entries on a day that has any, and the days it was taken from (days since 1970-01-01). */
export interface UsualDay {
  count: number;
  firstDay: number;
  lastDay: number;
}

/**
 * How many entries a day usually has, of the days that have any: the median over 90 days. Days without entries do not
 * count, or whoever pays all bills on Fridays would look idle.
 */
export class ActiveDays {
  readonly #skipDays: number;
  readonly #days: number[] = [];
  readonly #counts: number[] = [];
  readonly #median: SlidingMedian;
  #entering = 0;
  #leaving = 0;

  /** @param skipDays days between the end of the baseline and the day asked about, at least 1 */
  constructor(entries: readonly PreparedEntry[], skipDays: number) {
    this.#skipDays = skipDays;
    for (const { entry } of entries) {
      const last = this.#days.length - 1;
      if (this.#days[last] === entry.epochDay) this.#counts[last] = (this.#counts[last] ?? 0) + 1;
      else {
        this.#days.push(entry.epochDay);
        this.#counts.push(1);
      }
    }
    this.#median = new SlidingMedian(this.#counts);
  }

  /** Null without any active day in the baseline. Days asked about must not decrease. */
  usualBefore(epochDay: number): UsualDay | null {
    const lastDay = epochDay - this.#skipDays;
    const firstDay = lastDay - BASELINE_DAYS + 1;
    for (; (this.#days[this.#entering] ?? Infinity) <= lastDay; this.#entering += 1) {
      this.#median.add(this.#counts[this.#entering] ?? 0);
    }
    for (
      ;
      this.#leaving < this.#entering && (this.#days[this.#leaving] ?? Infinity) < firstDay;
      this.#leaving += 1
    ) {
      this.#median.remove(this.#counts[this.#leaving] ?? 0);
    }
    const count = this.#median.median;
    return count === null ? null : { count, firstDay, lastDay };
  }
}
