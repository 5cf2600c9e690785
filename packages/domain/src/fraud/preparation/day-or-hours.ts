import type { PreparedEntry } from './prepared-entry.ts';

const MINUTES_PER_DAY = 1440;

/**
 * The entries of the last date, or of the last 24 hours where they have times, whichever are more, while day-ordered
 * entries arrive. A row without a time belongs to its date alone: where one lies in between, the 24 hours end at it.
 */
export class DayOrHours {
  readonly #entries: readonly PreparedEntry[];
  #fromDate = 0;
  #fromHours = 0;

  constructor(entries: readonly PreparedEntry[]) {
    this.#entries = entries;
  }

  /** Index of the first entry inside. */
  get from(): number {
    return Math.min(this.#fromDate, this.#fromHours);
  }

  /** Whether the 24 hours reach back into the day before. */
  get overMidnight(): boolean {
    return this.#fromHours < this.#fromDate;
  }

  /** Moves to end with the entry at index `at`; returns how many entries are inside. Indexes go up one by one. */
  moveTo(at: number): number {
    const { epochDay = 0, minuteOfDay = null } = this.#entries[at]?.entry ?? {};
    while ((this.#entries[this.#fromDate]?.entry.epochDay ?? epochDay) < epochDay) this.#fromDate += 1;
    if (minuteOfDay === null) this.#fromHours = at + 1;
    else this.#dropOlderThan(epochDay * MINUTES_PER_DAY + minuteOfDay - MINUTES_PER_DAY);
    return at - this.from + 1;
  }

  #dropOlderThan(minute: number): void {
    for (;;) {
      const { epochDay = Infinity, minuteOfDay = 0 } = this.#entries[this.#fromHours]?.entry ?? {};
      if (epochDay * MINUTES_PER_DAY + (minuteOfDay ?? 0) > minute) return;
      this.#fromHours += 1;
    }
  }
}
