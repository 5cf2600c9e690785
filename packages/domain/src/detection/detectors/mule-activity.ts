import { type Cents, formatDollars } from '../../money/cents.ts';
import { defineDetector } from '../define-detector.ts';
import { count, days, deduplicationWindow, ratio, sum } from '../detector.ts';
import { DAYS_PER_MONTH, firstIndexOnOrAfter, SummedEntries, type UsualAmount, usualAmount } from '../entry-windows.ts';
import { figure, percentageChange, usualBaseline, usualFigure } from '../finding-evidence.ts';
import { pluralize, textFact } from '../finding-facts.ts';
import { isMoneyIn, type PreparedEntry, sumOfEntries } from '../member-history.ts';
import { getOrAdd } from '../memoize.ts';
import {
  describePassThrough,
  PASS_THROUGH_PARAMETERS,
  passThroughEntries,
  passThroughFacts,
  passThroughPart,
  receivesUnfamiliarMoney,
} from '../pass-through.ts';

type Totals = Record<'credits' | 'largestCents' | 'inCents' | 'outCents', number>;

/** A run of days with money in. `from` is the index of its first credit, `outCents` the money out since its first day. */
type PassThroughRun = Totals & Record<'from' | 'firstDay' | 'lastDay', number>;

/** Recent money in and out, grouped by day so that days with thousands of entries take no more time per entry. */
export class PassThroughDays {
  readonly #days: (Totals & { day: number; firstCredit: number | null })[] = [];

  /** Money must come in within `inDays` calendar days and may go out until `outDays` days after the last credit. */
  constructor(private readonly limits: Record<'inDays' | 'outDays', number>) {}

