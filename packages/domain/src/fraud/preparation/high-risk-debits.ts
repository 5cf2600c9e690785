import { highRiskLineOf } from '../../companies/high-risk-lines.ts';
import type { CompanyTable } from '../companies.ts';
import { companyKey } from '../company-key.ts';
import type { AccountHistory } from './account-history.ts';
import type { PreparedEntry } from './prepared-entry.ts';

const INTERNATIONAL = 'international entry (IAT)';

type Lines = Map<string, string | null>;

/** Lines of business by the text that tells them; kept as long as the institution's table of companies. */
const read = new WeakMap<CompanyTable, { companies: Lines; descriptions: Lines }>();
/** Descriptions may be all different; beyond so many texts the memory begins anew. */
const MOST_TEXTS = 20_000;

/** What descriptions say and companies are also called by chance: a family may be named Wager. */
const DESCRIBED: readonly [string, RegExp][] = [
  ['gambling', /\b(?:WAGERS?|WAGERING|BETS?|LOTTERY)\b/],
  ['payday or cash advance', /\bCASH ADV\b/],
];

/** Why a debit is high-risk: the line of business, or that it is an international entry; null when it is ordinary. */
export function highRiskOf({ entry }: PreparedEntry, companies: CompanyTable): string | null {
  const { companyKey: company, entryDescription } = entry;
  let lines = read.get(companies);
  if (lines === undefined) {
    lines = { companies: new Map(), descriptions: new Map() };
    read.set(companies, lines);
  }
  const line =
    remembered(lines.companies, company, highRiskLineOf) ??
    (entryDescription === null ? null : remembered(lines.descriptions, entryDescription, describedLineOf));
  if (line !== null) return line;
  return entry.class === 'IAT' && !companies.isKnown(company) ? INTERNATIONAL : null;
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

function describedLineOf(description: string): string | null {
  const words = companyKey(description);
  return highRiskLineOf(words) ?? DESCRIBED.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}

function remembered(lines: Lines, text: string, lineOf: (text: string) => string | null): string | null {
  let line = lines.get(text);
  if (line === undefined) {
    if (lines.size >= MOST_TEXTS) lines.clear();
    line = lineOf(text);
    lines.set(text, line);
  }
  return line;
}
