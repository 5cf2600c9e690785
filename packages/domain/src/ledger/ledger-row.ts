import type { Day } from '../calendar/day.ts';
import type { Cents } from '../money/cents.ts';
import { CHANGE_CODE_PATTERN, returnCodeIn } from '../nacha/return-and-change-codes.ts';

/** Longest text per field, in UTF-16 units. Generous against NACHA's widths, small against what breaks an index. */
export const FIELD_LIMITS = {
  company: 200,
  lastName: 120,
  firstName: 120,
  middleInitial: 20,
  accountNumber: 64,
  originalAccount: 64,
  transactionCode: 32,
  checkTracerNumber: 64,
  addenda: 8000,
  batch: 64,
  entryDescription: 500,
  class: 20,
  metadata: 200,
} as const;

/**
 * money: an entry that moved money · zero_dollar: carries remittance information only · prenote: asks whether an account
 * exists · notification_of_change: tells the originator to correct its data · return: an entry sent back.
 */
export const ENTRY_KINDS = ['money', 'zero_dollar', 'prenote', 'notification_of_change', 'return'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Returns and NOCs, by NACHA transaction code, those of loans (51, 56) included; a zero amount with a C-code is the NOC. */
const RETURN_TRANSACTION_CODES = new Set(['21', '26', '31', '36', '41', '46', '51', '56']);
/** Automated prenotifications: codes ending in 3 or 8. */
const PRENOTE_TRANSACTION_CODE = /^[2-5][38]$/;
const RETURN_WORDS = /^RETURN/i;

export interface EntryKindFields {
  transactionCode: string;
  amountCents: Cents;
  class: string | null;
  entryDescription: string | null;
  addenda: string | null;
}

/**
 * What an entry is, by NACHA's marks. A change code alone proves nothing when money moved ("C12 INVOICE"), so a NOC
 * without class COR must be a zero-dollar entry.
 */
export function entryKindOf(entry: EntryKindFields): EntryKind {
  const isZero = entry.amountCents === 0;
  if (entry.class === 'COR') return 'notification_of_change';
  if (isZero && entry.addenda !== null && CHANGE_CODE_PATTERN.test(entry.addenda))
    return 'notification_of_change';
  if (PRENOTE_TRANSACTION_CODE.test(entry.transactionCode)) return 'prenote';
  if (looksReturned(entry)) return 'return';
  return isZero ? 'zero_dollar' : 'money';
}

function looksReturned(entry: EntryKindFields): boolean {
  return (
    RETURN_TRANSACTION_CODES.has(entry.transactionCode) ||
    (entry.entryDescription !== null && RETURN_WORDS.test(entry.entryDescription)) ||
    (entry.addenda !== null && (RETURN_WORDS.test(entry.addenda) || returnCodeIn(entry.addenda) !== null))
  );
}

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

export interface RowContext {
  /** Newest day a row may carry, normally `endOfNextYear(today)`. */
  latestDay: Day;
}
