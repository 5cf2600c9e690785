import type { EvidenceFact, EvidenceFigure } from '@clearwatch/contracts/fraud/alert-evidence';
import { type Cents, centsOfDollars, formatCents } from '../../money/cents.ts';
import { formatDollars } from '../../money/format-dollars.ts';
import { defineDetector, type ParametersOf } from '../define-detector.ts';
import type { DatedEntry } from '../entry.ts';
import { countFigure, moneyFigure, shareFigure } from '../figure.ts';
import { coolDays, count, days, fixedAmount, fixedCount, ratio } from '../parameter.ts';
import { MOST_ACCOUNTS_OF_A_MEMBER } from '../preparation/account-history.ts';
import { companiesNamed } from '../preparation/companies-named.ts';
import { earliestComparableDay } from '../preparation/earliest-comparable-day.ts';
import { type EntryPair, partOfPair, type RepeatedPairs, repeatedPairs } from '../preparation/entry-pairs.ts';
import { floatPairs } from '../preparation/float-pairs.ts';
import { isMoneyIn } from '../preparation/money-through.ts';
import { scopesOf } from '../preparation/sub-threshold-credits.ts';

const MOST_PAIRS_TOLD = 12;

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
    fixedAmount('legMinimum', { default: 300, min: 50, max: 10_000, meaning: 'least of each leg' }),
    ratio('apart', {
      default: 0.08,
      min: 0,
      max: 0.3,
      meaning: 'difference of the legs as a share of the credit',
    }),
    days('pairDays', { default: 4, min: 0, max: 10, meaning: 'days from the credit to its debit' }),
    count('pairs', { default: 3, min: 2, max: 50, meaning: 'pairs' }),
    days('windowDays', { default: 21, min: 7, max: 90, meaning: 'days in which they are completed' }),
    fixedCount('maximumAccounts', {
      default: MOST_ACCOUNTS_OF_A_MEMBER,
      min: 1,
      max: MOST_ACCOUNTS_OF_A_MEMBER,
      meaning: 'most accounts of a name read together',
    }),
    count('highRiskPairs', { default: 4, min: 2, max: 100, meaning: 'pairs in a window for high risk' }),
    coolDays(30),
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
  const comparableFrom = earliestComparableDay(context);
  return scopesOf(history, parameters.maximumAccounts)
    .flatMap((accounts) => {
      const pairs = floatPairs(accounts, {
        minimumCents: centsOfDollars(parameters.legMinimum),
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
    `${formatDollars(sumOf(pairs, 'closing'))} went out, by ${companiesNamed(entries)}. Possible float between accounts.`
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
    moneyFigure({ label: 'Smallest leg', value: Math.min(...legs), threshold: centsOfDollars(legMinimum) }),
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
    ...pairs.slice(0, MOST_PAIRS_TOLD).map(
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
    `With amounts below ${formatDollars(centsOfDollars(legMinimum))}.`,
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
  return pairs.reduce((sum, pair) => sum + pair[leg].entry.amountCents, 0);
}
