import type { Cents } from '../../money/cents.ts';
import type { PreparedEntry } from './prepared-entry.ts';

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
