/** The same seed and stream give the same sequence everywhere. Each account has its own stream. */
export class Random {
  #state: number;

  constructor(seed: number, stream: number) {
    this.#state = scrambleBits(scrambleBits(seed ^ 0x9e3779b9) ^ Math.imul(stream + 1, 0x85ebca6b));
  }

  /** In [0, 1). mulberry32: 32 bits of state suffice for a few thousand draws. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Inclusive. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)] as T;
  }

  /** Prefers earlier items. */
  pickSkewed<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() ** 2 * items.length)] as T;
  }

  /** Box-Muller. */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }

  /** Around a median in dollars; `spread` is the sigma of the logarithm. */
  cents(medianDollars: number, spread: number): number {
    return Math.max(100, Math.round(medianDollars * 100 * Math.exp(spread * this.normal())));
  }

  centsBetween(lowDollars: number, highDollars: number): number {
    return this.int(lowDollars * 100, highDollars * 100);
  }
}

function scrambleBits(value: number): number {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return x ^ (x >>> 15);
}
