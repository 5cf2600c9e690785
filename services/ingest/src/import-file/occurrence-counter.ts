/** A power of two, so that a mask finds the place; 1 MB to begin with. */
const FIRST_PLACES = 2 ** 16;
/** High half, low half and count of an identity. */
const WORDS = 3;
/** Fuller than this, searching gets slow. */
const FULLEST = 0.75;

/**
 * Counts how often each identity has come in a file. An open-addressed table of 64 of the 128 bits: 16 to 32 bytes for each
 * entry, a quarter of what a `Map` of texts takes. Two identities of a file of ten million share their 64 bits with a chance of
 * one in 400,000; the later one would then be numbered as the second of its kind, and stored all the same.
 */
export class OccurrenceCounter {
  #table = new Uint32Array(FIRST_PLACES * WORDS);
  #places = FIRST_PLACES;
  #used = 0;

  /**
   * @param identity as `identityHash` writes it
   * @returns how often it has come, this time included
   */
  count(identity: string): number {
    if (this.#used >= this.#places * FULLEST) this.#grow();
    const high = Number.parseInt(identity.slice(0, 8), 16);
    const low = Number.parseInt(identity.slice(-8), 16);
    const at = this.#find(high, low);
    const before = this.#table[at + 2] ?? 0;
    if (before === 0) {
      this.#used += 1;
      this.#table[at] = high;
      this.#table[at + 1] = low;
    }
    this.#table[at + 2] = before + 1;
    return before + 1;
  }

  /** Where it stands, or may be put. */
  #find(high: number, low: number): number {
    const table = this.#table;
    const mask = this.#places - 1;
    for (let place = low & mask; ; place = (place + 1) & mask) {
      const at = place * WORDS;
      if (table[at + 2] === 0 || (table[at] === high && table[at + 1] === low)) return at;
    }
  }

  #grow(): void {
    const old = this.#table;
    this.#places *= 2;
    this.#table = new Uint32Array(this.#places * WORDS);
    for (let from = 0; from < old.length; from += WORDS) {
      if (old[from + 2] === 0) continue;
      this.#table.set(old.subarray(from, from + WORDS), this.#find(old[from] ?? 0, old[from + 1] ?? 0));
    }
  }
}
