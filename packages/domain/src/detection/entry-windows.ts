import type { Cents } from '../money/cents.ts';
import type { PreparedEntry } from './member-history.ts';

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

/**
 * A stretch of day-ordered entries that moves forward: their number, sum and distinct companies. Each entry comes and goes
 * once, so a window costs the same per entry however many there are.
 */
export class CompanyWindow {
  readonly #entries: readonly PreparedEntry[];
  readonly #entriesOf = new Map<string, number>();
  #from = 0;
  #end = 0;
  #sumCents: Cents = 0;

  constructor(entries: readonly PreparedEntry[]) {
    this.#entries = entries;
  }

  /** Lets in the entries before index `end` and lets go of those before `firstDay`; neither may decrease. */
  moveTo({ firstDay, end }: { firstDay: number; end: number }): void {
    for (; this.#end < end; this.#end += 1) this.#count(this.#end, 1);
    for (; this.#from < this.#end && this.#dayAt(this.#from) < firstDay; this.#from += 1) {
      this.#count(this.#from, -1);
    }
  }

  /** Index of the oldest entry inside. */
  get from(): number {
    return this.#from;
  }

  get count(): number {
    return this.#end - this.#from;
  }

  get sumCents(): Cents {
    return this.#sumCents;
  }

  get companies(): number {
    return this.#entriesOf.size;
  }

  #count(index: number, by: 1 | -1): void {
    const prepared = this.#entries[index];
    if (prepared === undefined) throw new RangeError('a window ends with one of the entries');
    const { companyKey, amountCents } = prepared.entry;
    const entries = (this.#entriesOf.get(companyKey) ?? 0) + by;
    if (entries === 0) this.#entriesOf.delete(companyKey);
    else this.#entriesOf.set(companyKey, entries);
    this.#sumCents += by * amountCents;
  }

  #dayAt(index: number): number {
    return this.#entries[index]?.entry.epochDay ?? Infinity;
  }
}

/**
 * The median of amounts in a window that moves over a known list: amounts enter and leave in O(log n), so that an account
 * with a million credits costs no more per credit than one with ten.
 */
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
