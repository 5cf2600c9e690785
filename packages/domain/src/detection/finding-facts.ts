import type { EvidenceFact } from '@clearwatch/contracts/alerts';
import { addDays } from '../calendar/day.ts';
import { formatDollars } from '../money/cents.ts';
import { returnReasonOf } from '../nacha/return-and-change-codes.ts';
import type { CompanyTable } from './company-table.ts';
import { BASELINE_DAYS, entriesBetween } from './entry-windows.ts';
import { type AccountHistory, isUnfamiliarDebit, outgoingDebits, type PreparedEntry } from './member-history.ts';

const MAX_COMPANIES_LISTED = 3;

/** Names of the entries' companies, in order: "NOVA TRADE, OPAL MEDIA, QUILL GROUP and 2 more". */
export function listCompanyNames(entries: readonly PreparedEntry[]): string {
  const names = [...Map.groupBy(entries, ({ entry }) => entry.companyKey).values()].map(
    ([first]) => first?.entry.company,
  );
  const rest = names.length - MAX_COMPANIES_LISTED;
  const shown = names.slice(0, MAX_COMPANIES_LISTED).join(', ');
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}

export function countCompanies(entries: readonly PreparedEntry[]): number {
  return new Set(entries.map(({ entry }) => entry.companyKey)).size;
}

export function pluralize(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}

/** Days of the first and last entries: "from 2026-03-02 to 2026-03-09", or "on 2026-03-02" for a single day. */
export function dayRange(entries: readonly PreparedEntry[]): string {
  const [firstDay, lastDay] = [entries[0]?.entry.day, entries.at(-1)?.entry.day];
  return firstDay === lastDay ? `on ${firstDay}` : `from ${firstDay} to ${lastDay}`;
}

/** Returns " on 2 of the member’s accounts", or an empty string for one account. */
export function onSeveralAccounts(entries: readonly PreparedEntry[]): string {
  const accounts = new Set(entries.map(({ entry }) => entry.accountNumber)).size;
  return accounts > 1 ? ` on ${accounts} of the member’s accounts` : '';
}

export function describeEntry({ entry: { transactionType, amountCents, company } }: PreparedEntry): string {
  return `${transactionType} of ${formatDollars(amountCents)} ${transactionType === 'Credit' ? 'from' : 'to'} ${company}`;
}

export function textFact(label: string, value: string): EvidenceFact {
  return { label, value, unit: 'text' };
}

export function countFact(label: string, count: number): EvidenceFact {
  return { label, value: String(count), unit: 'count' };
}

/** Number of days after settlement within which consumer debits can be returned as unauthorized (Nacha; 12 CFR 1005.11). */
export const UNAUTHORIZED_RETURN_DAYS = 60;

/** Whether Regulation E covers a debit. It does not cover corporate SEC codes, for which the return limit is two banking days. */
export function isConsumerClass({ entry }: PreparedEntry): boolean {
  return entry.class !== 'CCD' && entry.class !== 'CTX';
}

/** Deadline for disputing the oldest consumer debit as unauthorized; empty if there are no consumer debits. */
export function regEDeadlineFacts(debits: readonly PreparedEntry[]): EvidenceFact[] {
  const [oldest] = debits.toSorted((one, other) => one.entry.epochDay - other.entry.epochDay);
  if (oldest === undefined) return [];
  const label = `Regulation E deadline for the oldest debit (${UNAUTHORIZED_RETURN_DAYS} days after settlement)`;
  return [{ label, value: addDays(oldest.entry.day, UNAUTHORIZED_RETURN_DAYS), unit: 'day' }];
}

export function returnFacts(entries: readonly PreparedEntry[]): EvidenceFact[] {
  const returns = Map.groupBy(
    entries.filter(({ returnCode }) => returnCode !== null),
    ({ returnCode }) => returnCode ?? '',
  );
  return [...returns].map(([code, own]) =>
    textFact(
      own.length === 1 ? 'Return code' : `Return code for ${own.length} returns`,
      `${code}: ${returnReasonOf(code)?.title ?? 'unknown reason'}`,
    ),
  );
}

/** What an analyst checks first for a possible takeover: the last familiar debit and the largest debit before the behavior. */
export function takeoverFacts(
  account: AccountHistory,
  { behavior, companies }: { behavior: readonly PreparedEntry[]; companies: CompanyTable },
): EvidenceFact[] {
  const firstDay = behavior[0]?.entry.epochDay ?? 0;
  const debits = outgoingDebits(account);
  const normal = entriesBetween(debits, -Infinity, firstDay - 1).findLast(
    (debit) => !isUnfamiliarDebit(debit, companies),
  );
  // The latest of several equal debits.
  const [largest] = entriesBetween(debits, firstDay - BASELINE_DAYS, firstDay - 1)
    .toReversed()
    .toSorted((one, other) => other.entry.amountCents - one.entry.amountCents);
  return [
    textFact('Last normal debit', describeDebit(normal)),
    textFact(`Largest debit in the ${BASELINE_DAYS} days before`, describeDebit(largest)),
  ];
}

function describeDebit(debit: PreparedEntry | undefined): string {
  if (debit === undefined) return 'none';
  const { amountCents, company, day } = debit.entry;
  return `${formatDollars(amountCents)} to ${company} on ${day}`;
}
