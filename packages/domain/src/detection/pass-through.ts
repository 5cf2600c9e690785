import type { EvidenceFact } from '@clearwatch/contracts/alerts';
import { type Cents, formatCents, formatDollars } from '../money/cents.ts';
import type { CompanyTable } from './company-table.ts';
import type { ParameterValuesOf } from './define-detector.ts';
import type { DatedEntry } from './detection-entry.ts';
import { days, fixedAmount, ratio } from './detector.ts';
import { isWallet, namesBill } from './entry-meaning.ts';
import { EntryWindow } from './entry-windows.ts';
import { countCompanies, dayOrRange, listCompanyNames, pluralize, textFact } from './finding-facts.ts';
import { type AccountHistory, type PreparedEntry, sumOfEntries } from './member-history.ts';
import { getOrAdd } from './memoize.ts';
import { UsualCompanyAmounts } from './past-amounts.ts';

/** Parameters that both mule rules have. */
export const PASS_THROUGH_PARAMETERS = [
  fixedAmount('creditMinimum', [1, 100, 5000], 'least credit that is looked at'),
  ratio(
    'routineRatio',
    [1, 1.25, 20],
    'payment against the largest earlier one of an old acquaintance, up to which it is routine',
  ),
  days('routineDays', [7, 30, 180], 'days ago that those earlier ones lie'),
] as const;

type PassThroughParameters = ParameterValuesOf<typeof PASS_THROUGH_PARAMETERS>;

/** Whether so much unfamiliar money came in within so many days anywhere in the history. False for nearly every account. */
export function receivesUnfamiliarMoney(
  { entries }: AccountHistory,
  least: { creditMinimum: Cents; days: number; sumCents: Cents },
): boolean {
  const window = new EntryWindow(least.days);
  return entries.some((prepared) => {
    if (!mayBeUnfamiliar(prepared, least.creditMinimum)) return false;
    window.add(prepared);
    return window.sumCents >= least.sumCents;
  });
}

const passThroughOf = new WeakMap<
  AccountHistory,
  WeakMap<CompanyTable, Map<string, readonly PreparedEntry[]>>
>();

/**
 * Money of unfamiliar senders that comes in, and money that goes where it cannot be fetched back, in the order of the
 * account's entries (the catalogue's `inn` and `out`).
 *
 * In: credits that state no purpose, of senders that are not established. A wallet is the exception: it is established
 * soon and does not show who pays, so its credit counts when it is far above what the wallet brought before.
 * Out: debits by transfer, wallet or crypto, and to companies that the institution does not know. These are not out: what
 * an established company collects as always (a wallet only the very same amount), bills (rent, insurance, tuition, taxes),
 * and what goes back to the bank or exchange that it came from, which is float or trade, another rule's. Returns and
 * reversals bring money back and pass nothing on. Computed once for both mule rules.
 *
 * @param parameters amounts in cents
 */
export function passThroughEntries(
  account: AccountHistory,
  companies: CompanyTable,
  { creditMinimum, routineRatio, routineDays }: PassThroughParameters,
): readonly PreparedEntry[] {
  const byCompanies = getOrAdd(passThroughOf, account, () => new WeakMap());
  const byParameters = getOrAdd(byCompanies, companies, () => new Map());
  return getOrAdd(byParameters, `${creditMinimum} ${routineRatio} ${routineDays}`, () => {
    const usual = new UsualCompanyAmounts(routineDays);
    const lastIn = new Map<string, number>();
    return account.entries.filter((prepared) => {
      const { entry, isReturn, isReversal, isEstablished, isMovable } = prepared;
      if (isReturn || isReversal) return false;
      const isNoMore = entry.amountCents <= routineRatio * usual.largestBefore(prepared);
      if (entry.transactionType === 'Credit') {
        if (isEstablished && isNoMore) return false;
        if (!mayBeUnfamiliar(prepared, creditMinimum)) return false;
        lastIn.set(entry.companyKey, entry.epochDay);
        return true;
      }
      const isRoutine = isEstablished && (isMovable ? usual.hasMoved(prepared) : isNoMore);
      return !isRoutine && leavesReach(prepared, companies) && !returnsToSender(prepared, lastIn);
    });
  });
}

/** Within so many days money that goes to its sender goes back. */
const RETURN_TO_SENDER_DAYS = 14;

function leavesReach(prepared: PreparedEntry, companies: CompanyTable): boolean {
  if (prepared.isMovable) return true;
  return !companies.isKnown(prepared.entry.companyKey) && !namesBill(prepared.entry);
}

function returnsToSender({ entry }: PreparedEntry, lastIn: ReadonlyMap<string, number>): boolean {
  const day = lastIn.get(entry.companyKey);
  return day !== undefined && entry.epochDay - day <= RETURN_TO_SENDER_DAYS && !isWallet(entry.company);
}

export function isMoneyIn({ entry }: PreparedEntry): boolean {
  return entry.transactionType === 'Credit';
}

function mayBeUnfamiliar(
  { entry, isExempt, isEstablished, isMovable, isReturn, isReversal }: PreparedEntry,
  creditMinimumCents: Cents,
): boolean {
  return (
    entry.transactionType === 'Credit' &&
    entry.amountCents >= creditMinimumCents &&
    !isExempt &&
    (!isEstablished || isMovable) &&
    !isReturn &&
    !isReversal
  );
}

/** The role of an entry in money that goes through an account. */
export function passThroughPart({ transactionType }: DatedEntry): string {
  return transactionType === 'Credit' ? 'Money in' : 'Money out';
}

/** The ledger of money in and out with the share that left and the share that stayed. */
export function passThroughFacts(entries: readonly PreparedEntry[]): EvidenceFact[] {
  const { credits, debits, inCents, outCents } = sidesOf(entries);
  // Rounded once, so that what left and what stayed make up a hundred.
  const left = inCents === 0 ? 0 : Math.round((1000 * outCents) / inCents) / 10;
  const stayed = Math.max(0, 100 - left);
  return [
    { label: 'Money in', value: formatCents(inCents), unit: 'USD' },
    { label: 'Money out', value: formatCents(outCents), unit: 'USD' },
    { label: 'Share of all money in that left', value: left.toFixed(1), unit: 'percent' },
    { label: 'Share of all money in that stayed', value: stayed.toFixed(1), unit: 'percent' },
    textFact('Senders', listCompanyNames(credits) || 'none'),
    textFact('Where it went', listCompanyNames(debits) || 'nowhere yet'),
  ];
}

/** "2 credits of 2 unfamiliar senders, $5,000.00 from 2026-03-02 to 2026-03-03; $4,750.00 went out until …, to …." */
export function describePassThrough(entries: readonly PreparedEntry[]): string {
  const { credits, debits, inCents, outCents } = sidesOf(entries);
  const out =
    debits.length === 0
      ? 'nothing of it went out yet.'
      : `${formatDollars(outCents)} went out until ${debits.at(-1)?.entry.day}, to ${listCompanyNames(debits)}.`;
  return (
    `${pluralize(credits.length, 'credit')} of ${pluralize(countCompanies(credits), 'unfamiliar sender')}, ` +
    `${formatDollars(inCents)} ${dayOrRange(credits)}; ${out}`
  );
}

function sidesOf(entries: readonly PreparedEntry[]) {
  const credits = entries.filter(isMoneyIn);
  const debits = entries.filter((prepared) => !isMoneyIn(prepared));
  return { credits, debits, inCents: sumOfEntries(credits), outCents: sumOfEntries(debits) };
}
