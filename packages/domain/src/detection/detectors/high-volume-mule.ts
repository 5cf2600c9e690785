import type { EvidenceBaseline, EvidenceFigure } from '@clearwatch/contracts/alerts';
import { type Cents, dollarsToCents, formatDollars } from '../../money/cents.ts';
import { DAYS_PER_MONTH, SummedEntries, type UsualAmount, usualAmount } from '../baseline.ts';
import { type Behavior, BehaviorCollector, joinBehaviors } from '../behaviors.ts';
import { defineDetector, type ParametersOf } from '../define-detector.ts';
import {
  count,
  type DetectionContext,
  days,
  deduplicationWindow,
  firstComparableDay,
  fixedCount,
  ratio,
  sum,
} from '../detector.ts';
import { CompanyWindow } from '../entry-windows.ts';
import {
  countFigure,
  moneyBaseline,
  moneyFigure,
  type PartialFindingDetails,
  percentageChange,
  shareFigure,
} from '../finding-evidence.ts';
import type { AccountHistory, PreparedEntry } from '../member-history.ts';
import {
  describePassThrough,
  isMoneyIn,
  PASS_THROUGH_PARAMETERS,
  passThroughEntries,
  passThroughFacts,
  passThroughPart,
  receivesUnfamiliarMoney,
} from '../pass-through.ts';
import {
  BENEFIT_PARAMETERS,
  type BenefitCollection,
  benefitCollectionDetails,
  benefitCollections,
} from './unemployment-benefits.ts';

/** Money of many senders within some weeks, and how much of it has gone on. */
interface CollectedTotals {
  /** Place of its first credit in the caller's list. */
  from: number;
  credits: number;
  senders: number;
  inCents: Cents;
  /** The same without the newest credits, which may still wait to go on. */
  dueCents: Cents;
  /** Gone out since the first of the credits. */
  outCents: Cents;
}

/**
 * A window over money in and out (see `moneyThrough`) that moves forward with the entries. Sums are differences of running
 * totals, so that an entry costs the same however many are inside.
 */
class CollectedMoney {
  readonly #through: readonly PreparedEntry[];
  readonly #credits: PreparedEntry[] = [];
  readonly #places: number[] = [];
  /** Money in before each credit, and out before each entry. */
  readonly #inBefore: number[] = [0];
  readonly #outBefore: Float64Array;
  readonly #window: CompanyWindow;
  #arrived = 0;

  constructor(through: readonly PreparedEntry[]) {
    this.#through = through;
    this.#outBefore = new Float64Array(through.length + 1);
    through.forEach((prepared, index) => {
      const { amountCents } = prepared.entry;
      this.#outBefore[index + 1] = (this.#outBefore[index] ?? 0) + (isMoneyIn(prepared) ? 0 : amountCents);
      if (!isMoneyIn(prepared)) return;
      this.#credits.push(prepared);
      this.#places.push(index);
      this.#inBefore.push((this.#inBefore.at(-1) ?? 0) + amountCents);
    });
    this.#window = new CompanyWindow(this.#credits);
  }

