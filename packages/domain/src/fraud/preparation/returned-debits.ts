import type { PreparedEntry } from './prepared-entry.ts';

/** A return comes at most so many days after the debit it sends back: the 60 days of consumers, and the way there. */
const LATEST_RETURN_DAYS = 70;

/**
 * The debit that each return sends back: the latest earlier one of the same company and amount that no other return has
 * claimed, within 70 days. Returns whose debit the ledger does not hold are missing. Linear in the entries.
 *
 * @param entries of one account, in order
 * @param returns those of them whose debits are wanted
 */
export function returnedDebits(
  entries: readonly PreparedEntry[],
  returns: ReadonlySet<PreparedEntry>,
): Map<PreparedEntry, PreparedEntry> {
  const companies = new Set([...returns].map(({ entry }) => entry.companyKey));
  const open = new Map<string, PreparedEntry[]>();
  const found = new Map<PreparedEntry, PreparedEntry>();
  for (const prepared of entries) {
    const { companyKey, amountCents, transactionType, epochDay } = prepared.entry;
    if (!companies.has(companyKey)) continue;
    const key = `${amountCents} ${companyKey}`;
    if (returns.has(prepared)) {
      const debit = open.get(key)?.pop();
      if (debit !== undefined && epochDay - debit.entry.epochDay <= LATEST_RETURN_DAYS)
        found.set(prepared, debit);
    } else if (transactionType === 'Debit' && !prepared.isReturn) {
      const debits = open.get(key);
      if (debits === undefined) open.set(key, [prepared]);
      else debits.push(prepared);
    }
  }
  return found;
}
