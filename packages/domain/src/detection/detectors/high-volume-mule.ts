import { formatDollars } from '../../money/cents.ts';
import { type Behavior, joinBehaviors } from '../behaviors.ts';
import { defineDetector } from '../define-detector.ts';
import { count, days, deduplicationWindow, fixedCount, ratio, sum } from '../detector.ts';
import {
  companyOf,
  DAYS_PER_MONTH,
  EntryWindow,
  SummedEntries,
  type UsualAmount,
  usualAmount,
} from '../entry-windows.ts';
import { figure, percentageChange, usualBaseline } from '../finding-evidence.ts';
import { pluralize } from '../finding-facts.ts';
import { isMoneyIn } from '../member-history.ts';
import {
  describePassThrough,
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

/** Number of days after the last benefit during which outgoing money is shown as outflow. */
const PASS_ON_DAYS = 14;

/** Amounts are in cents. `dueCents` excludes the newest credits, which may not have been passed on yet. */
type Collection = Record<'strength' | 'from' | 'credits' | 'senders' | 'dueCents' | 'outCents', number> & {
  kind: 'collected';
  usual: UsualAmount;
};

/** Benefits from several states are not compared with usual activity, so they count from the ledger's first day. */
export const highVolumeMule = defineDetector({
  activityType: 'high_volume_mule',
  category: 'Money Mule Activity',
  ruleVersion: 4,
  sources: [
    'FinCEN FIN-2020-A003: unemployment benefits from several states or for several people in one account, and their rapid outflow',
    'FinCEN FIN-2014-A005: funnel accounts',
    'FFIEC BSA/AML manual, appendix F: funds transfers that are unexplained or repetitive',
    'Nacha, risk management topics, credit-push fraud monitoring by the RDFI (2026): incoming credits out of profile',
    'Tazama rules 002, 016 and 090; AMLSim fan_in and gather_scatter',
  ],
  parameters: [
    ...PASS_THROUGH_PARAMETERS,
    days('windowDays', [7, 30, 90], 'Number of days within which the credits must occur', 'with 30, April 1 to 30'),
    count('inCount', [4, 12, 1000], 'Minimum number of credits on those days', 'with 12, twelve credits of $700'),
    count(
      'senders',
      [2, 6, 500],
      'Minimum number of different senders of those credits',
      'with 6, twelve credits from six people',
    ),
    sum('inSum', [1000, 8000, 10_000_000], 'Minimum total of those credits', 'with $8,000, twelve credits of $700'),
    ratio('outLeast', [0.2, 0.7, 1], 'Minimum share of the money that leaves', 'with 0.7, $5,600 of $8,000'),
    fixedCount(
      'pending',
      [0, 3, 20],
      'Number of newest credits excluded from that share',
      'with 3, the last three credits may still be in the account',
    ),
    ...BENEFIT_PARAMETERS,
    deduplicationWindow(30),
  ],

  find({ account, context, parameters, comparableFrom, collect }) {
    const { creditMinimum, windowDays, inCount, inSum, outLeast, coolDays } = parameters;
    const collections = (): Behavior<Collection>[] => {
      const entries = passThroughEntries(account, context.companies, parameters);
      const credits = new SummedEntries(entries.filter(isMoneyIn));
      const debits = new SummedEntries(entries.filter((prepared) => !isMoneyIn(prepared)));
      const window = new EntryWindow(windowDays, companyOf);
      let [creditsSeen, debitsSeen] = [0, 0];
      const debitsBefore: number[] = [];
      return collect(entries, (prepared, at) => {
        const { epochDay } = prepared.entry;
        if (isMoneyIn(prepared)) creditsSeen += 1;
        else debitsSeen += 1;
        debitsBefore.push(debitsSeen);
        if (epochDay < comparableFrom) return null;
        if (isMoneyIn(prepared)) window.add(prepared, at);
        else window.dropBefore(epochDay - windowDays + 1);
        const { count: number, distinct: senders, sumCents: strength, firstIndex: from } = window;
        if (number < inCount || senders < parameters.senders || strength < inSum) return null;
        const first = creditsSeen - number;
        const dueCents = credits.sumOfRange(first, Math.max(first, creditsSeen - parameters.pending));
        const outCents = debits.sumOfRange(debitsBefore[from] ?? 0, debitsSeen);
        if (outCents < outLeast * dueCents) return null;
        const usual = usualAmount(credits, {
          epochDay,
          skipDays: windowDays,
          historyFirstDay: account.firstDay,
          periodDays: DAYS_PER_MONTH,
        });
        return { kind: 'collected', strength, from, credits: number, senders, dueCents, outCents, usual };
      });
    };
    const isPossible = receivesUnfamiliarMoney(account, {
      creditMinimum,
      days: windowDays,
      sumCents: inSum,
    });
    const behaviors = joinBehaviors<Collection | BenefitCollection>(
      [...(isPossible ? collections() : []), ...benefitCollections(account, { ...parameters, comparableFrom })],
      coolDays,
    );
    // A benefit may also count as money from an unfamiliar sender.
    return behaviors.map((behavior) => ({ ...behavior, entries: [...new Set(behavior.entries)] }));
  },

  explain({ entries, first }, { account, context, parameters }) {
    const common = { counts: isMoneyIn, riskLevel: 'high', partOf: passThroughPart } as const;
    if (first.kind === 'benefits') {
      const [firstDay, lastDay] = [entries[0]?.entry.epochDay ?? 0, entries.at(-1)?.entry.epochDay ?? 0];
      const outgoing = passThroughEntries(account, context.companies, parameters).filter(
        (prepared) =>
          !isMoneyIn(prepared) &&
          prepared.entry.epochDay >= firstDay &&
          prepared.entry.epochDay <= lastDay + PASS_ON_DAYS,
      );
      return { ...common, ...benefitCollectionDetails(first, { entries, outgoing, parameters }) };
    }
    const { windowDays, inCount, inSum, outLeast, pending } = parameters;
    const { strength, credits, senders, dueCents, outCents, usual } = first;
    const share = dueCents === 0 ? 1 : outCents / dueCents;
    return {
      ...common,
      percentageChange: percentageChange(strength, usual.cents),
      description: `${describePassThrough(entries, usual)} Possible money mule: funds collected for others.`,
      figures: [
        figure.count([credits, '>=', inCount], `Credits from unfamiliar senders within ${windowDays} days`),
        figure.count([senders, '>=', parameters.senders], 'Different senders'),
        figure.money([strength, '>=', inSum], 'Total of these credits'),
        figure.share([share, '>=', outLeast], `Share that left, not counting the newest ${pending} credits`),
      ],
      baseline: usualBaseline('Usual monthly credits from unfamiliar senders', usual),
      wouldBeSilent: [
        `Only ${pluralize(inCount - 1, 'credit')} from unfamiliar senders within ${windowDays} days instead of ${credits}.`,
        `Only ${pluralize(parameters.senders - 1, 'different sender')} instead of ${senders}.`,
        `Less than ${formatDollars(inSum)} from unfamiliar senders within ${windowDays} days.`,
        `Less than ${(100 * outLeast).toFixed(0)}% of the money leaving, not counting the newest ${pending} credits.`,
        'Credits described as pay, benefits, a tax refund, a loan, a claim or a distribution.',
      ],
      facts: passThroughFacts(entries),
    };
  },
});
