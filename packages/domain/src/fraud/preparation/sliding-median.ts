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
