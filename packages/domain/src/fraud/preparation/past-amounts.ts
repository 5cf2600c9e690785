import { median } from '../../members/median.ts';
import type { Cents } from '../../money/cents.ts';

/**
 * What an account has moved with one company in one direction, on days before the one it has been turned to: entries of
 * one day see the same past, in whatever order they stand.
 */
export class PastAmounts {
  /** Day of the first entry, since 1970-01-01. */
  readonly firstDay: number;
  readonly #amounts: Cents[] = [];
  #day: number;
  #largest: Cents = 0;
  #lastDay: number;
  #count = 0;
  #largestBefore: Cents = 0;
  #largestOrdinary: Cents = 0;
  #largestOrdinaryBefore: Cents = 0;

  constructor(firstDay: number) {
    this.firstDay = firstDay;
    this.#day = firstDay;
    this.#lastDay = firstDay;
  }

  /** Days must not decrease. */
  turnTo(epochDay: number): void {
    if (epochDay <= this.#day) return;
    if (this.#amounts.length > this.#count) this.#lastDay = this.#day;
    this.#count = this.#amounts.length;
    this.#largestBefore = this.#largest;
    this.#largestOrdinaryBefore = this.#largestOrdinary;
    this.#day = epochDay;
  }

  /** Adds an entry of the day turned to. */
  add(cents: Cents): void {
    this.addOutlier(cents);
    if (cents > this.#largestOrdinary) this.#largestOrdinary = cents;
  }

  /** Adds one that stood out: it is part of the past, and says nothing about how far amounts ordinarily swing. */
  addOutlier(cents: Cents): void {
    this.#amounts.push(cents);
    if (cents > this.#largest) this.#largest = cents;
  }

  get count(): number {
    return this.#count;
  }

  /** Day of the last entry before, since 1970-01-01; the first day when there is none. */
  get lastDay(): number {
    return this.#lastDay;
  }

  /** 0 without any. */
  get largestCents(): Cents {
    return this.#largestBefore;
  }

  /** The largest that did not stand out. 0 without any. */
  get largestOrdinaryCents(): Cents {
    return this.#largestOrdinaryBefore;
  }

  /** Median of the last so many: the same cost however long the history. Null without any. */
  recentMedianCents(most: number): Cents | null {
    return median(this.#amounts.slice(Math.max(0, this.#count - most), this.#count));
  }

  /** Sorts all of them: ask only when everything cheaper holds. Null without any. */
  get medianCents(): Cents | null {
    return median(this.#amounts.slice(0, this.#count));
  }
}
