import type { Month } from '../../calendar/month.ts';
import type { Cents } from '../../money/cents.ts';

/** Money of a stretch of days, as the daily rollups hold it. */
export interface FlowTotals {
  creditCents: Cents;
  debitCents: Cents;
  credits: number;
  debits: number;
  /** Entries of any kind, those that moved no money included. */
  entries: number;
  /** Accounts with money in or out. */
  activeAccounts: number;
}

export interface MonthFlow {
  month: Month;
  creditCents: Cents;
  debitCents: Cents;
  credits: number;
  debits: number;
}

export interface Flows {
  now: FlowTotals;
  /** Nothing where the ledger does not reach over the whole period before. */
  before: FlowTotals;
  /** Up to twelve months that end with the period's last day, oldest first; the first and the last may be cut. */
  months: MonthFlow[];
  /** Entries of the ledger that have no date and are therefore in no period. */
  undated: number;
}
