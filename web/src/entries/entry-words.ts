import type { Transaction, TransactionKind } from '@clearwatch/contracts/transactions.dto';

/** What is said of an entry that is no money. */
const KINDS: Record<TransactionKind, string | null> = {
  money: null,
  zero_dollar: 'zero-dollar entry',
  prenote: 'prenote',
  notification_of_change: 'notification of change',
  return: 'return',
};

/** The day an entry counts on; without any day in the file, that of its import. */
export function dayOfEntry(entry: Transaction): string {
  return entry.postingDate ?? entry.settlementDate ?? entry.effectiveDate ?? entry.createdAt;
}

/** What an entry says of itself, and what is to be known of it; a dash for nothing. */
export function entryWords(entry: Transaction): string {
  const { entryDescription, addenda, entryKind, returnedWith, metadata } = entry;
  const kind = metadata?.['kind'] === 'advice' ? 'accounting advice' : KINDS[entryKind];
  const words = [entryDescription || addenda || '', kind ?? ''];
  if (returnedWith !== null) words.push(`returned ${returnedWith}`);
  return words.filter((word) => word !== '').join(' · ') || '—';
}
