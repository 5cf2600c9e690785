import type {
  EvidenceBaseline,
  EvidenceFact,
  EvidenceFigure,
} from '@clearwatch/contracts/fraud/alert-evidence';
import { dayOf } from '../../calendar/day.ts';
import { type Cents, centsOfDollars, formatCents } from '../../money/cents.ts';
import { formatDollars } from '../../money/format-dollars.ts';
import { type Behaviour, BehaviourCollector } from '../behaviours.ts';
import { defineDetector, type ParametersOf } from '../define-detector.ts';
import { countFigure, moneyFigure, shareFigure } from '../figure.ts';
import type { DetectionContext } from '../frame.ts';
import { coolDays, count, days, ratio, sum } from '../parameter.ts';
import { percentageChange } from '../percentage-change.ts';
import type { AccountHistory } from '../preparation/account-history.ts';
import { earliestComparableDay } from '../preparation/earliest-comparable-day.ts';
import { firstIndexAt } from '../preparation/first-index-at.ts';
import {
  isMoneyIn,
  MONEY_THROUGH_PARAMETERS,
  moneyThrough,
  receivesUnfamiliarMoney,
} from '../preparation/money-through.ts';
import { describeThrough, partOfThrough, throughFacts } from '../preparation/money-through-evidence.ts';
import { type NormalMonth, normalMonth } from '../preparation/normal-month.ts';
import { type PassedOn, PassingDays } from '../preparation/passed-on.ts';
import { SummedEntries } from '../preparation/summed-entries.ts';

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
    ...MONEY_THROUGH_PARAMETERS,
    days('inDays', { default: 7, min: 2, max: 30, meaning: 'days in which the money comes in' }),
    sum('inSum', { default: 2000, min: 500, max: 1_000_000, meaning: 'money in of those days' }),
    count('inCount', { default: 2, min: 1, max: 50, meaning: 'credits of those days' }),
    sum('inSingle', { default: 2500, min: 500, max: 1_000_000, meaning: 'a single credit that is enough' }),
    days('outDays', { default: 5, min: 1, max: 30, meaning: 'days after the last credit to pass it on' }),
    ratio('outLeast', { default: 0.75, min: 0.3, max: 1, meaning: 'least share of it passed on' }),
    ratio('outMost', {
      default: 1.25,
      min: 1,
      max: 5,
      meaning: 'largest share: more is spending, not passing on',
    }),
    ratio('usualRatio', { default: 1.5, min: 1, max: 20, meaning: 'money in against a usual month of it' }),
    sum('highRiskSum', { default: 5000, min: 1000, max: 10_000_000, meaning: 'total in for high risk' }),
    coolDays(21),
  ],
} as const;

type Parameters = ParametersOf<typeof RULE>;

const NOTHING_USUAL: NormalMonth = { cents: 0, firstDay: 0, lastDay: 0 };

interface Passage extends PassedOn {
  /** Money in, in cents. */
  strength: Cents;
  usual: NormalMonth;
}

/**
 * Money of unfamiliar senders that comes in within a week and is gone within five days after: about as much goes out as
 * came in, by means that cannot be fetched back. New accounts are looked at like old ones, because many are opened for it.
 * Read as of each entry: the condition holds or not with what has arrived until then, so that later data move nothing. Of
 * the runs of days that end now, any may fit: a gift that stays does not hide the money that goes through beside it.
 */
export const muleActivity = defineDetector(RULE, ({ history, context, parameters, finding }) =>
  history.accounts.flatMap((account) =>
    passagesOf(account, parameters, context).map((found) => {
      const inCents = found.entries
        .filter(isMoneyIn)
        .reduce((total, { entry }) => total + entry.amountCents, 0);
      return finding({
        behaviour: found,
        counts: isMoneyIn,
        riskLevel: inCents >= centsOfDollars(parameters.highRiskSum) ? 'high' : 'medium',
        percentageChange: percentageChange(inCents, found.first.usual.cents),
        description: describe(found),
        figures: figuresOf(found.first, inCents, parameters),
        baseline: baselineOf(found.first),
        wouldBeSilent: wouldBeSilent(found.first, parameters),
        facts: [...throughFacts(found.entries), lastEntryBefore(account, found.first)],
        partOf: partOfThrough,
      });
    }),
  ),
);

