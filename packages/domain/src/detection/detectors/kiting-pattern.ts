import type { EvidenceFact, EvidenceFigure } from '@clearwatch/contracts/alerts';
import { type Cents, dollarsToCents, formatCents, formatDollars } from '../../money/cents.ts';
import { type EntryPair, partOfPair, type RepeatedPairs, repeatedPairs } from '../behaviors.ts';
import { defineDetector, type ParametersOf } from '../define-detector.ts';
import { compareEntries, type DatedEntry } from '../detection-entry.ts';
import {
  count,
  days,
  deduplicationWindow,
  firstComparableDay,
  fixedAmount,
  fixedCount,
  ratio,
} from '../detector.ts';
import { isTransferType } from '../entry-meaning.ts';
import { countFigure, moneyFigure, shareFigure } from '../finding-evidence.ts';
import { listCompanyNames } from '../finding-facts.ts';
import {
  type AccountHistory,
  MAX_ACCOUNTS_PER_MEMBER,
  type PreparedEntry,
  sumOfEntries,
} from '../member-history.ts';
import { isMoneyIn } from '../pass-through.ts';
import { accountGroupsOf } from '../sub-threshold-credits.ts';

/** More credits than these within days wait for no debit of a member; the oldest are let go. */
const MAX_OPEN_CREDITS = 50;

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
function floatPairs(accounts: readonly AccountHistory[], limits: FloatLimits): EntryPair[] {
  const legs = accounts.flatMap(({ entries }) => entries.filter((entry) => canBePairLeg(entry, limits)));
  if (!legs.some(isMoneyIn)) return [];
  if (accounts.length > 1) legs.sort((left, right) => compareEntries(left.entry, right.entry));
  const isStanding = standingOrders(legs, limits);
  const open: PreparedEntry[] = [];
  const pairs: EntryPair[] = [];
  for (const leg of legs) {
    while ((open[0]?.entry.epochDay ?? Infinity) < leg.entry.epochDay - limits.days) open.shift();
    if (leg.entry.transactionType === 'Credit') {
      if (!isTransferType(leg)) continue;
      open.push(leg);
      if (open.length > MAX_OPEN_CREDITS) open.shift();
      continue;
    }
    const opening = nearestCredit(open, leg, limits.apart);
    if (opening === null || !isTransferType(leg)) continue;
    open.splice(open.indexOf(opening), 1);
    if (!isStanding.has(opening) || !isStanding.has(leg)) pairs.push({ opening, closing: leg });
  }
  return pairs;
}

function canBePairLeg(
  { entry, isExempt, isReturn, isReversal }: PreparedEntry,
  { minimumCents }: FloatLimits,
): boolean {
  return entry.amountCents >= minimumCents && !isExempt && !isReturn && !isReversal;
}

