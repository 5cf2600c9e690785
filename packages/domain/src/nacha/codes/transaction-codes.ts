import type { TransactionType } from '../../import/ledger-row.ts';
import { digitsIn } from '../records/digits.ts';

/**
 * live: moves money · prenote: asks whether the account exists · zero: carries information only · notice: a return or a
 * notification of change · advice: tells an institution what was booked.
 */
type Purpose = 'live' | 'prenote' | 'zero' | 'notice' | 'advice';

export interface TransactionCode {
  direction: TransactionType;
  purpose: Purpose;
}

const credit = (purpose: Purpose): TransactionCode => ({ direction: 'Credit', purpose });
const debit = (purpose: Purpose): TransactionCode => ({ direction: 'Debit', purpose });

/** The second digit, the same for checking (2x), savings (3x) and general ledger (4x) accounts. */
const BY_LAST_DIGIT: readonly (TransactionCode | null)[] = [
  null,
  credit('notice'),
  credit('live'),
  credit('prenote'),
  credit('zero'),
  null,
  debit('notice'),
  debit('live'),
  debit('prenote'),
  debit('zero'),
];

/** Loans are only credited; 55 takes a credit back (reversals). */
const LOAN: Readonly<Record<string, TransactionCode>> = {
  '51': credit('notice'),
  '52': credit('live'),
  '53': credit('prenote'),
  '54': credit('zero'),
  '55': debit('live'),
  '56': debit('notice'),
};

/** Transaction codes (Nacha Operating Rules, Appendix Three, Subpart 3.2.2, "Transaction Code"). */
const CODES: ReadonlyMap<string, TransactionCode | null> = new Map([
  ...['2', '3', '4'].flatMap((account) =>
    BY_LAST_DIGIT.map((meaning, digit): [string, TransactionCode | null] => [`${account}${digit}`, meaning]),
  ),
  ...Object.entries(LOAN),
  // Advices: odd ones credit, even ones debit the institution.
  ...['81', '83', '85', '87'].map((code): [string, TransactionCode] => [code, credit('advice')]),
  ...['82', '84', '86', '88'].map((code): [string, TransactionCode] => [code, debit('advice')]),
]);

/** The same by number: a file of entries asks so often that hashing the text is felt. */
const BY_NUMBER = Array.from({ length: 100 }, (_, number) => CODES.get(String(number)));

/** @returns null for a code that does not exist: whether it credits or debits cannot be told */
export function transactionCodeOf(code: string): TransactionCode | null {
  if (code.length !== 2) return null;
  const number = digitsIn(code, 1, 2);
  return number === null ? null : (BY_NUMBER[number] ?? null);
}
