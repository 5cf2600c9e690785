/** The few largest of many amounts, largest first. */
export class LargestAmounts {
  readonly #keep: number;
  readonly #amounts: number[] = [];

  constructor(keep: number) {
    this.#keep = keep;
  }

  add(amount: number): void {
    const at = this.#amounts.findIndex((kept) => kept < amount);
    this.#amounts.splice(at === -1 ? this.#amounts.length : at, 0, amount);
    if (this.#amounts.length > this.#keep) this.#amounts.pop();
  }

  /** How many of the kept amounts are at least so large; at most as many as are kept. */
  countFrom(amount: number): number {
    return this.#amounts.filter((kept) => kept >= amount).length;
  }
}
