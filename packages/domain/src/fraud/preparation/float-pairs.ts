import type { Cents } from '../../money/cents.ts';
import type { AccountHistory } from './account-history.ts';
import { isTransferType } from './entry-meaning.ts';
import { entryOrder } from './entry-order.ts';
import type { EntryPair } from './entry-pairs.ts';
import { isMoneyIn } from './money-through.ts';
import type { PreparedEntry } from './prepared-entry.ts';

/** More credits than these within days wait for no debit of a member; the oldest are let go. */
const MOST_OPEN = 50;

export interface FloatLimits {
  minimumCents: Cents;
  /** How far the debit may lie from the credit, as a share of the credit. */
  apart: number;
  /** Days from the credit to the debit, at most. */
  days: number;
  /** Until this day (since 1970-01-01) the ledger is too young to know old acquaintances; the rhythm alone has to do. */
  comparableFrom: number;
}

/**
 * Pairs of a credit and a debit of nearly the same amount within days, both between banks or wallets, over all accounts
 * of a member; each entry in one pair at most, a debit with the open credit that is nearest in amount. Exempt credits,
 * returns and reversals make no float. Neither do two standing orders: an allowance that comes every week and a savings
 * plan that takes it every week, in the same amount and the same rhythm, are a household.
 */
export function floatPairs(accounts: readonly AccountHistory[], limits: FloatLimits): EntryPair[] {
  const legs = accounts.flatMap(({ entries }) => entries.filter((entry) => mayBeLeg(entry, limits)));
  if (!legs.some(isMoneyIn)) return [];
  if (accounts.length > 1) legs.sort((left, right) => entryOrder(left.entry, right.entry));
  const isStanding = standingOrders(legs, limits);
  const open: PreparedEntry[] = [];
  const pairs: EntryPair[] = [];
  for (const leg of legs) {
    while ((open[0]?.entry.epochDay ?? Infinity) < leg.entry.epochDay - limits.days) open.shift();
    if (leg.entry.transactionType === 'Credit') {
      if (!isTransferType(leg)) continue;
      open.push(leg);
      if (open.length > MOST_OPEN) open.shift();
      continue;
    }
    const opening = nearest(open, leg, limits.apart);
    if (opening === null || !isTransferType(leg)) continue;
    open.splice(open.indexOf(opening), 1);
    if (!isStanding.has(opening) || !isStanding.has(leg)) pairs.push({ opening, closing: leg });
  }
  return pairs;
}

function mayBeLeg(
  { entry, isExempt, isReturn, isReversal }: PreparedEntry,
  { minimumCents }: FloatLimits,
): boolean {
  return entry.amountCents >= minimumCents && !isExempt && !isReturn && !isReversal;
}

/** The open credit nearest in amount, the oldest of equals; null when none is near enough. */
function nearest(open: readonly PreparedEntry[], debit: PreparedEntry, apart: number): PreparedEntry | null {
  let best: PreparedEntry | null = null;
  let bestDistance = Infinity;
  for (const credit of open) {
    const distance = Math.abs(debit.entry.amountCents - credit.entry.amountCents);
    if (distance <= apart * credit.entry.amountCents && distance < bestDistance) {
      best = credit;
      bestDistance = distance;
    }
  }
  return best;
}

/** Two weeks, and how far weekends and holidays move what is due every week. */
const TWO_WEEKS = 14;
const STRAY_DAYS = 3;

/** The last amount of a company in one direction and the days of its last two entries. */
interface Order {
  amountCents: Cents;
  day: number;
  dayBefore: number | null;
}

/**
 * Entries of old acquaintances that come every week in the same amount. Rarer standing orders need no exception: three of
 * them do not fit into the days of a float.
 */
function standingOrders(
  legs: readonly PreparedEntry[],
  { comparableFrom }: FloatLimits,
): ReadonlySet<PreparedEntry> {
  const orders = { Credit: new Map<string, Order>(), Debit: new Map<string, Order>() };
  const standing = new Set<PreparedEntry>();
  for (const leg of legs) {
    const { transactionType, companyKey, amountCents, epochDay } = leg.entry;
    const last = orders[transactionType].get(companyKey);
    const isSame = last?.amountCents === amountCents;
    const isWeekly = isSame && last.dayBefore !== null && isTwoWeeks(epochDay - last.dayBefore);
    if (isWeekly && (leg.isEstablished || epochDay < comparableFrom)) standing.add(leg);
    orders[transactionType].set(companyKey, {
      amountCents,
      day: epochDay,
      dayBefore: isSame ? last.day : null,
    });
  }
  return standing;
}

function isTwoWeeks(days: number): boolean {
  return Math.abs(days - TWO_WEEKS) <= STRAY_DAYS;
}
