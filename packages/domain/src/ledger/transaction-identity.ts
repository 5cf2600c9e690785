import { hash } from 'node:crypto';
import type { LedgerRow } from './ledger-row.ts';

/**
 * The identity of an entry: two rows are the same entry when all their business fields are equal, the trace number
 * included. The ledger stores one of them.
 *
 * - The same file again, or a file that overlaps another: every repeat is a duplicate and is skipped.
 * - Entries without a trace number can be real twins (two $2.50 fares on one day). They are told apart by their n-th
 *   occurrence within the file, see `occurrenceHash`: a file with two fares stores two, however often it is imported.
 * - In a NACHA file the control totals are the authority: every entry is kept, so its reader counts occurrences of
 *   equal entries as well, trace number or not.
 *
 * What the ledger derives (entry kind) and where a row came from (line, raw record) are no part of it. Stored entries carry
 * this identity: a change of it needs a migration that computes theirs again, as `RecomputeIdentities` of ingest does.
 *
 * @returns the first 128 bits of a SHA-256, written as a lower-case UUID so that PostgreSQL keeps it in 16 bytes
 */
export function identityHash(row: LedgerRow): string {
  return asUuid(hash('sha256', businessFields(row), 'hex'));
}

/** Whether equal rows in one file are certainly one entry (it carries a number that the originating bank gave it). */
export function hasTraceNumber(row: LedgerRow): boolean {
  return row.checkTracerNumber !== null;
}

/**
 * The identity of the n-th equal row of a file. PostgreSQL computes the same by `md5(hash::text || ':' || n)::uuid`;
 * MD5 only spreads an already secure hash here, it protects nothing.
 *
 * @param n 1 for the first, whose identity is the hash itself
 */
export function occurrenceHash(identity: string, n: number): string {
  if (!Number.isSafeInteger(n) || n < 1) throw new RangeError('occurrences are counted from 1');
  return n === 1 ? identity : asUuid(hash('md5', `${identity}:${n}`, 'hex'));
}

/** Every field behind its length, so that no text can pretend to be two fields. */
function businessFields(row: LedgerRow): string {
  return (
    lengthPrefixed(row.company) +
    lengthPrefixed(row.lastName) +
    lengthPrefixed(row.firstName) +
    lengthPrefixed(row.middleInitial) +
    lengthPrefixed(row.accountNumber) +
    lengthPrefixed(row.originalAccount) +
    lengthPrefixed(row.transactionCode) +
    lengthPrefixed(String(row.amountCents)) +
    lengthPrefixed(row.transactionType) +
    lengthPrefixed(row.checkTracerNumber) +
    lengthPrefixed(row.addenda) +
    lengthPrefixed(row.batch) +
    lengthPrefixed(row.settlementDate) +
    lengthPrefixed(row.effectiveDate) +
    lengthPrefixed(row.postingDate) +
    lengthPrefixed(row.postingMinute === null ? null : String(row.postingMinute)) +
    lengthPrefixed(row.entryDescription) +
    lengthPrefixed(row.class) +
    lengthPrefixed(row.metadata?.['memberId'] ?? null) +
    lengthPrefixed(row.metadata?.['routingNumber'] ?? null) +
    // Behind the fields that every row has, and only where a file has it: other rows keep the identity they had without it.
    identificationOf(row)
  );
}

/** How the originator of a NACHA entry identifies the receiver or the check. */
function identificationOf({ metadata }: LedgerRow): string {
  const identification = metadata?.['identification'];
  return identification === undefined ? '' : lengthPrefixed(identification);
}

function lengthPrefixed(value: string | null): string {
  return value === null ? '-' : `${value.length}:${value}`;
}

function asUuid(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
