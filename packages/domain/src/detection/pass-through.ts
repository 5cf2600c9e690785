import type { EvidenceFact } from '@clearwatch/contracts/alerts';
import { type Cents, dollarsToCents, formatCents, formatDollars } from '../money/cents.ts';
import type { CompanyTable } from './company-table.ts';
import type { DatedEntry } from './detection-entry.ts';
import { days, fixedAmount, ratio } from './detector.ts';
import { isWallet, namesBill } from './entry-meaning.ts';
import { listCompanyNames } from './finding-facts.ts';
import { type AccountHistory, type PreparedEntry, sumOfEntries } from './member-history.ts';
import { UsualCompanyAmounts } from './past-amounts.ts';

/** What the mule rules agree on. */
export const PASS_THROUGH_PARAMETERS = [
  fixedAmount('creditMinimum', [1, 100, 5000], 'least credit that is looked at'),
  ratio(
    'routineRatio',
    [1, 1.25, 20],
    'payment against the largest earlier one of an old acquaintance, up to which it is routine',
  ),
  days('routineDays', [7, 30, 180], 'days ago that those earlier ones lie'),
] as const;

export type PassThroughParameters = Record<(typeof PASS_THROUGH_PARAMETERS)[number]['name'], number>;

/**
 * Whether unfamiliar money of so much came in within so many days anywhere in the history: the cheap question that
 * nearly every account answers with no. Two indexes walk over the entries, nothing is allocated.
 */
export function receivesUnfamiliarMoney(
  { entries }: AccountHistory,
  asked: { creditMinimumCents: Cents; days: number; sumCents: Cents },
): boolean {
  let from = 0;
  let sumCents = 0;
  for (const prepared of entries) {
    if (!mayBeUnfamiliar(prepared, asked.creditMinimumCents)) continue;
    sumCents += prepared.entry.amountCents;
    const firstDay = prepared.entry.epochDay - asked.days + 1;
    for (
      let oldest = entries[from];
      oldest !== undefined && oldest.entry.epochDay < firstDay;
      oldest = entries[from]
    ) {
      if (mayBeUnfamiliar(oldest, asked.creditMinimumCents)) sumCents -= oldest.entry.amountCents;
      from += 1;
    }
    if (sumCents >= asked.sumCents) return true;
  }
  return false;
}

interface CachedPassThrough extends PassThroughParameters {
  companies: CompanyTable;
  entries: readonly PreparedEntry[];
}

const passThroughByAccount = new WeakMap<AccountHistory, CachedPassThrough>();

/**
 * Money of unfamiliar senders that comes in, and money that goes where it cannot be fetched back, in the order of the
 * account's entries (the catalogue's `inn` and `out`).
 *
 * In: credits that state no purpose, of senders that are not established. A wallet is the exception: it is established
 * soon and says nothing about who pays, so a wallet's credit counts when it is far above what the wallet brought before.
 * Out: debits by transfer, wallet or crypto, and to companies that the institution does not know. Not out is what an old
 * acquaintance collects as always (by wallet only the very same amount as some time before), what names a bill (rent, insurance, tuition, taxes), and what goes back to the bank or
 * exchange that it came from: that is float or trade, another rule's. Returns and reversals bring back, they pass nothing
 * on. Both mule rules ask for it, so it is looked up once.
 */
export function passThroughEntries(
  account: AccountHistory,
  companies: CompanyTable,
  { creditMinimum, routineRatio, routineDays }: PassThroughParameters,
): readonly PreparedEntry[] {
  const asked = { companies, creditMinimum, routineRatio, routineDays };
  const earlier = passThroughByAccount.get(account);
  if (earlier !== undefined && hasSameInputs(earlier, asked)) return earlier.entries;
  const usual = new UsualCompanyAmounts(routineDays);
  const creditMinimumCents = dollarsToCents(creditMinimum);
  const lastIn = new Map<string, number>();
  const entries = account.entries.filter((prepared) => {
    const { entry, isReturn, isReversal, isEstablished, isMovable } = prepared;
    if (isReturn || isReversal) return false;
    const isNoMore = entry.amountCents <= routineRatio * usual.largestBefore(prepared);
    if (entry.transactionType === 'Credit') {
      if (isEstablished && isNoMore) return false;
      if (!mayBeUnfamiliar(prepared, creditMinimumCents)) return false;
      lastIn.set(entry.companyKey, entry.epochDay);
      return true;
    }
    const isRoutine = isEstablished && (isMovable ? usual.hasMoved(prepared) : isNoMore);
    return !isRoutine && leavesReach(prepared, companies) && !returnsToSender(prepared, lastIn);
  });
  passThroughByAccount.set(account, { ...asked, entries });
  return entries;
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

function hasSameInputs(one: PassThroughParameters & { companies: CompanyTable }, other: typeof one): boolean {
  return (
    one.companies === other.companies &&
    one.creditMinimum === other.creditMinimum &&
    one.routineRatio === other.routineRatio &&
    one.routineDays === other.routineDays
  );
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

/** What an entry is in money that goes through an account. */
export function passThroughPart({ transactionType }: DatedEntry): string {
  return transactionType === 'Credit' ? 'Money in' : 'Money out';
}

/** The ledger of money in and out with the share that left and the share that stayed (detection catalogue, section 6). */
export function passThroughFacts(entries: readonly PreparedEntry[]): EvidenceFact[] {
  const { credits, debits, inCents, outCents } = sidesOf(entries);
  // Rounded once, so that what left and what stayed make up a hundred.
  const left = inCents === 0 ? 0 : Math.round((1000 * outCents) / inCents) / 10;
  return [
    { label: 'Money in', value: formatCents(inCents), unit: 'USD' },
    { label: 'Money out', value: formatCents(outCents), unit: 'USD' },
    { label: 'Share of all money in that left', value: left.toFixed(1), unit: 'percent' },
    {
      label: 'Share of all money in that stayed',
      value: Math.max(0, 100 - left).toFixed(1),
      unit: 'percent',
    },
    { label: 'Senders', value: listCompanyNames(credits) || 'none', unit: 'text' },
    { label: 'Where it went', value: listCompanyNames(debits) || 'nowhere yet', unit: 'text' },
  ];
}

/** "2 credits of 2 unfamiliar senders, $5,000.00 from 2026-03-02 to 2026-03-03; $4,750.00 went out until …, to …." */
export function describePassThrough(entries: readonly PreparedEntry[]): string {
  const { credits, debits, inCents, outCents } = sidesOf(entries);
  const senders = new Set(credits.map(({ entry }) => entry.companyKey)).size;
  const [first, last] = [credits[0]?.entry.day, credits.at(-1)?.entry.day];
  const when = first === last ? `on ${first}` : `from ${first} to ${last}`;
  const out =
    debits.length === 0
      ? 'nothing of it went out yet.'
      : `${formatDollars(outCents)} went out until ${debits.at(-1)?.entry.day}, to ${listCompanyNames(debits)}.`;
  return (
    `${pluralize(credits.length, 'credit')} of ${pluralize(senders, 'unfamiliar sender')}, ${formatDollars(inCents)} ` +
    `${when}; ${out}`
  );
}

function pluralize(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}

interface Sides {
  credits: PreparedEntry[];
  debits: PreparedEntry[];
  inCents: Cents;
  outCents: Cents;
}

function sidesOf(entries: readonly PreparedEntry[]): Sides {
  const credits = entries.filter(isMoneyIn);
  const debits = entries.filter((prepared) => !isMoneyIn(prepared));
  return { credits, debits, inCents: sumOfEntries(credits), outCents: sumOfEntries(debits) };
}
