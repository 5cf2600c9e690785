import { type Cents, formatCents, formatDollars } from '../../money/cents.ts';
import { type EntryPair, pairEvidence, repeatedPairs } from '../behaviors.ts';
import { defineDetector } from '../define-detector.ts';
import { count, days, deduplicationWindow, fixedAmount, maximumAccounts, ratio } from '../detector.ts';
import { isTransferType } from '../entry-meaning.ts';
import { figure } from '../finding-evidence.ts';
import { dayRange, listCompanyNames, onSeveralAccounts, pluralize } from '../finding-facts.ts';
import { type AccountHistory, inOrder, isMoneyIn, type PreparedEntry, sumOfEntries } from '../member-history.ts';

/** No real member has more credits waiting for a debit within a few days. Beyond this limit, the oldest are dropped. */
const MAX_OPEN_CREDITS = 50;

/** Before `comparableFrom` (days since 1970-01-01), the ledger is too short to tell which companies are established. */
type FloatLimits = Record<'legMinimum' | 'apart' | 'pairDays' | 'comparableFrom', number>;

/** Two recurring transfers are not a float: a weekly allowance and a weekly savings transfer are ordinary household activity. */
function floatPairs(accounts: readonly AccountHistory[], limits: FloatLimits): EntryPair[] {
  const all = accounts.flatMap(({ entries }) =>
    entries.filter(
      ({ entry, isExempt, isOriginal }) => entry.amountCents >= limits.legMinimum && !isExempt && isOriginal,
    ),
  );
  if (!all.some(isMoneyIn)) return [];
  const legs = accounts.length > 1 ? inOrder(all) : all;
  const standingOrders = standingOrdersAmong(legs, limits);
  const open: PreparedEntry[] = [];
  const pairs: EntryPair[] = [];
  for (const leg of legs) {
    while ((open[0]?.entry.epochDay ?? Infinity) < leg.entry.epochDay - limits.pairDays) open.shift();
    if (isMoneyIn(leg)) {
      if (!isTransferType(leg)) continue;
      open.push(leg);
      if (open.length > MAX_OPEN_CREDITS) open.shift();
      continue;
    }
    const opening = nearestCredit(open, leg, limits.apart);
    if (opening === null || !isTransferType(leg)) continue;
    open.splice(open.indexOf(opening), 1);
    if (!standingOrders.has(opening) || !standingOrders.has(leg)) pairs.push({ opening, closing: leg });
  }
  return pairs;
}

/** The open credit closest in amount, or the oldest of several equally close ones; null if none is close enough. */
function nearestCredit(open: readonly PreparedEntry[], { entry: debit }: PreparedEntry, apart: number) {
  if (open.length === 0) return null;
  const distanceTo = ({ entry }: PreparedEntry) => Math.abs(debit.amountCents - entry.amountCents);
  const [nearest = null] = open
    .filter((credit) => distanceTo(credit) <= apart * credit.entry.amountCents)
    .toSorted((one, other) => distanceTo(one) - distanceTo(other));
  return nearest;
}

/** Two weeks, plus or minus the days by which weekends and holidays can shift weekly entries. */
const TWO_WEEKS = 14;
const STRAY_DAYS = 3;

/** Weekly entries of the same amount. Less frequent recurring transfers cannot form three pairs in the window. */
function standingOrdersAmong(legs: readonly PreparedEntry[], { comparableFrom }: FloatLimits) {
  const lastOf = new Map<string, { amountCents: Cents; day: number; dayBefore: number | null }>();
  return new Set(
    legs.filter(({ entry, isEstablished }) => {
      const { transactionType, companyKey, amountCents, epochDay } = entry;
      const key = `${transactionType} ${companyKey}`;
      const last = lastOf.get(key);
      const isSame = last?.amountCents === amountCents;
      lastOf.set(key, { amountCents, day: epochDay, dayBefore: isSame ? last.day : null });
      if (!isSame || last.dayBefore === null) return false;
      const isWeekly = Math.abs(epochDay - last.dayBefore - TWO_WEEKS) <= STRAY_DAYS;
      return isWeekly && (isEstablished || epochDay < comparableFrom);
    }),
  );
}