  /** Adds the next entry. `index` is its position in the caller's list. */
  add(prepared: PreparedEntry, index: number): void {
    const { epochDay, amountCents } = prepared.entry;
    let today = this.#days.at(-1);
    if (today?.day !== epochDay) {
      today = { day: epochDay, firstCredit: null, credits: 0, largestCents: 0, inCents: 0, outCents: 0 };
      this.#days.push(today);
      while ((this.#days[0]?.day ?? epochDay) <= epochDay - this.limits.inDays - this.limits.outDays)
        this.#days.shift();
    }
    if (!isMoneyIn(prepared)) {
      today.outCents += amountCents;
      return;
    }
    today.firstCredit ??= index;
    today.credits += 1;
    today.largestCents = Math.max(today.largestCents, amountCents);
    today.inCents += amountCents;
  }

  /**
   * The recent run of days with the largest matching sum, or the latest of several equal ones; null if none matches. No run is longer than
   * the window.
   */
  largest(least: { inCents: Cents; outCents: Cents }, fits: (run: Readonly<PassThroughRun>) => boolean) {
    let [allInCents, allOutCents] = [0, 0];
    for (const { inCents, outCents } of this.#days) {
      allInCents += inCents;
      allOutCents += outCents;
    }
    if (allInCents < least.inCents || allOutCents < least.outCents) return null;
    const today = this.#days.at(-1)?.day ?? 0;
    let best: PassThroughRun | null = null;
    let outCents = 0;
    for (const [first, begin] of [...this.#days.entries()].toReversed()) {
      outCents += begin.outCents;
      if (begin.firstCredit === null) continue;
      const { firstCredit: from, day: firstDay } = begin;
      const run = { from, firstDay, lastDay: 0, credits: 0, largestCents: 0, inCents: 0, outCents };
      for (const end of this.#days.slice(first)) {
        if (end.day - firstDay >= this.limits.inDays) break;
        if (end.credits === 0) continue;
        run.lastDay = end.day;
        run.credits += end.credits;
        run.largestCents = Math.max(run.largestCents, end.largestCents);
        run.inCents += end.inCents;
        if (end.day < today - this.limits.outDays || run.inCents <= (best?.inCents ?? 0)) continue;
        if (fits(run)) best = { ...run };
      }
    }
    return best;
  }
}

/** Checks every recent run of days, so that a gift that stays in the account does not hide other money that is passed on. */
export const muleActivity = defineDetector({
  activityType: 'mule_activity',
  category: 'Money Mule Activity',
  ruleVersion: 4,
  sources: [
    'FinCEN FIN-2020-A003: a customer receives out-of-profile transfers and rapidly sends the money on',
    'FinCEN FIN-2014-A005: funnel accounts',
    'FFIEC BSA/AML manual, appendix F: funds transfers that are unexplained or repetitive',
    'Nacha, risk management topics, credit-push fraud monitoring by the RDFI (2026): incoming credits out of profile',
    'Tazama rules 001, 016 and 024 to 027; AMLSim fan_in and gather_scatter',
  ],
  parameters: [
    ...PASS_THROUGH_PARAMETERS,
    days('inDays', [2, 7, 30], 'Number of days within which the money comes in', 'with 7, Monday to Sunday'),
    sum(
      'inSum',
      [500, 2000, 1_000_000],
      'Minimum total that comes in on those days',
      'with $2,000, two credits of $1,000',
    ),
    count('inCount', [1, 2, 50], 'Minimum number of credits on those days', 'with 2, two credits of $1,200'),
    sum(
      'inSingle',
      [500, 2500, 1_000_000],
      'Minimum single credit that needs no second credit',
      'with $2,500, one credit of $2,600',
    ),
    days(
      'outDays',
      [1, 5, 30],
      'Days after the last credit within which the money leaves',
      'with 5, in on Monday and out by Saturday',
    ),
    ratio('outLeast', [0.3, 0.75, 1], 'Minimum share of the money that leaves', 'with 0.75, $1,500 of $2,000'),
    ratio(
      'outMost',
      [1, 1.25, 5],
      'Maximum share that leaves; more is ordinary spending',
      'with 1.25, at most $2,500 after $2,000 came in',
    ),
    ratio(
      'usualRatio',
      [1, 1.5, 20],
      'Multiple of the usual monthly total of such credits',
      'with 1.5, $3,000 if $2,000 is usual',
    ),
    sum('highRiskSum', [1000, 5000, 10_000_000], 'Minimum money in for high risk', 'with $5,000, credits of $5,200'),
    deduplicationWindow(21),
  ],

  find({ account, context, parameters, comparableFrom, collect }) {
    const { creditMinimum, inDays, inSum, inCount, inSingle, outDays, outLeast, outMost } = parameters;
    if (!receivesUnfamiliarMoney(account, { creditMinimum, days: inDays, sumCents: inSum })) return [];
    const entries = passThroughEntries(account, context.companies, parameters);
    const credits = new SummedEntries(entries.filter(isMoneyIn));
    // The usual month ends before this run could have started. Otherwise, the start of the run would make its end look usual.
    const baseline = {
      skipDays: inDays + outDays,
      historyFirstDay: account.firstDay,
      periodDays: DAYS_PER_MONTH,
    };
    const usualByDay = new Map<number, UsualAmount>();
    const usualOn = (epochDay: number) =>
      getOrAdd(usualByDay, epochDay, () => usualAmount(credits, { epochDay, ...baseline }));
    const recent = new PassThroughDays(parameters);
    return collect(entries, (prepared, at) => {
      const { epochDay } = prepared.entry;
      if (epochDay < comparableFrom) return null;
      recent.add(prepared, at);
      const run = recent.largest(
        { inCents: inSum, outCents: outLeast * inSum },
        ({ credits: number, largestCents, inCents, outCents }) =>
          inCents >= inSum &&
          (number >= inCount || largestCents >= inSingle) &&
          outCents >= outLeast * inCents &&
          outCents <= outMost * inCents &&
          inCents >= parameters.usualRatio * usualOn(epochDay).cents,
      );
      return run === null ? null : { ...run, strength: run.inCents, usual: usualOn(epochDay) };
    });
  },

  explain({ entries, first }, { account, parameters }) {
    const { inDays, inSum, inCount, inSingle, outDays, outLeast, outMost, usualRatio } = parameters;
    const { inCents, outCents, credits, largestCents, usual, firstDay } = first;
    const totalCents = sumOfEntries(entries.filter(isMoneyIn));
    const share = outCents / inCents;
    // If there are several credits, a subset may also match, so this is a share of the minimum total.
    const leastOut = Math.ceil(outLeast * (credits === 1 ? inCents : inSum));
    const before = account.entries[firstIndexOnOrAfter(account.entries, firstDay) - 1]?.entry;
    return {
      counts: isMoneyIn,
      percentageChange: percentageChange(totalCents, usual.cents),
      description: `${describePassThrough(entries, usual)} Possible money mule: funds passed on for others.`,
      figures: [
        figure.money([inCents, '>=', inSum], `Money from unfamiliar senders within ${inDays} days`),
        credits >= inCount
          ? figure.count([credits, '>=', inCount], 'Credits on those days')
          : figure.money([largestCents, '>=', inSingle], 'Largest single credit'),
        figure.share([share, '>=', outLeast], 'Share that had left when the rule was met'),
        figure.share([share, '<=', outMost], 'Share that had left when the rule was met, at most'),
        usualFigure([inCents, usualRatio, usual], `Money in compared with ${usualRatio} times the usual month`),
      ],
      highRiskFigures: [figure.money([totalCents, '>=', parameters.highRiskSum], 'all money in')],
      baseline: usualBaseline('Usual monthly credits from unfamiliar senders', usual),
      wouldBeSilent: [
        `Less than ${formatDollars(leastOut)} leaving within ${outDays} days of the last credit.`,
        `Less than ${formatDollars(inSum)} from unfamiliar senders within ${inDays} days.`,
        `Usual monthly credits of this kind above ${formatDollars(Math.floor(inCents / usualRatio))}.`,
        'Credits described as pay, benefits, a tax refund, a loan, a claim or a distribution.',
        'Established senders other than wallets: at least three earlier entries over 40 days or more.',
      ],
      facts: [
        ...passThroughFacts(entries),
        textFact(
          'Last entry before the money came in',
          before === undefined
            ? 'none: these are the first entries on the account'
            : `${before.company} on ${before.day}, ${pluralize(firstDay - before.epochDay, 'day')} earlier`,
        ),
      ],
      partOf: passThroughPart,
    };
  },
});
