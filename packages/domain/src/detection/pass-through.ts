import type { EvidenceFact } from '@clearwatch/contracts/alerts';
import { type Cents, formatCents, formatDollars } from '../money/cents.ts';
import type { CompanyTable } from './company-table.ts';
import type { ParameterValuesOf } from './define-detector.ts';
import type { DatedEntry } from './detection-entry.ts';
import { days, fixedAmount, ratio } from './detector.ts';
import { isWallet, namesBill } from './entry-meaning.ts';
import { EntryWindow, type UsualAmount } from './entry-windows.ts';
import { countCompanies, dayRange, listCompanyNames, pluralize, textFact } from './finding-facts.ts';
import { type AccountHistory, isMoneyIn, type PreparedEntry, sumOfEntries } from './member-history.ts';
import { getOrAdd, memoize } from './memoize.ts';
import { UsualCompanyAmounts } from './past-amounts.ts';

export const PASS_THROUGH_PARAMETERS = [
  fixedAmount('creditMinimum', [1, 100, 5000], 'Minimum credit counted', 'with $100, a $99 credit is not counted'),
  ratio(
    'routineRatio',
    [1, 1.25, 20],
    'Multiple of the largest earlier amount up to which an entry from an established company is routine',
    'with 1.25, $250 after $200',
  ),
  days(
    'routineDays',
    [7, 30, 180],
    'Minimum age in days for an earlier amount to count as routine',
    'with 30, an amount from 30 or more days ago',
  ),
] as const;

type PassThroughParameters = ParameterValuesOf<typeof PASS_THROUGH_PARAMETERS>;

/** A quick check of whether enough unfamiliar money ever came in within the given number of days. False for nearly every account. */
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

const passThroughOf = memoize((_account: AccountHistory) =>
  memoize((_companies: CompanyTable) => new Map<string, readonly PreparedEntry[]>()),
);

/**
 * Money from unfamiliar senders, and money sent where it cannot be recovered, in order. Computed once for both mule
 * rules. A wallet hides the payer, so its credits count if they are larger than routine. Outgoing money excludes bills,
 * routine debits by established companies (for wallets and transfers, only of exactly the same amount), and money that
 * returns to the bank or exchange it came from, which is float or trading.
 */
export function passThroughEntries(
  account: AccountHistory,
  companies: CompanyTable,
  { creditMinimum, routineRatio, routineDays }: PassThroughParameters,
): readonly PreparedEntry[] {
  return getOrAdd(passThroughOf(account)(companies), `${creditMinimum} ${routineRatio} ${routineDays}`, () => {
    const usual = new UsualCompanyAmounts(routineDays);
    const lastIn = new Map<string, number>();
    return account.entries.filter((prepared) => {
      const { entry, isOriginal, isEstablished, isMovable } = prepared;
      if (!isOriginal) return false;
      const isNoMore = entry.amountCents <= routineRatio * usual.largestBefore(prepared);
      if (entry.transactionType === 'Credit') {
        if (isEstablished && isNoMore) return false;
        if (!mayBeUnfamiliar(prepared, creditMinimum)) return false;
        lastIn.set(entry.companyKey, entry.epochDay);
        return true;
      }
      if (isEstablished && (isMovable ? usual.hasMoved(prepared) : isNoMore)) return false;
      if (!isMovable && (companies.isKnown(entry.companyKey) || namesBill(entry))) return false;
      const daysSinceIn = entry.epochDay - (lastIn.get(entry.companyKey) ?? -Infinity);
      return daysSinceIn > RETURN_TO_SENDER_DAYS || isWallet(entry.company);
    });
  });
}

const RETURN_TO_SENDER_DAYS = 14;

function mayBeUnfamiliar(
  { entry, isExempt, isEstablished, isMovable, isOriginal }: PreparedEntry,
  creditMinimumCents: Cents,
): boolean {
  if (entry.transactionType !== 'Credit' || entry.amountCents < creditMinimumCents) return false;
  return !isExempt && (!isEstablished || isMovable) && isOriginal;
}

export function passThroughPart({ transactionType }: DatedEntry): string {
  return transactionType === 'Credit' ? 'Money in' : 'Money out';
}

export function passThroughFacts(entries: readonly PreparedEntry[]): EvidenceFact[] {
  const { credits, debits, inCents, outCents } = sidesOf(entries);
  // Rounded only once, so that the two shares add up to 100%.
  const left = inCents === 0 ? 0 : Math.round((1000 * outCents) / inCents) / 10;
  const stayed = Math.max(0, 100 - left);
  return [
    { label: 'Money in', value: formatCents(inCents), unit: 'USD' },
    { label: 'Money out', value: formatCents(outCents), unit: 'USD' },
    { label: 'Share of all money in that left', value: left.toFixed(1), unit: 'percent' },
    { label: 'Share of all money in that stayed', value: stayed.toFixed(1), unit: 'percent' },
    textFact('Senders', listCompanyNames(credits) || 'none'),
    textFact('Recipients', listCompanyNames(debits) || 'none yet'),
  ];
}

/** "2 credits from 2 unfamiliar senders totaled $5,000.00 from 2026-03-02 to 2026-03-03. $4,750.00 left by …, to …." */
export function describePassThrough(entries: readonly PreparedEntry[], usual: UsualAmount): string {
  const { credits, debits, inCents, outCents } = sidesOf(entries);
  const out =
    debits.length === 0
      ? 'None of it has left yet.'
      : `${formatDollars(outCents)} left by ${debits.at(-1)?.entry.day}, to ${listCompanyNames(debits)}.`;
  return (
    `${pluralize(credits.length, 'credit')} from ${pluralize(countCompanies(credits), 'unfamiliar sender')} totaled ` +
    `${formatDollars(inCents)} ${dayRange(credits)}. ${out} This account usually receives ` +
    `${usual.cents > 0 ? `${formatDollars(usual.cents)} a month in` : 'no'} such credits.`
  );
}

function sidesOf(entries: readonly PreparedEntry[]) {
  const credits = entries.filter(isMoneyIn);
  const debits = entries.filter((prepared) => !isMoneyIn(prepared));
  return { credits, debits, inCents: sumOfEntries(credits), outCents: sumOfEntries(debits) };
}