/** The open credit nearest in amount, the oldest of equals; null when none is near enough. */
function nearestCredit(
  open: readonly PreparedEntry[],
  debit: PreparedEntry,
  apart: number,
): PreparedEntry | null {
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
interface StandingOrder {
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
  const orders = { Credit: new Map<string, StandingOrder>(), Debit: new Map<string, StandingOrder>() };
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

const MAX_PAIRS_LISTED = 12;

const RULE = {
  activityType: 'kiting_pattern',
  category: 'Kiting & Manipulation',
  ruleVersion: 2,
  sources: [
    'Bankers Online, steps to prove check kiting: totals in and out nearly equal, round amounts, high frequency, the same institutions',
    'CU On Guard: ACH and person-to-person payments are used for kiting as well as checks',
    'Tazama rules 024 to 027 (mirroring within 10%); AMLSim cycle',
  ],
  parameters: [
    fixedAmount('legMinimum', [50, 300, 10_000], 'least of each leg'),
    ratio('apart', [0, 0.08, 0.3], 'difference of the legs as a share of the credit'),
    days('pairDays', [0, 4, 10], 'days from the credit to its debit'),
    count('pairs', [2, 3, 50], 'pairs'),
    days('windowDays', [7, 21, 90], 'days in which they are completed'),
    fixedCount(
      'maximumAccounts',
      [1, MAX_ACCOUNTS_PER_MEMBER, MAX_ACCOUNTS_PER_MEMBER],
      'most accounts of a name read together',
    ),
    count('highRiskPairs', [2, 4, 100], 'pairs in a window for high risk'),
    deduplicationWindow(30),
  ],
} as const;

type Parameters = ParametersOf<typeof RULE>;

/**
 * Float built by near-equal transfers back and forth: a credit from another bank or a wallet and within days a debit of
 * nearly the same amount, three times in three weeks. Read over all accounts of a member, because a float may come in on
 * one and leave from the other. Compares with no normal, so it speaks from the ledger's first day on; of two legs that come
 * as regularly as standing orders it waits there to see whether they are.
 */
export const kitingPattern = defineDetector(RULE, ({ history, context, parameters, finding }) => {
  const comparableFrom = firstComparableDay(context);
  return accountGroupsOf(history, parameters.maximumAccounts)
    .flatMap((accounts) => {
      const pairs = floatPairs(accounts, {
        minimumCents: dollarsToCents(parameters.legMinimum),
        apart: parameters.apart,
        days: parameters.pairDays,
        comparableFrom,
      });
      return repeatedPairs(pairs, {
        minimum: parameters.pairs,
        days: parameters.windowDays,
        coolDays: parameters.coolDays,
      });
    })
    .map((found) =>
      finding({
        behaviour: found,
        counts: isMoneyIn,
        riskLevel: found.peak.strength >= parameters.highRiskPairs ? 'high' : 'medium',
        percentageChange: null,
        description: describe(found, parameters),
        figures: figuresOf(found, parameters),
        baseline: null,
        wouldBeSilent: wouldBeSilent(found, parameters),
        facts: factsOf(found.pairs),
        partOf: partOfPair(found.pairs),
      }),
    );
});

function describe({ pairs, entries }: RepeatedPairs, { pairDays }: Parameters): string {
  const accounts = new Set(entries.map(({ entry }) => entry.accountNumber)).size;
  const where = accounts > 1 ? ` on ${accounts} accounts of the member` : '';
  return (
    `${pairs.length} times a credit and within ${pairDays} days a debit of nearly the same amount${where}, from ` +
    `${entries[0]?.entry.day} to ${entries.at(-1)?.entry.day}: ${formatDollars(sumOf(pairs, 'opening'))} came in and ` +
    `${formatDollars(sumOf(pairs, 'closing'))} went out, by ${listCompanyNames(entries)}. Possible float between accounts.`
  );
}

function figuresOf({ first, peak, pairs }: RepeatedPairs, parameters: Parameters): EvidenceFigure[] {
  const { windowDays, pairDays, apart, legMinimum, highRiskPairs } = parameters;
  const legs = pairs.flatMap(({ opening, closing }) => [
    opening.entry.amountCents,
    closing.entry.amountCents,
  ]);
  const figures = [
    countFigure({
      label: `Pairs of credit and debit completed within ${windowDays} days`,
      value: first.strength,
      threshold: parameters.pairs,
    }),
    shareFigure({
      label: 'Largest difference of a pair, as a share of its credit',
      value: Math.max(...pairs.map(differenceOf)),
      comparison: '<=',
      threshold: apart,
    }),
    countFigure({
      label: 'Most days from a credit to its debit',
      value: Math.max(...pairs.map(daysOf)),
      comparison: '<=',
      threshold: pairDays,
    }),
    moneyFigure({ label: 'Smallest leg', value: Math.min(...legs), threshold: dollarsToCents(legMinimum) }),
  ];
  if (peak.strength < highRiskPairs) return figures;
  const label = `High risk: pairs in the busiest ${windowDays} days`;
  return [...figures, countFigure({ label, value: peak.strength, threshold: highRiskPairs })];
}

function factsOf(pairs: readonly EntryPair[]): EvidenceFact[] {
  const [inCents, outCents] = [sumOf(pairs, 'opening'), sumOf(pairs, 'closing')];
  return [
    { label: 'Came in', value: formatCents(inCents), unit: 'USD' },
    { label: 'Went out', value: formatCents(outCents), unit: 'USD' },
    {
      label: 'The totals lie apart by',
      value: ((100 * Math.abs(inCents - outCents)) / inCents).toFixed(1),
      unit: 'percent',
    },
    ...pairs.slice(0, MAX_PAIRS_LISTED).map(
      ({ opening, closing }, index): EvidenceFact => ({
        label: `Pair ${index + 1}`,
        value: `${legOf(opening.entry, 'in')}; ${legOf(closing.entry, 'out')}`,
        unit: 'text',
      }),
    ),
  ];
}

function wouldBeSilent({ first, pairs }: RepeatedPairs, parameters: Parameters): string[] {
  const { windowDays, pairDays, apart, legMinimum } = parameters;
  const fewer = parameters.pairs - 1;
  return [
    `With ${fewer} such pairs within ${windowDays} days instead of ${first.strength}.`,
    `With more than ${(100 * apart).toFixed(0)} % between credit and debit in all but ${fewer} of the ${pairs.length} pairs.`,
    `With more than ${pairDays} days from credit to debit in all but ${fewer} of them.`,
    `With amounts below ${formatDollars(dollarsToCents(legMinimum))}.`,
  ];
}

function legOf({ amountCents, company, day }: DatedEntry, direction: 'in' | 'out'): string {
  return `${formatDollars(amountCents)} ${direction} ${direction === 'in' ? 'from' : 'to'} ${company} on ${day}`;
}

/** As a share of the credit. */
function differenceOf({ opening, closing }: EntryPair): number {
  return Math.abs(closing.entry.amountCents - opening.entry.amountCents) / opening.entry.amountCents;
}

function daysOf({ opening, closing }: EntryPair): number {
  return closing.entry.epochDay - opening.entry.epochDay;
}

function sumOf(pairs: readonly EntryPair[], leg: keyof EntryPair): Cents {
  return sumOfEntries(pairs.map((pair) => pair[leg]));
}
