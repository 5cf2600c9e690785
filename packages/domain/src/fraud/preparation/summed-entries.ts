import type { Cents } from '../../money/cents.ts';
import { firstIndexAt } from './first-index-at.ts';
import type { PreparedEntry } from './prepared-entry.ts';

/** Sums and counts of day-ordered entries between any two days, each in O(log n). */
export class SummedEntries {
  readonly #entries: readonly PreparedEntry[];
  /** Sum of the entries before each index. */
  readonly #before: Float64Array;

  constructor(entries: readonly PreparedEntry[]) {
    this.#entries = entries;
    this.#before = new Float64Array(entries.length + 1);
    entries.forEach(({ entry }, index) => {
      this.#before[index + 1] = (this.#before[index] ?? 0) + entry.amountCents;
    });
  }

  /** Both days included. */
  sumBetween(firstDay: number, lastDay: number): Cents {
    const [from, to] = this.#range(firstDay, lastDay);
    return to <= from ? 0 : (this.#before[to] ?? 0) - (this.#before[from] ?? 0);
  }

  countBetween(firstDay: number, lastDay: number): number {
    const [from, to] = this.#range(firstDay, lastDay);
    return Math.max(0, to - from);
  }

  #range(firstDay: number, lastDay: number): [number, number] {
    return [firstIndexAt(this.#entries, firstDay), firstIndexAt(this.#entries, lastDay + 1)];
  }
}