  /**
   * Moves on to the entry at index `at`; indexes and days must not decrease.
   *
   * @param firstDay of the window, since 1970-01-01
   * @param pending how many of the newest credits are not due to go on yet
   */
  moveTo(at: number, { firstDay, pending }: { firstDay: number; pending: number }): CollectedTotals {
    const entry = this.#through[at];
    if (entry !== undefined && isMoneyIn(entry)) this.#arrived += 1;
    this.#window.moveTo({ firstDay, end: this.#arrived });
    const first = this.#window.from;
    const from = this.#places[first] ?? at;
    const due = Math.max(first, this.#arrived - pending);
    return {
      from,
      credits: this.#window.count,
      senders: this.#window.companies,
      inCents: this.#window.sumCents,
      dueCents: (this.#inBefore[due] ?? 0) - (this.#inBefore[first] ?? 0),
      outCents: (this.#outBefore[at + 1] ?? 0) - (this.#outBefore[Math.min(from, at)] ?? 0),
    };
  }
}

/** What leaves within so many days after the last benefit is told as its outflow. */
const PASS_ON_DAYS = 14;

const RULE = {
  activityType: 'high_volume_mule',
  category: 'Money Mule Activity',
  ruleVersion: 2,
  sources: [
    'FinCEN FIN-2020-A003: unemployment benefits of several states or for several persons in one account, and their rapid outflow',
    'FinCEN FIN-2014-A005: funnel accounts',
    'FFIEC BSA/AML manual, appendix F: funds transfers that are unexplained or repetitive',
    'Nacha, risk management topics, credit-push fraud monitoring by the RDFI (2026): incoming credits out of profile',
    'Tazama rules 002, 016 and 090; AMLSim fan_in and gather_scatter',
  ],
  parameters: [
    ...PASS_THROUGH_PARAMETERS,
    days('windowDays', [7, 30, 90], 'days in which the money is collected'),
    count('inCount', [4, 12, 1000], 'credits of those days'),
    count('senders', [2, 6, 500], 'different senders of them'),
    sum('inSum', [1000, 8000, 10_000_000], 'their sum'),
    ratio('outLeast', [0.2, 0.7, 1], 'least share of it passed on'),
    fixedCount('pending', [0, 3, 20], 'newest credits that need not have gone on yet'),
    ...BENEFIT_PARAMETERS,
    deduplicationWindow(30),
  ],
} as const;

type Parameters = ParametersOf<typeof RULE>;

interface Collection {
  kind: 'collected';
  /** Money in, in cents. */
  strength: Cents;
  collected: CollectedTotals;
  usual: UsualAmount;
}

/**
 * An account that collects for others: twelve or more credits of six unfamiliar senders within a month, most of which has
 * gone on but for the newest; or unemployment benefits of two states, or for persons who have nothing to do with the
 * account, within two months. Of a couple that is out of work, both are the account's own: a second name counts only
 * when it is a stranger's. Benefits of two states need no normal to compare with and speak from the ledger's first day
 * on; everything else waits until the ledger knows who is who.
 */
export const highVolumeMule = defineDetector(RULE, ({ history, context, parameters, finding }) => {
  const comparableFrom = firstComparableDay(context);
  const goneAfter = (
    [first, ...more]: readonly PreparedEntry[],
    account: AccountHistory,
  ): PreparedEntry[] => {
    const [from, to] = [first?.entry.epochDay ?? 0, (more.at(-1) ?? first)?.entry.epochDay ?? 0];
    return passThroughEntries(account, context.companies, parameters).filter(
      (prepared) =>
        !isMoneyIn(prepared) &&
        prepared.entry.epochDay >= from &&
        prepared.entry.epochDay <= to + PASS_ON_DAYS,
    );
  };
  return history.accounts.flatMap((account) =>
    joinBehaviors<Collection | BenefitCollection>(
      [
        ...collectionsOf(account, context, { parameters, comparableFrom }),
        ...benefitCollections(account, { parameters, comparableFrom }),
      ],
      parameters.coolDays,
    ).map((joined) => {
      // A benefit may be money of an unfamiliar sender as well.
      const found = { ...joined, entries: [...new Set(joined.entries)] };
      const { first, entries } = found;
      return finding({
        behaviour: found,
        counts: isMoneyIn,
        riskLevel: 'high',
        partOf: passThroughPart,
        ...(first.kind === 'benefits'
          ? benefitCollectionDetails(first, { entries, gone: goneAfter(entries, account), parameters })
          : collectionDetails(first, { entries, parameters })),
      });
    }),
  );
});

function collectionsOf(
  account: AccountHistory,
  { companies }: DetectionContext,
  { parameters, comparableFrom }: { parameters: Parameters; comparableFrom: number },
): Behavior<Collection>[] {
  const isPossible = receivesUnfamiliarMoney(account, {
    creditMinimumCents: dollarsToCents(parameters.creditMinimum),
    days: parameters.windowDays,
    sumCents: dollarsToCents(parameters.inSum),
  });
  if (!isPossible) return [];
  const through = passThroughEntries(account, companies, parameters);
  const credits = new SummedEntries(through.filter(isMoneyIn));
  const money = new CollectedMoney(through);
  const collector = new BehaviorCollector<Collection>(through, parameters.coolDays);
  through.forEach(({ entry }, at) => {
    const firstDay = Math.max(comparableFrom, entry.epochDay - parameters.windowDays + 1);
    const collected = money.moveTo(at, { firstDay, pending: parameters.pending });
    if (entry.epochDay < comparableFrom || !isCollection(collected, parameters)) return;
    const usual = usualAmount(
      credits,
      {
        epochDay: entry.epochDay,
        skipDays: parameters.windowDays,
        historyFirstDay: account.firstDay ?? 0,
      },
      DAYS_PER_MONTH,
    );
    const { from, inCents } = collected;
    collector.complete({ from, at, detail: { kind: 'collected', strength: inCents, collected, usual } });
  });
  return collector.behaviours();
}

function isCollection(
  { credits, senders, inCents, outCents, dueCents }: CollectedTotals,
  parameters: Parameters,
): boolean {
  return (
    credits >= parameters.inCount &&
    senders >= parameters.senders &&
    inCents >= dollarsToCents(parameters.inSum) &&
    outCents >= parameters.outLeast * dueCents
  );
}

function collectionDetails(
  { collected, usual }: Collection,
  { entries, parameters }: { entries: readonly PreparedEntry[]; parameters: Parameters },
): PartialFindingDetails {
  const isUsual = usual.cents > 0;
  const compared = isUsual
    ? `${formatDollars(usual.cents)} a month of such credits are`
    : 'Such credits are not';
  return {
    percentageChange: percentageChange(collected.inCents, usual.cents),
    description: `${describePassThrough(entries)} ${compared} usual for this account. Possible collecting of money for others.`,
    figures: figuresOf(collected, parameters),
    baseline: isUsual ? baselineOf(usual) : null,
    wouldBeSilent: wouldBeSilent(collected, parameters),
    facts: passThroughFacts(entries),
  };
}

function figuresOf(collected: CollectedTotals, parameters: Parameters): EvidenceFigure[] {
  const { credits, senders, inCents, outCents, dueCents } = collected;
  const { windowDays, inCount, inSum, outLeast, pending } = parameters;
  return [
    countFigure({
      label: `Credits of unfamiliar senders within ${windowDays} days`,
      value: credits,
      threshold: inCount,
    }),
    countFigure({ label: 'Different senders', value: senders, threshold: parameters.senders }),
    moneyFigure({ label: 'Sum of these credits', value: inCents, threshold: dollarsToCents(inSum) }),
    shareFigure({
      label: `Share that left, the newest ${pending} credits apart`,
      value: dueCents === 0 ? 1 : outCents / dueCents,
      threshold: outLeast,
    }),
  ];
}

function baselineOf({ cents: usual, firstDay, lastDay }: UsualAmount): EvidenceBaseline {
  return moneyBaseline('Usual credits of unfamiliar senders, a month', usual, { firstDay, lastDay });
}

function wouldBeSilent({ credits, senders }: CollectedTotals, parameters: Parameters): string[] {
  const { windowDays, inCount, inSum, outLeast, pending } = parameters;
  return [
    `With ${inCount - 1} credits of unfamiliar senders within ${windowDays} days instead of ${credits}.`,
    `With ${parameters.senders - 1} different senders instead of ${senders}.`,
    `With less than ${formatDollars(dollarsToCents(inSum))} from them within ${windowDays} days.`,
    `With less than ${(100 * outLeast).toFixed(0)} % of it passed on, the newest ${pending} credits apart.`,
    'With descriptions that name pay, benefits, a tax refund, a loan, a claim or a distribution.',
  ];
}
