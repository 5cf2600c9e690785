import type { SampleEntry } from '../ledger/sample-entry.ts';
import { digits } from './columns.ts';

const HASH_DIGITS = 10;

/** What batch and file controls declare. */
export interface Totals {
  /** Entry and addenda records. */
  records: number;
  /** Sum of the receiving institutions, first eight digits of each; the control keeps its last ten. */
  hash: number;
  debitCents: number;
  creditCents: number;
}

export function noTotals(): Totals {
  return { records: 0, hash: 0, debitCents: 0, creditCents: 0 };
}

export function addEntry(
  totals: Totals,
  { cents, transactionType }: SampleEntry,
  of: { records: number; receivingRouting: string },
): void {
  totals.records += of.records;
  totals.hash += Number(of.receivingRouting.slice(0, 8));
  if (transactionType === 'Credit') totals.creditCents += cents;
  else totals.debitCents += cents;
}

export function addTotals(totals: Totals, more: Totals): void {
  totals.records += more.records;
  totals.hash += more.hash;
  totals.debitCents += more.debitCents;
  totals.creditCents += more.creditCents;
}

/** The four totals; a batch control has six digits for the count of records, a file control eight. */
export function totalsText({ records, hash, debitCents, creditCents }: Totals, countDigits: 6 | 8): string {
  return (
    digits(records, countDigits) +
    digits(hash % 10 ** HASH_DIGITS, HASH_DIGITS) +
    digits(debitCents, 12) +
    digits(creditCents, 12)
  );
}
