import type { EvidenceFact } from '@clearwatch/contracts/alerts';
import { addDays } from '../calendar/day.ts';
import { formatDollars } from '../money/cents.ts';
import { returnReasonOf } from '../nacha/return-and-change-codes.ts';
import { BASELINE_DAYS, firstIndexOnOrAfter } from './baseline.ts';
import type { CompanyTable } from './company-table.ts';
import type { AccountHistory, PreparedEntry } from './member-history.ts';
import { isUnfamiliarDebit, outgoingDebits } from './unfamiliar-debits.ts';

const MAX_COMPANIES_LISTED = 3;

/** Names of the companies of entries, in order: "NOVA TRADE, OPAL MEDIA, QUILL GROUP and 2 more". */
export function listCompanyNames(entries: readonly PreparedEntry[]): string {
  const names = new Map<string, string>();
  for (const { entry } of entries) {
    if (!names.has(entry.companyKey)) names.set(entry.companyKey, entry.company);
  }
  const named = [...names.values()];
  const rest = named.length - MAX_COMPANIES_LISTED;
  const shown = named.slice(0, MAX_COMPANIES_LISTED).join(', ');
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}

/** Consumer debits can be returned as unauthorized until so many days after settlement (Nacha; 12 CFR 1005.11). */
export const UNAUTHORIZED_RETURN_DAYS = 60;
/** Classes of corporate accounts: Regulation E does not cover them, and they are returned within two banking days. */
const CORPORATE_CLASSES: ReadonlySet<string | null> = new Set(['CCD', 'CTX']);

/** Whether the class of a debit leaves it to the rights of consumers. */
export function isConsumerClass({ entry }: PreparedEntry): boolean {
  return !CORPORATE_CLASSES.has(entry.class);
}

/**
 * Until when the oldest of a consumer's debits can still be disputed as unauthorized: 60 days after it settled; the later
 * ones can be disputed longer. Nothing without any.
 *
 * @param debits of consumers only
 */
export function regEDeadlineFacts(debits: readonly PreparedEntry[]): EvidenceFact[] {
  const oldest = debits.reduce<PreparedEntry | null>(
    (first, debit) => (first === null || debit.entry.epochDay < first.entry.epochDay ? debit : first),
    null,
  );
  if (oldest === null) return [];
  return [
    {
      label: `Regulation E deadline of the oldest debit (${UNAUTHORIZED_RETURN_DAYS} days after settlement)`,
      value: addDays(oldest.entry.day, UNAUTHORIZED_RETURN_DAYS),
      unit: 'day',
    },
  ];
}

/** Which reasons entries came back for, one fact for each code, in order of the first of each. */
export function returnFacts(entries: readonly PreparedEntry[]): EvidenceFact[] {
  const returns = Map.groupBy(
    entries.filter(({ returnCode }) => returnCode !== null),
    ({ returnCode }) => returnCode ?? '',
  );
  return [...returns].map(([code, own]) => ({
    label: own.length === 1 ? 'Return code' : `Return code of ${own.length} returns`,
    value: `${code}: ${returnReasonOf(code)?.title ?? 'no reason known'}`,
    unit: 'text',
  }));
}

/**
 * What an analyst of a possible takeover asks first (detection catalogue, section 6): the last debit before the behaviour
 * to a company that the account or the institution knew, and the largest debit of the 90 days before.
 *
 * @param beginsOn first day of the behaviour, days since 1970-01-01
 */
export function takeoverFacts(
  account: AccountHistory,
  { beginsOn, companies }: { beginsOn: number; companies: CompanyTable },
): EvidenceFact[] {
  const debits = outgoingDebits(account);
  let normal: PreparedEntry | null = null;
  let largest: PreparedEntry | null = null;
  for (let at = firstIndexOnOrAfter(debits, beginsOn) - 1; at >= 0; at -= 1) {
    const debit = debits[at];
    if (debit === undefined) break;
    const isRecent = debit.entry.epochDay >= beginsOn - BASELINE_DAYS;
    if (isRecent && debit.entry.amountCents > (largest?.entry.amountCents ?? -1)) largest = debit;
    if (normal === null && !isUnfamiliarDebit(debit, companies)) normal = debit;
    if (normal !== null && !isRecent) break;
  }
  return [
    { label: 'Last normal debit', value: formatDebit(normal), unit: 'text' },
    { label: `Largest debit of the ${BASELINE_DAYS} days before`, value: formatDebit(largest), unit: 'text' },
  ];
}

function formatDebit(debit: PreparedEntry | null): string {
  if (debit === null) return 'none';
  const { amountCents, company, day } = debit.entry;
  return `${formatDollars(amountCents)} to ${company} on ${day}`;
}
