import type { EvidenceBaseline, EvidenceFact, EvidenceFigure } from '@clearwatch/contracts/alerts';
import { type Cents, dollarsToCents, formatDollars } from '../../money/cents.ts';
import {
  DAYS_PER_MONTH,
  firstIndexOnOrAfter,
  SummedEntries,
  type UsualAmount,
  usualAmount,
} from '../baseline.ts';
import { type Behavior, BehaviorCollector } from '../behaviors.ts';
import { defineDetector, type ParametersOf } from '../define-detector.ts';
import {
  count,
  type DetectionContext,
  days,
  deduplicationWindow,
  firstComparableDay,
  ratio,
  sum,
} from '../detector.ts';
import {
  countFigure,
  moneyBaseline,
  moneyFigure,
  percentageChange,
  shareFigure,
} from '../finding-evidence.ts';
import { type AccountHistory, type PreparedEntry, sumOfEntries } from '../member-history.ts';
import {
  describePassThrough,
  isMoneyIn,
  PASS_THROUGH_PARAMETERS,
  passThroughEntries,
  passThroughFacts,
  passThroughPart,
  receivesUnfamiliarMoney,
} from '../pass-through.ts';

/** Money that came in within a few days and how much went out from its first day on. */
interface PassThroughRun {
  /** Place of its first credit in the caller's list. */
  from: number;
  /** Days since 1970-01-01. */
  firstDay: number;
  lastDay: number;
  credits: number;
  largestCents: Cents;
  inCents: Cents;
  outCents: Cents;
}

const NOTHING_IN = { credits: 0, largestCents: 0, inCents: 0 };

interface PassThroughDay {
  day: number;
  firstCredit: number | null;
  credits: number;
  largestCents: Cents;
  inCents: Cents;
  outCents: Cents;
}

/**
 * The last days of money in and out, while entries arrive in order. Kept by day, so that an account with thousands of
 * entries a day costs no more for each of them.
 */
export class PassThroughDays {
  readonly #inDays: number;
  readonly #outDays: number;
  readonly #days: PassThroughDay[] = [];
  #inCents: Cents = 0;
  #outCents: Cents = 0;

  /**
   * @param inDays length of the windows of money in, calendar days
   * @param outDays days after the last money in during which it may go out
   */
  constructor({ inDays, outDays }: { inDays: number; outDays: number }) {
    this.#inDays = inDays;
    this.#outDays = outDays;
  }

  /** Takes the next entry; `index` is its place in the caller's list. */
  add(prepared: PreparedEntry, index: number): void {
    const { epochDay, amountCents } = prepared.entry;
    const today = this.#today(epochDay);
    if (!isMoneyIn(prepared)) {
      today.outCents += amountCents;
      this.#outCents += amountCents;
      return;
    }
    this.#inCents += amountCents;
    today.firstCredit ??= index;
    today.credits += 1;
    today.largestCents = Math.max(today.largestCents, amountCents);
    today.inCents += amountCents;
  }

