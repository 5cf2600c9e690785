import type { Day } from '../calendar/day.ts';
import type { Cents } from '../money/cents.ts';
import { CHANGE_CODE_PATTERN, returnCodeIn } from '../nacha/return-and-change-codes.ts';

/** Maximum length in UTF-16 units: longer than the NACHA fields, short enough for an index. */
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

/** zero_dollar: remittance information only. notification_of_change: asks the originator to correct its data. */
export type EntryKind = 'money' | 'zero_dollar' | 'prenote' | 'notification_of_change' | 'return';

/** Returns and NOCs, including those for loans (51, 56). With a zero amount and a change code, they are NOCs. */
const RETURN_TRANSACTION_CODES = new Set(['21', '26', '31', '36', '41', '46', '51', '56']);
const PRENOTE_TRANSACTION_CODE = /^[2-5][38]$/;
const RETURN_WORDS = /^RETURN/i;

export interface EntryKindFields {
  transactionCode: string;
  amountCents: Cents;
  class: string | null;
  entryDescription: string | null;
  addenda: string | null;
}

/** Without class COR, only a zero-dollar entry can be an NOC: in a payment, "C12 INVOICE" is not a change code. */
export function entryKindOf(entry: EntryKindFields): EntryKind {
  const isZero = entry.amountCents === 0;
  if (entry.class === 'COR') return 'notification_of_change';
  if (isZero && entry.addenda !== null && CHANGE_CODE_PATTERN.test(entry.addenda)) return 'notification_of_change';
  if (PRENOTE_TRANSACTION_CODE.test(entry.transactionCode)) return 'prenote';
  if (looksReturned(entry)) return 'return';
  return isZero ? 'zero_dollar' : 'money';
}

function looksReturned({ transactionCode, entryDescription, addenda }: EntryKindFields): boolean {
  return (
    RETURN_TRANSACTION_CODES.has(transactionCode) ||
    (entryDescription !== null && RETURN_WORDS.test(entryDescription)) ||
    (addenda !== null && (RETURN_WORDS.test(addenda) || returnCodeIn(addenda) !== null))
  );
}

export type TransactionType = 'Credit' | 'Debit';

/**
 * The company for entries without one. All such entries share it, so lists, scores and rules must not treat it as a
 * company.
 */
export const UNKNOWN_COMPANY = 'Unknown originator';

/**
 * Texts are trimmed, contain no control characters, and are null if empty. Periods and detection rules ignore rows
 * without a date.
 */
export interface LedgerRow {
  company: string;
  /** Empty in NACHA card and check entries, which have no name. */
  lastName: string;
  /** Empty when the name is a single word. */
  firstName: string;
  middleInitial: string | null;
  accountNumber: string;
  originalAccount: string;
  /** Such as "22"; empty if the format has none. */
  transactionCode: string;
  /** Never negative: `transactionType` is the direction. */
  amountCents: Cents;
  transactionType: TransactionType;
  /** Only `money` counts toward sums. */
  entryKind: EntryKind;
  checkTracerNumber: string | null;
  addenda: string | null;
  batch: string | null;
  settlementDate: Day | null;
  effectiveDate: Day | null;
  postingDate: Day | null;
  /** 0 to 1439 in the file's local time; null without a time. */
  postingMinute: number | null;
  entryDescription: string | null;
  /** SEC code ("PPD"). */
  class: string | null;
  metadata: Record<string, string> | null;
}

export interface RowContext {
  /** Normally `endOfNextYear(today)`. */
  latestDay: Day;
}
