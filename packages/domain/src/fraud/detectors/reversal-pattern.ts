import type { EvidenceFact, EvidenceFigure } from '@clearwatch/contracts/fraud/alert-evidence';
import { bankingDaysBetween } from '../../calendar/banking-days.ts';
import { type Cents, centsOfDollars } from '../../money/cents.ts';
import { formatDollars } from '../../money/format-dollars.ts';
import { defineDetector, type ParametersOf } from '../define-detector.ts';
import { countFigure } from '../figure.ts';
import { coolDays, count, days, fixedAmount } from '../parameter.ts';
import { companiesNamed } from '../preparation/companies-named.ts';
import { type EntryPair, partOfPair, type RepeatedPairs, repeatedPairs } from '../preparation/entry-pairs.ts';
import { isMoneyIn } from '../preparation/money-through.ts';
import { takenBack } from '../preparation/taken-back.ts';

const MOST_PAIRS_TOLD = 12;

const RULE = {
  activityType: 'reversal_pattern',
  category: 'Kiting & Manipulation',
  ruleVersion: 2,
  sources: [
    'Nacha Operating Rules, reversing entries: the word REVERSAL, same company, SEC code and amount, within 5 banking days after the settlement of the entry in error',
    'Nacha Operating Rules, improper reversals (2021): a reversal for any other reason than an error is improper',
    'Tazama rules 006, 008 and 021 (similar amounts)',
  ],
  parameters: [
    fixedAmount('minimum', {
      default: 1,
      min: 1,
      max: 1000,
      meaning: 'least amount: below are account validations',
    }),
    days('pairDays', { default: 9, min: 1, max: 30, meaning: 'days from an entry to its opposite' }),
    count('pairs', { default: 3, min: 2, max: 50, meaning: 'pairs' }),
    days('windowDays', { default: 60, min: 14, max: 180, meaning: 'days in which they are completed' }),
    count('highRiskPairs', { default: 4, min: 2, max: 100, meaning: 'pairs in a window for high risk' }),
    // Set by the Nacha rules, not by the institution.
    days('reversalBankingDays', {
      default: 5,
      min: 5,
      max: 5,
      meaning: 'banking days in which one may reverse',
    }),
    coolDays(45),
  ],
} as const;

type Parameters = ParametersOf<typeof RULE>;

/**
 * Paid and taken back, or taken and paid back, again and again: the same amount of the same company in opposite directions
 * within days, three times in two months, with or without the word REVERSAL. One reversal corrects an error and so do the
 * many of an employer who sent a file twice, one on each account. A reversal later than the five banking days that Nacha
 * allows makes the risk a step higher. Compares with no normal, so it speaks from the ledger's first day on.
 */
export const reversalPattern = defineDetector(RULE, ({ history, context, parameters, finding }) => {
  const limits = { minimumCents: centsOfDollars(parameters.minimum), days: parameters.pairDays };
  return history.accounts
    .flatMap((account) =>
      repeatedPairs(takenBack(account, context.companies, limits), {
        minimum: parameters.pairs,
        days: parameters.windowDays,
        coolDays: parameters.coolDays,
      }),
    )
    .map((found) => {
      const isMany = found.peak.strength >= parameters.highRiskPairs;
      const late = lateReversals(found.pairs, parameters);
      return finding({
        behaviour: found,
        // Each pair is one amount, not two.
        counts: isMoneyIn,
        riskLevel: isMany || late.length > 0 ? 'high' : 'medium',
        percentageChange: null,
        description: describe(found, late.length),
        figures: figuresOf(found, parameters),
        baseline: null,
        wouldBeSilent: wouldBeSilent(found, parameters),
        facts: factsOf(found.pairs, late),
        partOf: partOfPair(found.pairs),
      });
    });
});

function lateReversals(pairs: readonly EntryPair[], { reversalBankingDays }: Parameters): EntryPair[] {
  return pairs.filter((pair) => pair.closing.isReversal && bankingDaysOf(pair) > reversalBankingDays);
}

function bankingDaysOf({ opening, closing }: EntryPair): number {
  return bankingDaysBetween(opening.entry.day, closing.entry.day);
}

function describe({ pairs, entries }: RepeatedPairs, late: number): string {
  const named = pairs.filter(isNamed).length;
  return (
    `${pairs.length} times the same amount of the same company in both directions within days, ` +
    `${formatDollars(sumOf(pairs))} from ${entries[0]?.entry.day} to ${entries.at(-1)?.entry.day}, by ` +
    `${companiesNamed(entries)}; ${named === 0 ? 'none' : named} of them named as a reversal` +
    `${late === 0 ? '' : `, ${late} later than five banking days`}. Possible misuse of reversals.`
  );
}

function figuresOf({ first, peak, pairs }: RepeatedPairs, parameters: Parameters): EvidenceFigure[] {
  const { windowDays, pairDays, highRiskPairs } = parameters;
  const figures = [
    countFigure({
      label: `Pairs completed within ${windowDays} days`,
      value: first.strength,
      threshold: parameters.pairs,
    }),
    countFigure({
      label: 'Most days between the entries of a pair',
      value: Math.max(
        ...pairs.map(({ opening, closing }) => closing.entry.epochDay - opening.entry.epochDay),
      ),
      comparison: '<=',
      threshold: pairDays,
    }),
  ];
  const latest = Math.max(...lateReversals(pairs, parameters).map(bankingDaysOf), 0);
  if (latest > 0) {
    figures.push(
      countFigure({
        label: 'High risk: banking days until the latest reversal',
        value: latest,
        comparison: '>',
        threshold: parameters.reversalBankingDays,
      }),
    );
  }
  if (peak.strength < highRiskPairs) return figures;
  const label = `High risk: pairs in the busiest ${windowDays} days`;
  return [...figures, countFigure({ label, value: peak.strength, threshold: highRiskPairs })];
}

function factsOf(pairs: readonly EntryPair[], late: readonly EntryPair[]): EvidenceFact[] {
  return [
    { label: 'Pairs named as a reversal', value: String(pairs.filter(isNamed).length), unit: 'count' },
    { label: 'Reversals later than five banking days', value: String(late.length), unit: 'count' },
    ...pairs.slice(0, MOST_PAIRS_TOLD).map(
      (pair, index): EvidenceFact => ({
        label: `Pair ${index + 1}`,
        value: pairInWords(pair),
        unit: 'text',
      }),
    ),
  ];
}

function pairInWords(pair: EntryPair): string {
  const { entry } = pair.opening;
  const [first, then] = isMoneyIn(pair.opening) ? ['paid', 'taken back'] : ['taken', 'paid back'];
  return (
    `${formatDollars(entry.amountCents)} ${first} by ${entry.company} on ${entry.day} and ${then} on ` +
    `${pair.closing.entry.day}, after ${bankingDaysOf(pair)} banking days`
  );
}

function wouldBeSilent({ first, pairs }: RepeatedPairs, parameters: Parameters): string[] {
  const { windowDays, pairDays } = parameters;
  const fewer = parameters.pairs - 1;
  return [
    `With ${fewer} such pairs within ${windowDays} days instead of ${first.strength}.`,
    `With more than ${pairDays} days between the entries in all but ${fewer} of the ${pairs.length} pairs.`,
    `With different amounts in all but ${fewer} of them.`,
  ];
}

function isNamed({ opening, closing }: EntryPair): boolean {
  return opening.isReversal || closing.isReversal;
}

function sumOf(pairs: readonly EntryPair[]): Cents {
  return pairs.reduce((sum, { opening }) => sum + opening.entry.amountCents, 0);
}
