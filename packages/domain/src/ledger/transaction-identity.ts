import { hash } from 'node:crypto';
import type { LedgerRow } from './ledger-row.ts';

/**
 * Covers all business fields; the ledger stores equal rows once. Without a trace number, equal entries may be separate
 * (two $2.50 fares on a day), so `occurrenceHash` counts them within a file. In NACHA files, whose control totals count
 * every entry, it also counts equal traced entries. A change needs a migration like `RecomputeIdentities`.
 * @returns the first 128 bits of a SHA-256 as a lowercase UUID
 */
export function identityHash(row: LedgerRow): string {
  return asUuid(hash('sha256', businessFields(row), 'hex'));
}

/** Equal rows with a trace number are one entry, because the originating bank numbered it. */
export function hasTraceNumber(row: LedgerRow): boolean {
  return row.checkTracerNumber !== null;
}

/** Identity of the n-th equal row in a file, n from 1. Equals `md5(hash::text || ':' || n)::uuid` in PostgreSQL. */
export function occurrenceHash(identity: string, n: number): string {
  if (!Number.isSafeInteger(n) || n < 1) throw new RangeError('Occurrences are counted from 1');
  return n === 1 ? identity : asUuid(hash('md5', `${identity}:${n}`, 'hex'));
}

/** Each field is prefixed with its length, so that text cannot move between fields. */
function businessFields(row: LedgerRow): string {
  const identification = row.metadata?.['identification'];
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
    // Last and optional, so that rows without an identification keep their identity.
    (identification === undefined ? '' : lengthPrefixed(identification))
  );
}

function lengthPrefixed(value: string | null): string {
  return value === null ? '-' : `${value.length}:${value}`;
}

function asUuid(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
