import type { PreparedEntry } from './prepared-entry.ts';

/**
 * The largest of day-ordered entries between two days that only move forward. An entry is dropped as soon as a later one
 * is at least as large, so each comes and goes once: linear for an account of any size.
 */
export class SlidingMaximum {
  readonly #entries: readonly PreparedEntry[];
  /** Entries that may still become the largest, amounts falling. */
  readonly #candidates: PreparedEntry[] = [];
  #first = 0;
  #entering = 0;

  constructor(entries: readonly PreparedEntry[]) {
    this.#entries = entries;
  }

  /** The largest entry from `firstDay` to `lastDay`, both included, the latest of equals; null without one. */
  between(firstDay: number, lastDay: number): PreparedEntry | null {
    for (
      let next = this.#entries[this.#entering];
      next !== undefined && next.entry.epochDay <= lastDay;
      next = this.#entries[this.#entering]
    ) {
      this.#enter(next);
      this.#entering += 1;
    }
    while ((this.#candidates[this.#first]?.entry.epochDay ?? Infinity) < firstDay) this.#first += 1;
    return this.#candidates[this.#first] ?? null;
  }

  #enter(next: PreparedEntry): void {
    while (
      this.#candidates.length > this.#first &&
      (this.#candidates.at(-1)?.entry.amountCents ?? 0) <= next.entry.amountCents
    ) {
      this.#candidates.pop();
    }
    this.#candidates.push(next);
  }
}
