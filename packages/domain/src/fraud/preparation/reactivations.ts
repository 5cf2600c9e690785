import type { Cents } from '../../money/cents.ts';
import type { CompanyTable } from '../companies.ts';
import type { AccountHistory } from './account-history.ts';
import type { PreparedEntry } from './prepared-entry.ts';

/** An account that moves again after a long silence, and what of its first days needs an explanation. */
export interface Reactivation {
  /** The last entry before the silence. */
  before: PreparedEntry;
  silentDays: number;
  /** In the order of the account's entries; may be empty. */
  unexplained: PreparedEntry[];
  /** Those of companies that the account meets for the first time. */
  firstMet: PreparedEntry[];
}

/**
 * Every silence of at least so many days and what begins it again. Nothing at all may have happened in between, neither
 * money nor a return.
 *
 * Unexplained are, within the first days, wallets and transfers, and companies that neither the account nor the
 * institution knows: those who come home to their old landlord and the shops everybody uses are explained, and so is
 * what states its purpose. Returns, reversals and account validations move nothing.
 */
export function* reactivations(
  account: AccountHistory,
  companies: CompanyTable,
  limits: { silentDays: number; windowDays: number },
): Generator<Reactivation> {
  const { entries } = account;
  for (let at = 1; at < entries.length; at += 1) {
    const [before, first] = [entries[at - 1], entries[at]];
    if (before === undefined || first === undefined) return;
    const silentDays = first.entry.epochDay - before.entry.epochDay;
    if (silentDays < limits.silentDays) continue;
    const unexplained: PreparedEntry[] = [];
    const firstMet: PreparedEntry[] = [];
    for (let next = at; next < entries.length; next += 1) {
      const prepared = entries[next];
      if (prepared === undefined || prepared.entry.epochDay >= first.entry.epochDay + limits.windowDays)
        break;
      if (isExplained(prepared)) continue;
      const isMet = (account.companyFirstDay(prepared.entry.companyKey) ?? 0) < first.entry.epochDay;
      if (!prepared.isMovable && (isMet || companies.isKnown(prepared.entry.companyKey))) continue;
      unexplained.push(prepared);
      if (!isMet) firstMet.push(prepared);
    }
    yield { before, silentDays, unexplained, firstMet };
  }
}

export function sumOfEntries(entries: readonly PreparedEntry[]): Cents {
  return entries.reduce((sum, { entry }) => sum + entry.amountCents, 0);
}

function isExplained({ isExempt, isReturn, isReversal, isMicro }: PreparedEntry): boolean {
  return isExempt || isReturn || isReversal || isMicro;
}