/** A float may come into one account and leave from another. The rule needs no baseline, so it also works during the warm-up. */
export const kitingPattern = defineDetector({
  activityType: 'kiting_pattern',
  category: 'Kiting & Manipulation',
  ruleVersion: 4,
  sources: [
    'Bankers Online, steps to prove check kiting: totals in and out nearly equal, round amounts, high frequency, the same institutions',
    'CU On Guard: ACH and person-to-person payments, as well as checks, are used for kiting',
    'Tazama rules 024 to 027 (mirroring within 10%); AMLSim cycle',
  ],
  parameters: [
    fixedAmount(
      'legMinimum',
      [50, 300, 10_000],
      'Minimum credit or debit in a pair',
      'with $300, a $250 credit does not start a pair',
    ),
    ratio(
      'apart',
      [0, 0.08, 0.3],
      'Maximum difference in a pair, as a share of its credit',
      'with 0.08, $1,000 in and $920 to $1,080 out',
    ),
    days('pairDays', [0, 4, 10], 'Maximum days from a credit to its debit', 'with 4, in on Monday and out by Friday'),
    count(
      'pairs',
      [2, 3, 50],
      'Number of pairs that raises an alert',
      'with 3, three credits, each followed by a similar debit',
    ),
    days(
      'windowDays',
      [7, 21, 90],
      'Number of days within which the pairs must be completed',
      'with 21, March 1 to 21',
    ),
    maximumAccounts,
    count(
      'highRiskPairs',
      [2, 4, 100],
      'Minimum number of pairs in one window for high risk',
      'with 4, four pairs in 21 days',
    ),
    deduplicationWindow(30),
  ],

  find({ accounts, parameters, comparableFrom }) {
    return repeatedPairs(floatPairs(accounts, { ...parameters, comparableFrom }), parameters);
  },

  explain({ entries, pairs, first, peak }, { parameters }) {
    const { windowDays, pairDays, apart, legMinimum, highRiskPairs } = parameters;
    const fewer = parameters.pairs - 1;
    const { mostDays, facts, partOf } = pairEvidence(pairs, describePair);
    const inCents = sumOfEntries(pairs.map(({ opening }) => opening));
    const outCents = sumOfEntries(pairs.map(({ closing }) => closing));
    const largestDifference = Math.max(...pairs.map(differenceOf));
    const smallestLeg = Math.min(...entries.map(({ entry }) => entry.amountCents));
    const totalsApart = (100 * Math.abs(inCents - outCents)) / inCents;
    return {
      counts: isMoneyIn,
      description:
        `${pairs.length} credits were each followed within ${pairDays} days by a debit of nearly the same amount` +
        `${onSeveralAccounts(entries)} ${dayRange(entries)}: ${formatDollars(inCents)} came in and ` +
        `${formatDollars(outCents)} went out, through ${listCompanyNames(entries)}. Possible kiting (float between accounts).`,
      figures: [
        figure.count(
          [first.strength, '>=', parameters.pairs],
          `Pairs of a credit and a debit completed within ${windowDays} days`,
        ),
        figure.share([largestDifference, '<=', apart], 'Largest difference in a pair, as a share of its credit'),
        figure.count([mostDays, '<=', pairDays], 'Most days from a credit to its debit'),
        figure.money([smallestLeg, '>=', legMinimum], 'Smallest credit or debit in a pair'),
      ],
      highRiskFigures: [figure.count([peak.strength, '>=', highRiskPairs], `pairs in the busiest ${windowDays} days`)],
      wouldBeSilent: [
        `Only ${pluralize(fewer, 'such pair')} within ${windowDays} days instead of ${first.strength}.`,
        `A difference of more than ${(100 * apart).toFixed(0)}% between credit and debit in all but ${fewer} of the ${pairs.length} pairs.`,
        `More than ${pairDays} days from credit to debit in all but ${fewer} of the pairs.`,
        `Amounts below ${formatDollars(legMinimum)}.`,
      ],
      facts: [
        { label: 'Money in', value: formatCents(inCents), unit: 'USD' },
        { label: 'Money out', value: formatCents(outCents), unit: 'USD' },
        { label: 'Difference between the totals', value: totalsApart.toFixed(1), unit: 'percent' },
        ...facts,
      ],
      partOf,
    };
  },
});

function describePair({ opening: { entry: credit }, closing: { entry: debit } }: EntryPair): string {
  return (
    `${formatDollars(credit.amountCents)} in from ${credit.company} on ${credit.day}; ` +
    `${formatDollars(debit.amountCents)} out to ${debit.company} on ${debit.day}`
  );
}

function differenceOf({ opening, closing }: EntryPair): number {
  return Math.abs(closing.entry.amountCents - opening.entry.amountCents) / opening.entry.amountCents;
}
