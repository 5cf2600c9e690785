import type { CompanyTable } from './company-table.ts';
import type { AccountHistory, PreparedEntry } from './member-history.ts';
import { memoize } from './memoize.ts';

/** All debits of an account except returned ones, in order. Computed once for all rules. */
export const outgoingDebits = memoize(({ entries }: AccountHistory): readonly PreparedEntry[] =>
  entries.filter(({ entry, isReturn }) => entry.transactionType === 'Debit' && !isReturn),
);

const unfamiliarDebitsOf = memoize(({ entries }: AccountHistory) =>
  memoize((companies: CompanyTable): readonly PreparedEntry[] =>
    entries.filter((prepared) => isUnfamiliarDebit(prepared, companies)),
  ),
);

/**
 * Debits by companies that are new to the account and unknown to the institution, in order, without account validations:
 * what a stolen account number looks like. Computed once for all rules.
 */
export function unfamiliarDebits(account: AccountHistory, companies: CompanyTable): readonly PreparedEntry[] {
  return unfamiliarDebitsOf(account)(companies);
}

export function isUnfamiliarDebit(
  { entry, isFirstTime, isOriginal, isMicro }: PreparedEntry,
  companies: CompanyTable,
): boolean {
  if (!isFirstTime || !isOriginal || isMicro || entry.transactionType !== 'Debit') return false;
  return !companies.isKnown(entry.companyKey);
}
