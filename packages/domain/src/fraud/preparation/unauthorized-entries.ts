import type { CompanyTable } from '../companies.ts';
import type { AccountHistory } from './account-history.ts';
import type { PreparedEntry } from './prepared-entry.ts';
import { returnedDebits } from './returned-debits.ts';

export interface UnauthorizedEntries {
  /** Returns as unauthorized, the debits they send back, and debits of sprays; in the order of the account. */
  entries: readonly PreparedEntry[];
  returns: ReadonlySet<PreparedEntry>;
  sprayed: ReadonlySet<PreparedEntry>;
  /** The debit that each of the returns sends back, where the ledger holds it. */
  debitOf: ReadonlyMap<PreparedEntry, PreparedEntry>;
}

/**
 * What of an account nobody authorized: entries sent back for one of the codes, and debits of companies that arrived as a
 * spray, within so many days of the company's first on the account; null when there is nothing, as on most accounts.
 */
export function unauthorizedEntries(
  account: AccountHistory,
  wanted: { codes: ReadonlySet<string>; companies: CompanyTable; sprayDays: number },
): UnauthorizedEntries | null {
  const returns = new Set<PreparedEntry>();
  const sprays = new Set<string>();
  for (const prepared of account.entries) {
    const { entry, isReturn, isFirstTime, returnCode } = prepared;
    if (isReturn) {
      if (returnCode !== null && wanted.codes.has(returnCode)) returns.add(prepared);
    } else if (
      isFirstTime &&
      entry.transactionType === 'Debit' &&
      wanted.companies.isSpray(entry.companyKey)
    ) {
      sprays.add(entry.companyKey);
    }
  }
  if (returns.size === 0 && sprays.size === 0) return null;
  const sprayed = new Set(
    sprays.size === 0
      ? []
      : account.entries.filter(
          ({ entry, isReturn }) =>
            entry.transactionType === 'Debit' &&
            !isReturn &&
            sprays.has(entry.companyKey) &&
            entry.epochDay - (account.companyFirstDay(entry.companyKey) ?? 0) <= wanted.sprayDays,
        ),
  );
  const debitOf = returnedDebits(account.entries, returns);
  const all = new Set([...returns, ...sprayed, ...debitOf.values()]);
  return { entries: account.entries.filter((prepared) => all.has(prepared)), returns, sprayed, debitOf };
}
