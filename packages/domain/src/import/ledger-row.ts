import type { Day } from '../calendar/day.ts';
import type { Cents } from '../money/cents.ts';
import type { EntryKind } from '../nacha/entry-kind.ts';

export type TransactionType = 'Credit' | 'Debit';

/**
 * Stands for the company of an entry whose file names none. All such entries share it, so it is no company: no list, no score
 * and no rule may take it for one.
 */
export const UNKNOWN_COMPANY = 'Unknown originator';

/**
 * One ACH entry as the ledger stores it, whatever file it came from. Texts are trimmed, well-formed and free of control
 * characters; an optional field without content is null. A row needs no date: without one it lies in no window, and no
 * rule of detection looks at it.
 */
export interface LedgerRow {
  /** The originator, or `UNKNOWN_COMPANY`. */
  company: string;
  /** Empty when the entry names nobody, as card and check entries of NACHA do. */
  lastName: string;
  /** Empty when the file names the holder by one word. */
  firstName: string;
  middleInitial: string | null;
  accountNumber: string;
  originalAccount: string;
  /** NACHA transaction code ("22"); empty when the file's shape has none. */
  transactionCode: string;
  /** Never negative: the direction is `transactionType`. */
  amountCents: Cents;
  transactionType: TransactionType;
  /** Only `money` counts in sums. */
  entryKind: EntryKind;
  checkTracerNumber: string | null;
  addenda: string | null;
  batch: string | null;
  settlementDate: Day | null;
  effectiveDate: Day | null;
  postingDate: Day | null;
  /** 0 to 1439, the wall clock of the file; null when it has no time. */
  postingMinute: number | null;
  entryDescription: string | null;
  /** SEC code ("PPD"). */
  class: string | null;
  /** Fields of the file that the ledger has no column for. */
  metadata: Record<string, string> | null;
}
