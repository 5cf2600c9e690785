import type { CompanyTable } from './company-table.ts';
import type { AccountHistory, PreparedEntry } from './member-history.ts';
import { getOrAdd } from './memoize.ts';

const outgoingDebitsOf = new WeakMap<AccountHistory, readonly PreparedEntry[]>();

/** All debits of an account except returned ones, in order. Computed once for all rules. */
export function outgoingDebits(account: AccountHistory): readonly PreparedEntry[] {
  return getOrAdd(outgoingDebitsOf, account, () =>
    account.entries.filter(({ entry, isReturn }) => entry.transactionType === 'Debit' && !isReturn),
  );
}

const unfamiliarDebitsOf = new WeakMap<AccountHistory, WeakMap<CompanyTable, readonly PreparedEntry[]>>();

/**
 * Debits by companies that are new to the account and unknown to the institution, in order, without account validations:
 * what a stolen account number looks like. Computed once for all rules.
 */
export function unfamiliarDebits(account: AccountHistory, companies: CompanyTable): readonly PreparedEntry[] {
  return getOrAdd(
    getOrAdd(unfamiliarDebitsOf, account, () => new WeakMap()),
    companies,
    () => account.entries.filter((prepared) => isUnfamiliarDebit(prepared, companies)),
  );
}

export function isUnfamiliarDebit(
  { entry, isFirstTime, isOriginal, isMicro }: PreparedEntry,
  companies: CompanyTable,
): boolean {
  if (!isFirstTime || !isOriginal || isMicro || entry.transactionType !== 'Debit') return false;
  return !companies.isKnown(entry.companyKey);
}
