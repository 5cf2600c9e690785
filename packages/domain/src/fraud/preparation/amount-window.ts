import type { Cents } from '../../money/cents.ts';
import type { PreparedEntry } from './prepared-entry.ts';

/**
 * The entries of the last days, their number, sum and distinct days, while entries arrive in order. Each entry comes and
 * goes once, so a window costs the same per entry however many there are.
 */
export class AmountWindow {
  readonly #days: number;
  readonly #inside: { entry: PreparedEntry; index: number }[] = [];
  #from = 0;
  #sumCents: Cents = 0;
  #distinctDays = 0;

  /** @param days length in calendar days, the day of the newest entry included */
  constructor(days: number) {
    this.#days = days;
  }

  /** Takes the next entry and lets go of those that are too old; `index` is its place in the caller's list. */
  add(entry: PreparedEntry, index: number): void {
    const day = entry.entry.epochDay;
    if (this.#dayAt(this.#inside.length - 1) !== day) this.#distinctDays += 1;
    this.#inside.push({ entry, index });
    this.#sumCents += entry.entry.amountCents;
    while (this.#dayAt(this.#from) <= day - this.#days) {
      this.#sumCents -= this.#inside[this.#from]?.entry.entry.amountCents ?? 0;
      if (this.#dayAt(this.#from) !== this.#dayAt(this.#from + 1)) this.#distinctDays -= 1;
      this.#from += 1;
    }
  }

  get count(): number {
    return this.#inside.length - this.#from;
  }

  get sumCents(): Cents {
    return this.#sumCents;
  }

  get distinctDays(): number {
    return this.#distinctDays;
  }

  /** The caller's index of the oldest entry inside. */
  get firstIndex(): number {
    return this.#inside[this.#from]?.index ?? 0;
  }

  #dayAt(position: number): number {
    return this.#inside[position]?.entry.entry.epochDay ?? NaN;
  }
}
