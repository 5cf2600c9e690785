import type { Cents } from '../../money/cents.ts';

/** What a batch control and a file control declare, and what was counted. */
export interface ControlTotals {
  /** Entry and addenda records. */
  entryAddendaCount: number;
  /** The last ten digits of the sum of all receiving institutions (first eight digits of their routing numbers). */
  entryHash: number;
  debitCents: Cents;
  creditCents: Cents;
}

const HASH_MODULUS = 10_000_000_000;

/** Adds up entries as the controls do: prenotes, returns and notices included. */
export class TotalsCounter {
  #totals: ControlTotals = { entryAddendaCount: 0, entryHash: 0, debitCents: 0, creditCents: 0 };

  countRecord(): void {
    this.#totals.entryAddendaCount += 1;
  }

  addToHash(receivingDfi: number): void {
    this.#totals.entryHash = (this.#totals.entryHash + receivingDfi) % HASH_MODULUS;
  }

  addMoney(direction: 'Credit' | 'Debit', cents: Cents): void {
    if (direction === 'Credit') this.#totals.creditCents += cents;
    else this.#totals.debitCents += cents;
  }

  /** The totals of a batch, into those of its file. */
  addAll(totals: ControlTotals): void {
    this.#totals.entryAddendaCount += totals.entryAddendaCount;
    this.addToHash(totals.entryHash);
    this.addMoney('Debit', totals.debitCents);
    this.addMoney('Credit', totals.creditCents);
  }

  get totals(): ControlTotals {
    return { ...this.#totals };
  }
}

const TOTALS = ['entryAddendaCount', 'entryHash', 'debitCents', 'creditCents'] as const;
export type TotalName = (typeof TOTALS)[number];

/** Which totals differ, in the order of the record; none when declared and counted agree. */
export function differencesOf(declared: ControlTotals, counted: ControlTotals): TotalName[] {
  return TOTALS.filter((name) => declared[name] !== counted[name]);
}
