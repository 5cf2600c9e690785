import type { Cents } from '../money/cents.ts';
import { CHANGE_CODE } from './change-code.ts';
import { returnCodeIn } from './return-code.ts';

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
const RETURN_WORDING = /^RETURN/i;

export interface EntryMarks {
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
export function entryKindOf(entry: EntryMarks): EntryKind {
  const isZero = entry.amountCents === 0;
  if (entry.class === 'COR') return 'notification_of_change';
  if (isZero && entry.addenda !== null && CHANGE_CODE.test(entry.addenda)) return 'notification_of_change';
  if (PRENOTE_TRANSACTION_CODE.test(entry.transactionCode)) return 'prenote';
  if (looksReturned(entry)) return 'return';
  return isZero ? 'zero_dollar' : 'money';
}

function looksReturned(entry: EntryMarks): boolean {
  return (
    RETURN_TRANSACTION_CODES.has(entry.transactionCode) ||
    (entry.entryDescription !== null && RETURN_WORDING.test(entry.entryDescription)) ||
    (entry.addenda !== null && (RETURN_WORDING.test(entry.addenda) || returnCodeIn(entry.addenda) !== null))
  );
}
