import { highRiskLineOf, highRiskLineOfEntry } from '../../companies/high-risk-lines.ts';
import type { CompanyTable } from '../companies.ts';
import type { AccountHistory } from './account-history.ts';
import type { PreparedEntry } from './prepared-entry.ts';

const INTERNATIONAL = 'international entry (IAT)';

/** Why a debit is high-risk: the line of business, or that it is an international entry; null when it is ordinary. */
export function highRiskOf({ entry }: PreparedEntry, companies: CompanyTable): string | null {
  const line =
    highRiskLineOf(entry.company) ??
    (entry.entryDescription === null ? null : highRiskLineOf(entry.entryDescription)) ??
    highRiskLineOfEntry(entry);
  if (line !== null) return line;
  return entry.class === 'IAT' && !companies.isKnown(entry.companyKey) ? INTERNATIONAL : null;
}

/**
 * Debits of high-risk lines of business (by the words of company or entry description) and international ones, in the
 * order of the account's entries. An international debit of a company that many members use is a shop abroad or a
 * payment service, and counts only when its words say more. Returns and reversals moved no money in the end.
 */
export function highRiskDebits({ entries }: AccountHistory, companies: CompanyTable): PreparedEntry[] {
  return entries.filter(
    (prepared) =>
      prepared.entry.transactionType === 'Debit' &&
      !prepared.isReturn &&
      !prepared.isReversal &&
      highRiskOf(prepared, companies) !== null,
  );
}
