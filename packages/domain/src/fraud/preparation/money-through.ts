import { type Cents, centsOfDollars } from '../../money/cents.ts';
import type { CompanyTable } from '../companies.ts';
import { days, fixedAmount, ratio } from '../parameter.ts';
import type { AccountHistory } from './account-history.ts';
import { isWallet, namesBill } from './entry-meaning.ts';
import type { PreparedEntry } from './prepared-entry.ts';
import { UsualAmounts } from './usual-amounts.ts';

/** What the mule rules agree on. */
export const MONEY_THROUGH_PARAMETERS = [
  fixedAmount('creditMinimum', {
    default: 100,
    min: 1,
    max: 5000,
    meaning: 'least credit that is looked at',
  }),
  ratio('routineRatio', {
    default: 1.25,
    min: 1,
    max: 20,
    meaning: 'payment against the largest earlier one of an old acquaintance, up to which it is routine',
  }),
  days('routineDays', { default: 30, min: 7, max: 180, meaning: 'days ago that those earlier ones lie' }),
] as const;

export type MoneyThroughParameters = Record<(typeof MONEY_THROUGH_PARAMETERS)[number]['name'], number>;

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

interface Found extends MoneyThroughParameters {
  companies: CompanyTable;
  entries: readonly PreparedEntry[];
}

const found = new WeakMap<AccountHistory, Found>();

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
export function moneyThrough(
  account: AccountHistory,
  companies: CompanyTable,
  { creditMinimum, routineRatio, routineDays }: MoneyThroughParameters,
): readonly PreparedEntry[] {
  const asked = { companies, creditMinimum, routineRatio, routineDays };
  const earlier = found.get(account);
  if (earlier !== undefined && isSame(earlier, asked)) return earlier.entries;
  const usual = new UsualAmounts(routineDays);
  const creditMinimumCents = centsOfDollars(creditMinimum);
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
    return !isRoutine && leaves(prepared, companies) && !goesBack(prepared, lastIn);
  });
  found.set(account, { ...asked, entries });
  return entries;
}

/** Within so many days money that goes to its sender goes back. */
const BACK_DAYS = 14;

function leaves(prepared: PreparedEntry, companies: CompanyTable): boolean {
  if (prepared.isMovable) return true;
  return !companies.isKnown(prepared.entry.companyKey) && !namesBill(prepared.entry);
}

function goesBack({ entry }: PreparedEntry, lastIn: ReadonlyMap<string, number>): boolean {
  const day = lastIn.get(entry.companyKey);
  return day !== undefined && entry.epochDay - day <= BACK_DAYS && !isWallet(entry.company);
}

function isSame(one: MoneyThroughParameters & { companies: CompanyTable }, other: typeof one): boolean {
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
