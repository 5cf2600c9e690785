import { highRiskLineOf } from '../../companies/high-risk-lines.ts';
import type { CompanyTable } from '../companies.ts';
import { companyKey } from '../company-key.ts';
import type { AccountHistory } from './account-history.ts';
import type { PreparedEntry } from './prepared-entry.ts';

const INTERNATIONAL = 'international entry (IAT)';

/** Lines of business by the text that tells them; kept as long as the institution's table of companies. */
const linesRead = new WeakMap<CompanyTable, Map<string, string | null>>();
/** Descriptions may be all different; beyond so many texts the memory begins anew. */
const MOST_TEXTS = 20_000;

/** Why a debit is high-risk: the line of business, or that it is an international entry; null when it is ordinary. */
export function highRiskOf({ entry }: PreparedEntry, companies: CompanyTable): string | null {
  const line =
    lineIn(entry.companyKey, companies) ??
    (entry.entryDescription === null ? null : lineIn(entry.entryDescription, companies));
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

function lineIn(text: string, companies: CompanyTable): string | null {
  let lines = linesRead.get(companies);
  if (lines === undefined || lines.size > MOST_TEXTS) {
    lines = new Map();
    linesRead.set(companies, lines);
  }
  let line = lines.get(text);
  if (line === undefined) {
    line = highRiskLineOf(companyKey(text));
    lines.set(text, line);
  }
  return line;
}
