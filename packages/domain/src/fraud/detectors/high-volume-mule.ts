import type { EvidenceBaseline, EvidenceFigure } from '@clearwatch/contracts/fraud/alert-evidence';
import { dayOf } from '../../calendar/day.ts';
import { type Cents, centsOfDollars, formatCents } from '../../money/cents.ts';
import { formatDollars } from '../../money/format-dollars.ts';
import { type Behaviour, BehaviourCollector } from '../behaviours.ts';
import { defineDetector, type ParametersOf } from '../define-detector.ts';
import { countFigure, moneyFigure, shareFigure } from '../figure.ts';
import type { DetectionContext } from '../frame.ts';
import { coolDays, count, days, fixedCount, ratio, sum } from '../parameter.ts';
import { percentageChange } from '../percentage-change.ts';
import type { AccountHistory } from '../preparation/account-history.ts';
import {
  BENEFIT_PARAMETERS,
  type BenefitCollection,
  benefitCollections,
  benefitStatement,
} from '../preparation/benefit-collections.ts';
import { type Collected, CollectedMoney } from '../preparation/collected-money.ts';
import { earliestComparableDay } from '../preparation/earliest-comparable-day.ts';
import { joinBehaviours } from '../preparation/join-behaviours.ts';
import {
  isMoneyIn,
  MONEY_THROUGH_PARAMETERS,
  moneyThrough,
  receivesUnfamiliarMoney,
} from '../preparation/money-through.ts';
import { describeThrough, partOfThrough, throughFacts } from '../preparation/money-through-evidence.ts';
import { type NormalMonth, normalMonth } from '../preparation/normal-month.ts';
import type { PreparedEntry } from '../preparation/prepared-entry.ts';
import type { RuleStatement } from '../preparation/rule-statement.ts';
import { SummedEntries } from '../preparation/summed-entries.ts';

/** What leaves within so many days after the last benefit is told as its outflow. */
const DAYS_TO_GO = 14;

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
    ...MONEY_THROUGH_PARAMETERS,
    days('windowDays', { default: 30, min: 7, max: 90, meaning: 'days in which the money is collected' }),
    count('inCount', { default: 12, min: 4, max: 1000, meaning: 'credits of those days' }),
    count('senders', { default: 6, min: 2, max: 500, meaning: 'different senders of them' }),
    sum('inSum', { default: 8000, min: 1000, max: 10_000_000, meaning: 'their sum' }),
    ratio('outLeast', { default: 0.7, min: 0.2, max: 1, meaning: 'least share of it passed on' }),
    fixedCount('pending', {
      default: 3,
      min: 0,
      max: 20,
      meaning: 'newest credits that need not have gone on yet',
    }),
    ...BENEFIT_PARAMETERS,
    coolDays(30),
  ],
} as const;

type Parameters = ParametersOf<typeof RULE>;

interface Collection {
  kind: 'collected';
  /** Money in, in cents. */
  strength: Cents;
  collected: Collected;
  usual: NormalMonth;
}

/**
 * An account that collects for others: twelve or more credits of six unfamiliar senders within a month, most of which has
 * gone on but for the newest; or unemployment benefits of two states, or for persons who have nothing to do with the
 * account, within two months. Of a couple that is out of work, both are the account's own: a second name counts only
 * when it is a stranger's. Benefits of two states need no normal to compare with and speak from the ledger's first day
 * on; everything else waits until the ledger knows who is who.
 */
export const highVolumeMule = defineDetector(RULE, ({ history, context, parameters, finding }) => {
  const comparableFrom = earliestComparableDay(context);
  const goneAfter = (
    [first, ...more]: readonly PreparedEntry[],
    account: AccountHistory,
  ): PreparedEntry[] => {
    const [from, to] = [first?.entry.epochDay ?? 0, (more.at(-1) ?? first)?.entry.epochDay ?? 0];
    return moneyThrough(account, context.companies, parameters).filter(
      (prepared) =>
        !isMoneyIn(prepared) && prepared.entry.epochDay >= from && prepared.entry.epochDay <= to + DAYS_TO_GO,
    );
  };
  return history.accounts.flatMap((account) =>
    joinBehaviours<Collection | BenefitCollection>(
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
        partOf: partOfThrough,
        ...(first.kind === 'benefits'
          ? benefitStatement(first, { entries, gone: goneAfter(entries, account), parameters })
          : collectionStatement(first, { entries, parameters })),
      });
    }),
  );
});

