import type { Cents } from '../money/cents.ts';
import type { PreparedEntry } from './member-history.ts';

/**
 * The entries of the last days while entries arrive in order: their number, sum and distinct keys. Each entry enters and
 * leaves once, so an entry costs the same however many are inside.
 */
export class EntryWindow {
  readonly #days: number;
  readonly #keyOf: ((prepared: PreparedEntry) => string | number) | null;
  readonly #entries: PreparedEntry[] = [];
  readonly #indexes: number[] = [];
  readonly #countOf = new Map<string | number, number>();
  #from = 0;
  #sumCents: Cents = 0;

  /**
   * @param days length in calendar days, the day of the newest entry included
   * @param keyOf what `keys` and `distinct` count; null counts nothing
   */
  constructor(days: number, keyOf: ((prepared: PreparedEntry) => string | number) | null = null) {
    this.#days = days;
    this.#keyOf = keyOf;
  }

  /** Adds the next entry and drops those that are too old. `index` is its place in the caller's list. */
  add(prepared: PreparedEntry, index = this.#entries.length): void {
    this.#entries.push(prepared);
    this.#indexes.push(index);
    this.#count(prepared, 1);
    this.dropBefore(prepared.entry.epochDay - this.#days + 1);
  }

  /** Drops the entries before a day (since 1970-01-01). */
  dropBefore(firstDay: number): void {
    for (;;) {
      const oldest = this.#entries[this.#from];
      if (oldest === undefined || oldest.entry.epochDay >= firstDay) return;
      this.#count(oldest, -1);
      this.#from += 1;
    }
  }

  get count(): number {
    return this.#entries.length - this.#from;
  }

  get sumCents(): Cents {
    return this.#sumCents;
  }

  get distinct(): number {
    return this.#countOf.size;
  }

  get keys(): (string | number)[] {
    return [...this.#countOf.keys()];
  }

  /** The caller's index of the oldest entry inside. */
  get firstIndex(): number {
    return this.#indexes[this.#from] ?? 0;
  }

  #count(prepared: PreparedEntry, change: 1 | -1): void {
    this.#sumCents += change * prepared.entry.amountCents;
    if (this.#keyOf === null) return;
    const key = this.#keyOf(prepared);
    const count = (this.#countOf.get(key) ?? 0) + change;
    if (count === 0) this.#countOf.delete(key);
    else this.#countOf.set(key, count);
  }
}

/** The key of windows that count companies. */
export const companyOf = ({ entry }: PreparedEntry): string => entry.companyKey;

/**
 * The median of dated values between two days that only move forward. Whole days enter, so that the order within a day
 * changes nothing.
 */
export class RecentMedian {
  readonly #values: readonly { day: number; value: number }[];
  readonly #median: SlidingMedian;
  #entering = 0;
  #leaving = 0;

  /** @param values in the order of their days (since 1970-01-01) */
  constructor(values: readonly { day: number; value: number }[]) {
    this.#values = values;
    this.#median = new SlidingMedian(values.map(({ value }) => value));
  }

  /** Median from `firstDay` to `lastDay`, both included; null without values. Neither day may decrease. */
  between(firstDay: number, lastDay: number): number | null {
    for (; this.#at(this.#entering).day <= lastDay; this.#entering += 1) {
      this.#median.add(this.#at(this.#entering).value);
    }
    for (; this.#leaving < this.#entering && this.#at(this.#leaving).day < firstDay; this.#leaving += 1) {
      this.#median.remove(this.#at(this.#leaving).value);
    }
    return this.#median.median;
  }

  #at(index: number): { day: number; value: number } {
    return this.#values[index] ?? { day: Infinity, value: 0 };
  }
}

/** The amounts of entries as `RecentMedian` takes them. */
export function datedAmounts(entries: readonly PreparedEntry[]): { day: number; value: Cents }[] {
  return entries.map(({ entry }) => ({ day: entry.epochDay, value: entry.amountCents }));
}

/** The median of amounts of a known list that enter and leave in O(log n), for accounts with a million credits. */
export class SlidingMedian {
  /** All amounts that will ever enter, ascending and distinct. */
  readonly #ranked: readonly number[];
  /** Fenwick tree of how many amounts of each rank are inside. */
  readonly #tree: Int32Array;
  #size = 0;

  constructor(amounts: readonly number[]) {
    this.#ranked = [...new Set(amounts)].toSorted((left, right) => left - right);
    this.#tree = new Int32Array(this.#ranked.length + 1);
  }

  add(amount: number): void {
    this.#change(amount, 1);
  }

  remove(amount: number): void {
    this.#change(amount, -1);
  }

  /** The middle amount, the mean of the middle two for an even number; null when nothing is inside. */
  get median(): number | null {
    if (this.#size === 0) return null;
    const upper = this.#nth(Math.floor(this.#size / 2) + 1);
    return this.#size % 2 === 1 ? upper : (this.#nth(this.#size / 2) + upper) / 2;
  }

  #change(amount: number, by: 1 | -1): void {
    this.#size += by;
    for (let node = this.#rankOf(amount); node < this.#tree.length; node += node & -node) {
      this.#tree[node] = (this.#tree[node] ?? 0) + by;
    }
  }

  /** 1-based rank of an amount. */
  #rankOf(amount: number): number {
    let low = 0;
    let high = this.#ranked.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ranked[middle] ?? Infinity) < amount) low = middle + 1;
      else high = middle;
    }
    if (this.#ranked[low] !== amount) throw new RangeError('only amounts of the list can enter the window');
    return low + 1;
  }

  /** The n-th smallest amount inside, from 1. */
  #nth(n: number): number {
    let node = 0;
    let missing = n;
    for (let step = 2 ** Math.floor(Math.log2(this.#tree.length)); step >= 1; step /= 2) {
      const next = node + step;
      const inside = this.#tree[next];
      if (inside !== undefined && inside < missing) {
        node = next;
        missing -= inside;
      }
    }
    return this.#ranked[node] ?? 0;
  }
}
