import type { Entry } from '@clearwatch/domain/detection/detection-entry';

/**
 * Of a member with more entries only the newest whole days are read that together have at most so many. With all rules a
 * worker that reads a million is then at 355 MB, with the heap it is given; with all of them it was at 835. No person has so
 * many; for an account that collects for a business what happened before is not missed by windows of days and months.
 */
export const MOST_ENTRIES_OF_A_MEMBER = 200_000;

/** Collects the entries of a member in whatever order they come, in memory for a quarter more than are kept. */
export class NewestEntries {
  #entries: Entry[] = [];

  constructor(private readonly most = MOST_ENTRIES_OF_A_MEMBER) {}

  push(entry: Entry): void {
    this.#entries.push(entry);
    if (this.#entries.length > 1.25 * this.most) this.#cut();
  }

  /** In the order in which they came. */
  all(): Entry[] {
    if (this.#entries.length > this.most) this.#cut();
    return this.#entries;
  }

  #cut(): void {
    const days = Float64Array.from(this.#entries, dayOf).toSorted();
    const firstTooMany = days[days.length - this.most - 1] ?? Number.NEGATIVE_INFINITY;
    const newer = this.#entries.filter((entry) => dayOf(entry) > firstTooMany);
    // A single day with more than all that may be kept: then whole days are not to be had.
    this.#entries =
      newer.length > 0
        ? newer
        : this.#entries.filter((entry) => dayOf(entry) === firstTooMany).slice(-this.most);
  }
}

/** Entries without a date lie outside all windows; they are kept like those of the newest day. */
function dayOf({ epochDay }: Entry): number {
  return epochDay ?? Number.POSITIVE_INFINITY;
}