function collectionsOf(
  account: AccountHistory,
  { companies }: DetectionContext,
  { parameters, comparableFrom }: { parameters: Parameters; comparableFrom: number },
): Behaviour<Collection>[] {
  const isPossible = receivesUnfamiliarMoney(account, {
    creditMinimumCents: centsOfDollars(parameters.creditMinimum),
    days: parameters.windowDays,
    sumCents: centsOfDollars(parameters.inSum),
  });
  if (!isPossible) return [];
  const through = moneyThrough(account, companies, parameters);
  const credits = new SummedEntries(through.filter(isMoneyIn));
  const money = new CollectedMoney(through);
  const collector = new BehaviourCollector<Collection>(through, parameters.coolDays);
  through.forEach(({ entry }, at) => {
    const firstDay = Math.max(comparableFrom, entry.epochDay - parameters.windowDays + 1);
    const collected = money.moveTo(at, { firstDay, pending: parameters.pending });
    if (entry.epochDay < comparableFrom || !isCollection(collected, parameters)) return;
    const usual = normalMonth(credits, {
      epochDay: entry.epochDay,
      skipDays: parameters.windowDays,
      historyFirstDay: account.firstDay ?? 0,
    });
    const { from, inCents } = collected;
    collector.complete({ from, at, detail: { kind: 'collected', strength: inCents, collected, usual } });
  });
  return collector.behaviours();
}

function isCollection(
  { credits, senders, inCents, outCents, dueCents }: Collected,
  parameters: Parameters,
): boolean {
  return (
    credits >= parameters.inCount &&
    senders >= parameters.senders &&
    inCents >= centsOfDollars(parameters.inSum) &&
    outCents >= parameters.outLeast * dueCents
  );
}

function collectionStatement(
  { collected, usual }: Collection,
  { entries, parameters }: { entries: readonly PreparedEntry[]; parameters: Parameters },
): RuleStatement {
  const isUsual = usual.cents > 0;
  const compared = isUsual
    ? `${formatDollars(usual.cents)} a month of such credits are`
    : 'Such credits are not';
  return {
    percentageChange: percentageChange(collected.inCents, usual.cents),
    description: `${describeThrough(entries)} ${compared} usual for this account. Possible collecting of money for others.`,
    figures: figuresOf(collected, parameters),
    baseline: isUsual ? baselineOf(usual) : null,
    wouldBeSilent: wouldBeSilent(collected, parameters),
    facts: throughFacts(entries),
  };
}

function figuresOf(collected: Collected, parameters: Parameters): EvidenceFigure[] {
  const { credits, senders, inCents, outCents, dueCents } = collected;
  const { windowDays, inCount, inSum, outLeast, pending } = parameters;
  return [
    countFigure({
      label: `Credits of unfamiliar senders within ${windowDays} days`,
      value: credits,
      threshold: inCount,
    }),
    countFigure({ label: 'Different senders', value: senders, threshold: parameters.senders }),
    moneyFigure({ label: 'Sum of these credits', value: inCents, threshold: centsOfDollars(inSum) }),
    shareFigure({
      label: `Share that left, the newest ${pending} credits apart`,
      value: dueCents === 0 ? 1 : outCents / dueCents,
      threshold: outLeast,
    }),
  ];
}

function baselineOf({ cents: usual, firstDay, lastDay }: NormalMonth): EvidenceBaseline {
  return {
    label: 'Usual credits of unfamiliar senders, a month',
    value: formatCents(usual),
    unit: 'USD',
    firstDay: dayOf(firstDay),
    lastDay: dayOf(lastDay),
  };
}

function wouldBeSilent({ credits, senders }: Collected, parameters: Parameters): string[] {
  const { windowDays, inCount, inSum, outLeast, pending } = parameters;
  return [
    `With ${inCount - 1} credits of unfamiliar senders within ${windowDays} days instead of ${credits}.`,
    `With ${parameters.senders - 1} different senders instead of ${senders}.`,
    `With less than ${formatDollars(centsOfDollars(inSum))} from them within ${windowDays} days.`,
    `With less than ${(100 * outLeast).toFixed(0)} % of it passed on, the newest ${pending} credits apart.`,
    'With descriptions that name pay, benefits, a tax refund, a loan, a claim or a distribution.',
  ];
}
