import type { EvidenceBaseline, EvidenceFigure } from '@clearwatch/contracts/alerts';
import { type Cents, dollarsToCents, formatDollars } from '../../money/cents.ts';
import { type Behavior, BehaviorCollector } from '../behaviors.ts';
import { defineDetector, type ParametersOf } from '../define-detector.ts';
import {
  days,
  deduplicationWindow,
  firstComparableDay,
  fixedAmount,
  fixedCount,
  ratio,
} from '../detector.ts';
import { SlidingMedian } from '../entry-windows.ts';
import {
  countFigure,
  moneyBaseline,
  moneyFigure,
  percentageChange,
  ratioFigure,
} from '../finding-evidence.ts';
import type { AccountHistory, PreparedEntry } from '../member-history.ts';

/** The few largest of many amounts, largest first. */
export class LargestAmounts {
  readonly #keep: number;
  readonly #amounts: number[] = [];

  constructor(keep: number) {
    this.#keep = keep;
  }

  add(amount: number): void {
    const at = this.#amounts.findIndex((kept) => kept < amount);
    this.#amounts.splice(at === -1 ? this.#amounts.length : at, 0, amount);
    if (this.#amounts.length > this.#keep) this.#amounts.pop();
  }

  /** How many of the kept amounts are at least so large; at most as many as are kept. */
  countFrom(amount: number): number {
    return this.#amounts.filter((kept) => kept >= amount).length;
  }
}

const RULE = {
  activityType: 'large_credit',
  category: 'Other Patterns',
  ruleVersion: 2,
  sources: [
    'FFIEC BSA/AML manual, Automated Clearing House: identify customers with frequent and large ACH transactions',
    'Nacha, risk management topics, credit-push fraud monitoring by the RDFI (2026): incoming credits out of profile',
    'Tazama rules 018, 020 and 048 (size against history)',
  ],
  parameters: [
    // Never scaled: it is the institution's own number from the settings and means what it says.
    fixedAmount('largeTransactionAmount', [500, 10_000, 10_000_000], 'a large credit'),
    ratio('medianRatio', [1, 3, 100], 'credit against the median credit of the account'),
    days('medianDays', [30, 180, 730], 'days before the credit that give the median'),
    fixedCount('similarCredits', [1, 2, 20], 'earlier credits that make it ordinary'),
    ratio('similarShare', [0.1, 0.5, 1], 'share of the amount that those must reach'),
    fixedCount(
      'accountCredits',
      [1, 3, 100],
      'earlier credits of such a share from anybody, in the days of the median, that make it ordinary',
    ),
    ratio('highRiskRatio', [1, 2.5, 100], 'multiple of a large credit for high risk'),
    deduplicationWindow(30),
  ],
} as const;

type Parameters = ParametersOf<typeof RULE>;

interface LargeCredit {
  /** The amount in cents. */
  strength: Cents;
  medianCents: Cents | null;
  /** The median's days, since 1970-01-01. */
  medianFirstDay: number;
  medianLastDay: number;
  similarBefore: number;
  /** Comparable credits of anybody, in the median's days. */
  comparableBefore: number;
}

/**
 * A credit that is large for the institution and far above what the account usually receives, from a sender that has not
 * paid comparable amounts before. Pay, benefits, refunds, loans, claims and distributions explain themselves; returned and
 * reversed entries bring no new money. An account without earlier credits has no median: there the amount alone decides.
 *
 * One thing is better than the plain condition: a business is paid such amounts by ever other customers, so that no sender
 * ever comes twice. Three comparable credits of anybody within the median's days make one more ordinary.
 */
export const largeCredit = defineDetector(RULE, ({ history, context, parameters, finding }) => {
  const comparableFrom = firstComparableDay(context);
  return history.accounts
    .flatMap((account) => largeCreditsOf(account, parameters, comparableFrom))
    .map((found) =>
      finding({
        behaviour: found,
        riskLevel: found.peak.strength >= highRiskCents(parameters) ? 'high' : 'medium',
        percentageChange: percentageChange(found.peak.strength, found.peak.medianCents),
        description: describe(found),
        figures: figuresOf(found, parameters),
        baseline: baselineOf(found.first),
        wouldBeSilent: wouldBeSilent(found.first, parameters),
      }),
    );
});

function largeCreditsOf(
  account: AccountHistory,
  parameters: Parameters,
  comparableFrom: number,
): Behavior<LargeCredit>[] {
  const credits = account.entries.filter(isMoneyIn);
  const large = largeCents(parameters);
  if (!credits.some(({ entry, isExempt }) => !isExempt && entry.amountCents >= large)) return [];
  const hits: PreparedEntry[] = [];
  const details: LargeCredit[] = [];
  const median = new SlidingMedian(credits.map(({ entry }) => entry.amountCents));
  const senders = new Map<string, LargestAmounts>();
  let entering = 0;
  let leaving = 0;
  for (const credit of credits) {
    const { epochDay, amountCents, companyKey } = credit.entry;
    // The median is taken from whole days before the credit, so that the order within a day changes nothing.
    for (; dayAt(credits, entering) < epochDay; entering += 1) median.add(amountAt(credits, entering));
    for (; dayAt(credits, leaving) < epochDay - parameters.medianDays; leaving += 1) {
      median.remove(amountAt(credits, leaving));
    }
    const earlier = senders.get(companyKey) ?? new LargestAmounts(parameters.similarCredits);
    const similarBefore = earlier.countFrom(amountCents * parameters.similarShare);
    const medianCents = median.median;
    const isLarge =
      !credit.isExempt &&
      epochDay >= comparableFrom &&
      amountCents >= large &&
      (medianCents === null || amountCents >= parameters.medianRatio * medianCents) &&
      similarBefore < parameters.similarCredits;
    const comparableBefore = isLarge
      ? comparableOfAnybody(credits, { from: leaving, end: entering }, parameters, amountCents)
      : 0;
    if (isLarge && comparableBefore < parameters.accountCredits) {
      hits.push(credit);
      details.push({
        strength: amountCents,
        medianCents,
        medianFirstDay: epochDay - parameters.medianDays,
        medianLastDay: epochDay - 1,
        similarBefore,
        comparableBefore,
      });
    }
    earlier.add(amountCents);
    senders.set(companyKey, earlier);
  }
  const collector = new BehaviorCollector<LargeCredit>(hits, parameters.coolDays);
  details.forEach((detail, at) => collector.complete({ from: at, at, detail }));
  return collector.behaviours();
}

/**
 * Comparable credits of anybody without a stated purpose among those of these indexes, newest first and no more than are asked for:
 * where large credits are many, the walk is short.
 */
function comparableOfAnybody(
  credits: readonly PreparedEntry[],
  { from, end }: { from: number; end: number },
  { similarShare, accountCredits }: Parameters,
  amountCents: Cents,
): number {
  let found = 0;
  for (let at = end - 1; at >= from && found < accountCredits; at -= 1) {
    if (credits[at]?.isExempt === false && amountAt(credits, at) >= similarShare * amountCents) found += 1;
  }
  return found;
}

function isMoneyIn({ entry, isReturn, isReversal }: PreparedEntry): boolean {
  return entry.transactionType === 'Credit' && !isReturn && !isReversal;
}

function describe({ entries, amountCents, first, peak, trigger }: Behavior<LargeCredit>): string {
  const usual =
    peak.medianCents === null
      ? 'the account had no credits in the time before'
      : `the median credit of the account in the time before was ${formatDollars(Math.round(peak.medianCents))}`;
  const what =
    entries.length === 1
      ? `Credit of ${formatDollars(amountCents)} from ${trigger.entry.company} on ${trigger.entry.day}`
      : `${entries.length} large credits, ${formatDollars(amountCents)} in all, from ${trigger.entry.day} to ` +
        `${entries.at(-1)?.entry.day}, the first from ${trigger.entry.company}`;
  return `${what}; ${usual}. ${comparableCredits(first.similarBefore)} from the sender before.`;
}

function comparableCredits(number: number): string {
  if (number === 0) return 'No comparable credits';
  return number === 1 ? 'One comparable credit' : `${number} comparable credits`;
}

function figuresOf({ first, peak }: Behavior<LargeCredit>, parameters: Parameters): EvidenceFigure[] {
  const { strength, medianCents, similarBefore, comparableBefore } = first;
  const figures = [
    moneyFigure({ label: 'Amount of the credit', value: strength, threshold: largeCents(parameters) }),
    countFigure({
      label: 'Earlier credits of comparable size from the same sender',
      value: similarBefore,
      comparison: '<',
      threshold: parameters.similarCredits,
    }),
    countFigure({
      label: `Credits of comparable size from anybody in the ${parameters.medianDays} days before`,
      value: comparableBefore,
      comparison: '<',
      threshold: parameters.accountCredits,
    }),
  ];
  if (medianCents !== null && medianCents > 0) {
    const value = strength / medianCents;
    figures.push(
      ratioFigure({
        label: 'The credit against the median credit',
        value,
        threshold: parameters.medianRatio,
      }),
    );
  }
  if (peak.strength >= highRiskCents(parameters)) {
    const threshold = highRiskCents(parameters);
    figures.push(moneyFigure({ label: 'High risk: the largest credit', value: peak.strength, threshold }));
  }
  return figures;
}

function baselineOf({ medianCents, medianFirstDay, medianLastDay }: LargeCredit): EvidenceBaseline | null {
  if (medianCents === null) return null;
  return moneyBaseline('Median credit of this account', medianCents, {
    firstDay: medianFirstDay,
    lastDay: medianLastDay,
  });
}

function wouldBeSilent(
  { strength, medianCents, similarBefore, comparableBefore }: LargeCredit,
  parameters: Parameters,
): string[] {
  const least = Math.max(largeCents(parameters), Math.ceil(parameters.medianRatio * (medianCents ?? 0)));
  const missing = parameters.similarCredits - similarBefore;
  const missingOfAnybody = parameters.accountCredits - comparableBefore;
  const comparable = formatDollars(Math.ceil(strength * parameters.similarShare));
  return [
    `With an amount below ${formatDollars(least)}.`,
    `With ${missing} more earlier ${missing === 1 ? 'credit' : 'credits'} of ` +
      `${comparable} or more from the same sender.`,
    `With ${missingOfAnybody} more of them from anybody in the ${parameters.medianDays} days before.`,
    'With a description that names pay, benefits, a tax refund, a loan, a claim or a distribution.',
  ];
}

function largeCents(parameters: Parameters): Cents {
  return dollarsToCents(parameters.largeTransactionAmount);
}

function highRiskCents(parameters: Parameters): Cents {
  return Math.round(parameters.highRiskRatio * largeCents(parameters));
}

function dayAt(credits: readonly PreparedEntry[], index: number): number {
  return credits[index]?.entry.epochDay ?? Infinity;
}

function amountAt(credits: readonly PreparedEntry[], index: number): Cents {
  return credits[index]?.entry.amountCents ?? 0;
}
