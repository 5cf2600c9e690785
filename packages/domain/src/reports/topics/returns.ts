import type { ReturnTally } from '../../companies/return-rates.ts';

/** Debits that came back for one reason. */
export interface ReturnReason {
  /** "R10"; empty where the return names none. */
  code: string;
  returns: number;
}

export interface Returns {
  /** Debits that came back within the period, most frequent reason first. */
  now: ReturnReason[];
  before: ReturnReason[];
  /** Companies with returned debits in the sixty days up to the newest day of the ledger, as their own page counts them. */
  companies: { company: string; tally: ReturnTally }[];
}
