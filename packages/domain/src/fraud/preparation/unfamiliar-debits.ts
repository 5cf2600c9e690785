import type { CompanyTable } from '../companies.ts';
import type { AccountHistory } from './account-history.ts';
import type { PreparedEntry } from './prepared-entry.ts';

const found = new WeakMap<AccountHistory, { companies: CompanyTable; debits: readonly PreparedEntry[] }>();

/**
 * Debits of companies that are new to the account and that the institution does not know, in the order of the account's
 * entries: what a stolen account number looks like. Account validations move cents and reversals take back what the
 * company gave; neither is somebody helping himself. Several rules ask for them, so they are looked up once.
 */
export function unfamiliarDebits(account: AccountHistory, companies: CompanyTable): readonly PreparedEntry[] {
  const earlier = found.get(account);
  if (earlier?.companies === companies) return earlier.debits;
  const debits = account.entries.filter((prepared) => isUnfamiliarDebit(prepared, companies));
  found.set(account, { companies, debits });
  return debits;
}

export function isUnfamiliarDebit(
  { entry, isFirstTime, isReturn, isReversal, isMicro }: PreparedEntry,
  companies: CompanyTable,
): boolean {
  return (
    isFirstTime &&
    entry.transactionType === 'Debit' &&
    !isReturn &&
    !isReversal &&
    !isMicro &&
    !companies.isKnown(entry.companyKey)
  );
}
