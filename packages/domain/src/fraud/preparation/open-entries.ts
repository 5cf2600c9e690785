import type { Cents } from '../../money/cents.ts';
import type { PreparedEntry } from './prepared-entry.ts';

/** Entries of one amount and direction that wait, oldest first. */
interface Waiting {
  entries: PreparedEntry[];
  next: number;
}

/**
 * Entries of one company that wait for one of the same amount in the opposite direction, while entries arrive in order.
 * Those that waited too long are let go, so that no more are kept than the last days brought.
 */
export class OpenEntries {
  readonly #byAmount = new Map<Cents, Waiting>();
  #opened: PreparedEntry[] = [];
  #oldest = 0;

  /** The oldest opposite entry of the amount within so many days, which then waits no longer; else the entry waits. */
  meet(prepared: PreparedEntry, days: number): PreparedEntry | undefined {
    const { amountCents, epochDay, transactionType } = prepared.entry;
    this.#letGo(epochDay - days);
    const waiting = this.#byAmount.get(amountCents);
    const opening = waiting?.entries[waiting.next];
    if (waiting !== undefined && opening !== undefined && opening.entry.transactionType !== transactionType) {
      this.#take(amountCents, waiting);
      return opening;
    }
    if (waiting === undefined) this.#byAmount.set(amountCents, { entries: [prepared], next: 0 });
    else waiting.entries.push(prepared);
    this.#opened.push(prepared);
    return undefined;
  }

  #letGo(firstDay: number): void {
    for (
      let oldest = this.#opened[this.#oldest];
      oldest !== undefined && oldest.entry.epochDay < firstDay;
      oldest = this.#opened[this.#oldest]
    ) {
      const waiting = this.#byAmount.get(oldest.entry.amountCents);
      if (waiting?.entries[waiting.next] === oldest) this.#take(oldest.entry.amountCents, waiting);
      this.#oldest += 1;
    }
    if (this.#oldest * 2 > this.#opened.length) {
      this.#opened = this.#opened.slice(this.#oldest);
      this.#oldest = 0;
    }
  }

  #take(amountCents: Cents, waiting: Waiting): void {
    waiting.next += 1;
    if (waiting.next === waiting.entries.length) this.#byAmount.delete(amountCents);
  }
}
