import type { AccountHistory } from './account-history.ts';
import type { PreparedEntry } from './prepared-entry.ts';

const found = new WeakMap<AccountHistory, readonly PreparedEntry[]>();

/** All debits of an account but those sent back, in the order of its entries; looked up once for all rules. */
export function moneyOut(account: AccountHistory): readonly PreparedEntry[] {
  const earlier = found.get(account);
  if (earlier !== undefined) return earlier;
  const debits = account.entries.filter(
    ({ entry, isReturn }) => entry.transactionType === 'Debit' && !isReturn,
  );
  found.set(account, debits);
  return debits;
}
