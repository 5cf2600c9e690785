/** An entry of a company within its first days on an account is still its first appearance. */
const FIRST_APPEARANCE_DAYS = 10;
/** A company is established with so many earlier entries … */
export const ESTABLISHED_ENTRIES = 3;
/** … over so many days. */
export const ESTABLISHED_SPAN_DAYS = 40;

/**
 * What an account has seen of one company so far. Only earlier days count, so that the order of entries within a day
 * changes nothing.
 */
export class Familiarity {
  readonly firstDay: number;
  #lastDay: number;
  #entries = 0;
  #entriesBefore = 0;
  #lastDayBefore: number;

  constructor(firstDay: number) {
    this.firstDay = firstDay;
    this.#lastDay = firstDay;
    this.#lastDayBefore = firstDay;
  }

  /** Counts an entry; days must not decrease. */
  meet(epochDay: number): void {
    if (epochDay > this.#lastDay) {
      this.#entriesBefore = this.#entries;
      this.#lastDayBefore = this.#lastDay;
      this.#lastDay = epochDay;
    }
    this.#entries += 1;
  }

  /** For the entry just met: no entry of the company more than 10 days before it. */
  get isFirstTime(): boolean {
    return this.#lastDay - this.firstDay <= FIRST_APPEARANCE_DAYS;
  }

  /** For the entry just met: at least 3 entries on earlier days, the first and last of them 40 days or more apart. */
  get isEstablished(): boolean {
    return (
      this.#entriesBefore >= ESTABLISHED_ENTRIES &&
      this.#lastDayBefore - this.firstDay >= ESTABLISHED_SPAN_DAYS
    );
  }
}
