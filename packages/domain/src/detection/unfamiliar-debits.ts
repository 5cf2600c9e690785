import type { CompanyTable } from './company-table.ts';
import type { AccountHistory, PreparedEntry } from './member-history.ts';

const outgoingDebitsByAccount = new WeakMap<AccountHistory, readonly PreparedEntry[]>();

/** All debits of an account but those sent back, in the order of its entries; looked up once for all rules. */
export function outgoingDebits(account: AccountHistory): readonly PreparedEntry[] {
  const earlier = outgoingDebitsByAccount.get(account);
  if (earlier !== undefined) return earlier;
  const debits = account.entries.filter(
    ({ entry, isReturn }) => entry.transactionType === 'Debit' && !isReturn,
  );
  outgoingDebitsByAccount.set(account, debits);
  return debits;
}

const unfamiliarDebitsByAccount = new WeakMap<
  AccountHistory,
  { companies: CompanyTable; debits: readonly PreparedEntry[] }
>();

/**
 * Debits of companies that are new to the account and that the institution does not know, in the order of the account's
 * entries: what a stolen account number looks like. Account validations move cents and reversals take back what the
 * company gave; neither is somebody helping himself. Several rules ask for them, so they are looked up once.
 */
export function unfamiliarDebits(account: AccountHistory, companies: CompanyTable): readonly PreparedEntry[] {
  const earlier = unfamiliarDebitsByAccount.get(account);
  if (earlier?.companies === companies) return earlier.debits;
  const debits = account.entries.filter((prepared) => isUnfamiliarDebit(prepared, companies));
  unfamiliarDebitsByAccount.set(account, { companies, debits });
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