  /**
   * Of the runs of days with money in that are no longer than a window and recent enough, the one with the largest sum
   * that fits; the latest beginning of equals. Null when none does, or when not even all kept days together have so much
   * in and out.
   */
  largest(
    least: { inCents: Cents; outCents: Cents },
    fits: (run: Readonly<PassThroughRun>) => boolean,
  ): PassThroughRun | null {
    if (this.#inCents < least.inCents || this.#outCents < least.outCents) return null;
    const today = this.#days.at(-1)?.day ?? 0;
    let best: PassThroughRun | null = null;
    let outCents = 0;
    for (let first = this.#days.length - 1; first >= 0; first -= 1) {
      const begin = this.#days[first];
      if (begin === undefined) break;
      outCents += begin.outCents;
      if (begin.firstCredit === null) continue;
      const run = { from: begin.firstCredit, firstDay: begin.day, lastDay: 0, ...NOTHING_IN, outCents };
      for (let last = first; last < this.#days.length; last += 1) {
        const end = this.#days[last];
        if (end === undefined || end.day - begin.day >= this.#inDays) break;
        if (end.credits === 0) continue;
        run.lastDay = end.day;
        run.credits += end.credits;
        run.largestCents = Math.max(run.largestCents, end.largestCents);
        run.inCents += end.inCents;
        if (end.day < today - this.#outDays || run.inCents <= (best?.inCents ?? 0)) continue;
        if (fits(run)) best = { ...run };
      }
    }
    return best;
  }

  #today(day: number): PassThroughDay {
    const last = this.#days.at(-1);
    if (last?.day === day) return last;
    const today = { day, firstCredit: null, credits: 0, largestCents: 0, inCents: 0, outCents: 0 };
    this.#days.push(today);
    const firstDay = day - this.#inDays - this.#outDays;
    for (let oldest = this.#days[0]; oldest !== undefined && oldest.day <= firstDay; oldest = this.#days[0]) {
      this.#inCents -= oldest.inCents;
      this.#outCents -= oldest.outCents;
      this.#days.shift();
    }
    return today;
  }
}

const RULE = {
  activityType: 'mule_activity',
  category: 'Money Mule Activity',
  ruleVersion: 2,
  sources: [
    'FinCEN FIN-2020-A003: a customer receives transfers out of profile and sends them on rapidly',
    'FinCEN FIN-2014-A005: funnel accounts',
    'FFIEC BSA/AML manual, appendix F: funds transfers that are unexplained or repetitive',
    'Nacha, risk management topics, credit-push fraud monitoring by the RDFI (2026): incoming credits out of profile',
    'Tazama rules 001, 016 and 024 to 027; AMLSim fan_in and gather_scatter',
  ],
  parameters: [
    ...PASS_THROUGH_PARAMETERS,
    days('inDays', [2, 7, 30], 'days in which the money comes in'),
    sum('inSum', [500, 2000, 1_000_000], 'money in of those days'),
    count('inCount', [1, 2, 50], 'credits of those days'),
    sum('inSingle', [500, 2500, 1_000_000], 'a single credit that is enough'),
    days('outDays', [1, 5, 30], 'days after the last credit to pass it on'),
    ratio('outLeast', [0.3, 0.75, 1], 'least share of it passed on'),
    ratio('outMost', [1, 1.25, 5], 'largest share: more is spending, not passing on'),
    ratio('usualRatio', [1, 1.5, 20], 'money in against a usual month of it'),
    sum('highRiskSum', [1000, 5000, 10_000_000], 'total in for high risk'),
    deduplicationWindow(21),
  ],
} as const;

type Parameters = ParametersOf<typeof RULE>;

const NO_NORMAL_MONTH: UsualAmount = { cents: 0, firstDay: 0, lastDay: 0 };

interface PassThroughCase extends PassThroughRun {
  /** Money in, in cents. */
  strength: Cents;
  usual: UsualAmount;
}

/**
 * Money of unfamiliar senders that comes in within a week and is gone within five days after: about as much goes out as
 * came in, by means that cannot be fetched back. New accounts are looked at like old ones, because many are opened for it.
 * Read as of each entry: the condition holds or not with what has arrived until then, so that later data move nothing. Of
 * the runs of days that end now, any may fit: a gift that stays does not hide the money that goes through beside it.
 */
export const muleActivity = defineDetector(RULE, ({ history, context, parameters, finding }) =>
  history.accounts.flatMap((account) =>
    passThroughCases(account, parameters, context).map((found) => {
      const inCents = sumOfEntries(found.entries.filter(isMoneyIn));
      return finding({
        behaviour: found,
        counts: isMoneyIn,
        riskLevel: inCents >= dollarsToCents(parameters.highRiskSum) ? 'high' : 'medium',
        percentageChange: percentageChange(inCents, found.first.usual.cents),
        description: describe(found),
        figures: figuresOf(found.first, inCents, parameters),
        baseline: baselineOf(found.first),
        wouldBeSilent: wouldBeSilent(found.first, parameters),
        facts: [...passThroughFacts(found.entries), lastEntryBefore(account, found.first)],
        partOf: passThroughPart,
      });
    }),
  ),
);

function passThroughCases(
  account: AccountHistory,
  parameters: Parameters,
  context: DetectionContext,
): Behavior<PassThroughCase>[] {
  const isPossible = receivesUnfamiliarMoney(account, {
    creditMinimumCents: dollarsToCents(parameters.creditMinimum),
    days: parameters.inDays,
    sumCents: dollarsToCents(parameters.inSum),
  });
  if (!isPossible) return [];
  const entries = passThroughEntries(account, context.companies, parameters);
  const credits = new SummedEntries(entries.filter(isMoneyIn));
  const comparableFrom = firstComparableDay(context);
  const collector = new BehaviorCollector<PassThroughCase>(entries, parameters.coolDays);
  const passing = new PassThroughDays(parameters);
  const least = {
    inCents: dollarsToCents(parameters.inSum),
    outCents: parameters.outLeast * dollarsToCents(parameters.inSum),
  };
  // The normal ends before anything that may belong to a passage, or its beginning would excuse its end.
  const skipDays = parameters.inDays + parameters.outDays;
  const historyFirstDay = account.firstDay ?? 0;
  let today = { epochDay: NaN, usual: NO_NORMAL_MONTH };
  entries.forEach((prepared, at) => {
    const { epochDay } = prepared.entry;
    if (epochDay < comparableFrom) return;
    passing.add(prepared, at);
    const passed = passing.largest(least, (run) => {
      if (!isPassThrough(run, parameters)) return false;
      if (today.epochDay !== epochDay)
        today = {
          epochDay,
          usual: usualAmount(credits, { epochDay, skipDays, historyFirstDay }, DAYS_PER_MONTH),
        };
      return run.inCents >= parameters.usualRatio * today.usual.cents;
    });
    if (passed === null) return;
    const detail = { ...passed, strength: passed.inCents, usual: today.usual };
    collector.complete({ from: passed.from, at, detail });
  });
  return collector.behaviours();
}

function isPassThrough(
  { credits, largestCents, inCents, outCents }: PassThroughRun,
  parameters: Parameters,
): boolean {
  const { inSum, inCount, inSingle, outLeast, outMost } = parameters;
  return (
    inCents >= dollarsToCents(inSum) &&
    (credits >= inCount || largestCents >= dollarsToCents(inSingle)) &&
    outCents >= outLeast * inCents &&
    outCents <= outMost * inCents
  );
}

function describe(found: Behavior<PassThroughCase>): string {
  const usual = found.first.usual.cents;
  return (
    `${describePassThrough(found.entries)} ` +
    `${usual > 0 ? `${formatDollars(usual)} a month of such credits are usual` : 'Such credits are not usual'} for this ` +
    'account. Possible passing on of money for others.'
  );
}

function figuresOf(first: PassThroughCase, totalCents: Cents, parameters: Parameters): EvidenceFigure[] {
  const { inCents, outCents, credits, largestCents, usual } = first;
  const { inDays, inSum, inCount, inSingle, outLeast, outMost, usualRatio, highRiskSum } = parameters;
  const share = outCents / inCents;
  const figures = [
    moneyFigure({
      label: `Money of unfamiliar senders within ${inDays} days`,
      value: inCents,
      threshold: dollarsToCents(inSum),
    }),
    credits >= inCount
      ? countFigure({ label: 'Credits of those days', value: credits, threshold: inCount })
      : moneyFigure({
          label: 'Largest single credit',
          value: largestCents,
          threshold: dollarsToCents(inSingle),
        }),
    shareFigure({ label: 'Share that had left when the rule was met', value: share, threshold: outLeast }),
    shareFigure({
      label: 'Share that had left when the rule was met, at most',
      value: share,
      comparison: '<=',
      threshold: outMost,
    }),
  ];
  if (usual.cents > 0) {
    const label = `The same against ${usualRatio} usual months`;
    figures.push(moneyFigure({ label, value: inCents, threshold: usualRatio * usual.cents }));
  }
  if (totalCents >= dollarsToCents(highRiskSum)) {
    const label = 'High risk: all money in';
    figures.push(moneyFigure({ label, value: totalCents, threshold: dollarsToCents(highRiskSum) }));
  }
  return figures;
}

function baselineOf({ usual }: PassThroughCase): EvidenceBaseline | null {
  if (usual.cents === 0) return null;
  return moneyBaseline('Usual credits of unfamiliar senders, a month', usual.cents, usual);
}

/** A new account, or one that has long been silent, is told apart from one that lives. */
function lastEntryBefore(account: AccountHistory, { firstDay }: PassThroughCase): EvidenceFact {
  const before = account.entries[firstIndexOnOrAfter(account.entries, firstDay) - 1]?.entry;
  const value =
    before === undefined
      ? 'none: the account begins with it'
      : `${before.company} on ${before.day}, ${firstDay - before.epochDay} days earlier`;
  return { label: 'Last entry before the money came in', value, unit: 'text' };
}

function wouldBeSilent({ credits, inCents }: PassThroughCase, parameters: Parameters): string[] {
  const { inSum, outLeast, outDays, inDays, usualRatio } = parameters;
  // With several credits a part of them may fit as well, so only the least sum is certain to be too little.
  const least = Math.ceil(outLeast * (credits === 1 ? inCents : dollarsToCents(inSum)));
  return [
    `With less than ${formatDollars(least)} of it passed on within ${outDays} days of the last credit.`,
    `With less than ${formatDollars(dollarsToCents(inSum))} from unfamiliar senders within ${inDays} days.`,
    `With usual credits of that kind of more than ${formatDollars(Math.floor(inCents / usualRatio))} a month.`,
    'With descriptions that name pay, benefits, a tax refund, a loan, a claim or a distribution.',
    'With senders, wallets apart, that had paid into the account at least three times over 40 days before.',
  ];
}