function passagesOf(
  account: AccountHistory,
  parameters: Parameters,
  context: DetectionContext,
): Behaviour<Passage>[] {
  const isPossible = receivesUnfamiliarMoney(account, {
    creditMinimumCents: centsOfDollars(parameters.creditMinimum),
    days: parameters.inDays,
    sumCents: centsOfDollars(parameters.inSum),
  });
  if (!isPossible) return [];
  const entries = moneyThrough(account, context.companies, parameters);
  const credits = new SummedEntries(entries.filter(isMoneyIn));
  const comparableFrom = earliestComparableDay(context);
  const collector = new BehaviourCollector<Passage>(entries, parameters.coolDays);
  const passing = new PassingDays(parameters);
  const least = {
    inCents: centsOfDollars(parameters.inSum),
    outCents: parameters.outLeast * centsOfDollars(parameters.inSum),
  };
  // The normal ends before anything that may belong to a passage, or its beginning would excuse its end.
  const skipDays = parameters.inDays + parameters.outDays;
  const historyFirstDay = account.firstDay ?? 0;
  let today = { epochDay: NaN, usual: NOTHING_USUAL };
  entries.forEach((prepared, at) => {
    const { epochDay } = prepared.entry;
    if (epochDay < comparableFrom) return;
    passing.add(prepared, at);
    const passed = passing.largest(least, (run) => {
      if (!isPassedOn(run, parameters)) return false;
      if (today.epochDay !== epochDay)
        today = { epochDay, usual: normalMonth(credits, { epochDay, skipDays, historyFirstDay }) };
      return run.inCents >= parameters.usualRatio * today.usual.cents;
    });
    if (passed === null) return;
    const detail = { ...passed, strength: passed.inCents, usual: today.usual };
    collector.complete({ from: passed.from, at, detail });
  });
  return collector.behaviours();
}

function isPassedOn({ credits, largestCents, inCents, outCents }: PassedOn, parameters: Parameters): boolean {
  const { inSum, inCount, inSingle, outLeast, outMost } = parameters;
  return (
    inCents >= centsOfDollars(inSum) &&
    (credits >= inCount || largestCents >= centsOfDollars(inSingle)) &&
    outCents >= outLeast * inCents &&
    outCents <= outMost * inCents
  );
}

function describe(found: Behaviour<Passage>): string {
  const usual = found.first.usual.cents;
  return (
    `${describeThrough(found.entries)} ` +
    `${usual > 0 ? `${formatDollars(usual)} a month of such credits are usual` : 'Such credits are not usual'} for this ` +
    'account. Possible passing on of money for others.'
  );
}

function figuresOf(first: Passage, totalCents: Cents, parameters: Parameters): EvidenceFigure[] {
  const { inCents, outCents, credits, largestCents, usual } = first;
  const { inDays, inSum, inCount, inSingle, outLeast, outMost, usualRatio, highRiskSum } = parameters;
  const share = outCents / inCents;
  const figures = [
    moneyFigure({
      label: `Money of unfamiliar senders within ${inDays} days`,
      value: inCents,
      threshold: centsOfDollars(inSum),
    }),
    credits >= inCount
      ? countFigure({ label: 'Credits of those days', value: credits, threshold: inCount })
      : moneyFigure({
          label: 'Largest single credit',
          value: largestCents,
          threshold: centsOfDollars(inSingle),
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
  if (totalCents >= centsOfDollars(highRiskSum)) {
    const label = 'High risk: all money in';
    figures.push(moneyFigure({ label, value: totalCents, threshold: centsOfDollars(highRiskSum) }));
  }
  return figures;
}

function baselineOf({ usual }: Passage): EvidenceBaseline | null {
  if (usual.cents === 0) return null;
  return {
    label: 'Usual credits of unfamiliar senders, a month',
    value: formatCents(usual.cents),
    unit: 'USD',
    firstDay: dayOf(usual.firstDay),
    lastDay: dayOf(usual.lastDay),
  };
}

/** A new account, or one that has long been silent, is told apart from one that lives. */
function lastEntryBefore(account: AccountHistory, { firstDay }: Passage): EvidenceFact {
  const before = account.entries[firstIndexAt(account.entries, firstDay) - 1]?.entry;
  const value =
    before === undefined
      ? 'none: the account begins with it'
      : `${before.company} on ${before.day}, ${firstDay - before.epochDay} days earlier`;
  return { label: 'Last entry before the money came in', value, unit: 'text' };
}

function wouldBeSilent({ credits, inCents }: Passage, parameters: Parameters): string[] {
  const { inSum, outLeast, outDays, inDays, usualRatio } = parameters;
  // With several credits a part of them may fit as well, so only the least sum is certain to be too little.
  const least = Math.ceil(outLeast * (credits === 1 ? inCents : centsOfDollars(inSum)));
  return [
    `With less than ${formatDollars(least)} of it passed on within ${outDays} days of the last credit.`,
    `With less than ${formatDollars(centsOfDollars(inSum))} from unfamiliar senders within ${inDays} days.`,
    `With usual credits of that kind of more than ${formatDollars(Math.floor(inCents / usualRatio))} a month.`,
    'With descriptions that name pay, benefits, a tax refund, a loan, a claim or a distribution.',
    'With senders, wallets apart, that had paid into the account at least three times over 40 days before.',
  ];
}
