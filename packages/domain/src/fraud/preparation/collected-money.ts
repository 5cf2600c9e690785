import type { Cents } from '../../money/cents.ts';
import { CompanyWindow } from './company-window.ts';
import { isMoneyIn } from './money-through.ts';
import type { PreparedEntry } from './prepared-entry.ts';

/** Money of many senders within some weeks, and how much of it has gone on. */
export interface Collected {
  /** Place of its first credit in the caller's list. */
  from: number;
  credits: number;
  senders: number;
  inCents: Cents;
  /** The same without the newest credits, which may still wait to go on. */
  dueCents: Cents;
  /** Gone out since the first of the credits. */
  outCents: Cents;
}

/**
 * A window over money in and out (see `moneyThrough`) that moves forward with the entries. Sums are differences of running
 * totals, so that an entry costs the same however many are inside.
 */
export class CollectedMoney {
  readonly #through: readonly PreparedEntry[];
  readonly #credits: PreparedEntry[] = [];
  readonly #places: number[] = [];
  /** Money in before each credit, and out before each entry. */
  readonly #inBefore: number[] = [0];
  readonly #outBefore: Float64Array;
  readonly #window: CompanyWindow;
  #arrived = 0;

  constructor(through: readonly PreparedEntry[]) {
    this.#through = through;
    this.#outBefore = new Float64Array(through.length + 1);
    through.forEach((prepared, index) => {
      const { amountCents } = prepared.entry;
      this.#outBefore[index + 1] = (this.#outBefore[index] ?? 0) + (isMoneyIn(prepared) ? 0 : amountCents);
      if (!isMoneyIn(prepared)) return;
      this.#credits.push(prepared);
      this.#places.push(index);
      this.#inBefore.push((this.#inBefore.at(-1) ?? 0) + amountCents);
    });
    this.#window = new CompanyWindow(this.#credits);
  }

  /**
   * Moves on to the entry at index `at`; indexes and days must not decrease.
   *
   * @param firstDay of the window, since 1970-01-01
   * @param pending how many of the newest credits are not due to go on yet
   */
  moveTo(at: number, { firstDay, pending }: { firstDay: number; pending: number }): Collected {
    const entry = this.#through[at];
    if (entry !== undefined && isMoneyIn(entry)) this.#arrived += 1;
    this.#window.moveTo({ firstDay, end: this.#arrived });
    const first = this.#window.from;
    const from = this.#places[first] ?? at;
    const due = Math.max(first, this.#arrived - pending);
    return {
      from,
      credits: this.#window.count,
      senders: this.#window.companies,
      inCents: this.#window.sumCents,
      dueCents: (this.#inBefore[due] ?? 0) - (this.#inBefore[first] ?? 0),
      outCents: (this.#outBefore[at + 1] ?? 0) - (this.#outBefore[Math.min(from, at)] ?? 0),
    };
  }
}
