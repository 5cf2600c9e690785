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
import { countFigure, moneyFigure } from '../figure.ts';
import type { DetectionContext } from '../frame.ts';
import { coolDays, days, fixedAmount, ratio, sum } from '../parameter.ts';
import { percentageChange } from '../percentage-change.ts';
import type { AccountHistory } from '../preparation/account-history.ts';
import { earliestComparableDay } from '../preparation/earliest-comparable-day.ts';
import { moneyOut } from '../preparation/money-out.ts';
import type { PreparedEntry } from '../preparation/prepared-entry.ts';
import { type ProbedDebit, probedDebits } from '../preparation/probed-debits.ts';
import { RecentMedian } from '../preparation/recent-median.ts';

const RULE = {
  activityType: 'test_then_large',
  category: 'Velocity & Testing',
  ruleVersion: 2,
  sources: [
    'Nacha, Micro-Entries rule (2022, 2023): account validation is marked ACCTVERIFY and its originators use fraud detection',
    'Nacha, risk management topics, fraud monitoring (2026): velocity checks and pattern recognition are options of the RDFI',
    'Published accounts of the ACH penny test (depositaccounts.com and paymentswatch.com, 2007): cents first, then a large debit',
  ],
  parameters: [
    sum('largeMinimum', { default: 500, min: 50, max: 100_000, meaning: 'a large debit' }),
    ratio('medianRatio', { default: 2, min: 1, max: 100, meaning: 'that debit against the median debit' }),
    days('medianDays', { default: 90, min: 30, max: 365, meaning: 'days before it that give the median' }),
    fixedAmount('probeMaximum', { default: 5, min: 1, max: 50, meaning: 'a probe is below this amount' }),
    days('probeDays', { default: 12, min: 1, max: 60, meaning: 'days from the probe to the large debit' }),
    coolDays(30),
  ],
} as const;

type Parameters = ParametersOf<typeof RULE>;

interface Taken {
  /** The large debit in cents. */
  strength: Cents;
  probed: ProbedDebit;
  /** Median debit of the days before; null without any. */
  medianCents: Cents | null;
}

/**
 * Somebody asks with a trifle whether the account is alive, then takes a large debit: $500 or more, twice the median
 * debit, within 12 days after an entry below $5 under the same name or a sister's. Both companies are new to the account
 * and unknown to the institution. Account validation says what it is (ACCTVERIFY) and does not count. The debit alone is
 * the amount; debits as small as probes are left out of the median, which they would pull down. An account without
 * earlier debits has no median: there the amount alone decides.
 */
export const testThenLarge = defineDetector(RULE, ({ history, context, parameters, finding }) =>
  history.accounts.flatMap((account) => {
    const taken = takenFrom(account, parameters, context);
    const debits = new Set(taken.map(({ probed }) => probed.debit));
    return behavioursOf(taken, parameters).map((behaviour) =>
      finding({
        behaviour,
        counts: (prepared) => debits.has(prepared),
        riskLevel: 'high',
        percentageChange: percentageChange(behaviour.peak.strength, behaviour.peak.medianCents),
        description: describe(behaviour, debits),
        figures: figuresOf(behaviour.first, parameters),
        baseline: baselineOf(behaviour.first, parameters),
        wouldBeSilent: wouldBeSilent(behaviour.first, parameters),
        facts: factsOf(behaviour.first),
        partOf: (entry) =>
          entry.amountCents < centsOfDollars(parameters.probeMaximum) ? 'Probe' : 'Large debit',
      }),
    );
  }),
);

function takenFrom(account: AccountHistory, parameters: Parameters, context: DetectionContext): Taken[] {
  const probed = probedDebits(account, {
    companies: context.companies,
    probeMaximumCents: centsOfDollars(parameters.probeMaximum),
    largeMinimumCents: centsOfDollars(parameters.largeMinimum),
    probeDays: parameters.probeDays,
  });
  if (probed.length === 0) return [];
  const comparableFrom = earliestComparableDay(context);
  const median = new RecentMedian(
    moneyOut(account).filter(({ entry }) => entry.amountCents >= centsOfDollars(parameters.probeMaximum)),
    parameters.medianDays,
  );
  return probed.flatMap((debit) => {
    const { epochDay, amountCents } = debit.debit.entry;
    const taken = { strength: amountCents, probed: debit, medianCents: median.before(epochDay) };
    return epochDay >= comparableFrom && amountCents >= leastDebit(taken, parameters) ? [taken] : [];
  });
}

/** The smallest debit that fires, given the account's own past. */
function leastDebit({ medianCents }: Taken, parameters: Parameters): Cents {
  return Math.max(
    centsOfDollars(parameters.largeMinimum),
    Math.round(parameters.medianRatio * (medianCents ?? 0)),
  );
}

function behavioursOf(taken: readonly Taken[], parameters: Parameters): Behaviour<Taken>[] {
  if (taken.length === 0) return [];
  const debits = taken.map(({ probed }) => probed.debit);
  const probes = [...new Set(taken.map(({ probed }) => probed.probes))].flat();
  // Of one day the probes come first, whatever the order of their names.
  const entries = [...probes, ...debits].toSorted(
    (left, right) => left.entry.epochDay - right.entry.epochDay,
  );
  const indexes = new Map(entries.map((prepared, at) => [prepared, at]));
  const collector = new BehaviourCollector<Taken>(entries, parameters.coolDays);
  for (const detail of taken) {
    const at = indexes.get(detail.probed.debit) ?? 0;
    collector.complete({ from: indexes.get(detail.probed.probe) ?? at, at, detail });
  }
  return collector.behaviours();
}

function describe({ entries, first, trigger }: Behaviour<Taken>, debits: ReadonlySet<PreparedEntry>): string {
  const { probe } = first.probed;
  const large = entries.filter((prepared) => debits.has(prepared));
  const total = formatDollars(large.reduce((all, { entry }) => all + entry.amountCents, 0));
  const what =
    large.length === 1
      ? `Debit of ${total} to ${trigger.entry.company} on ${trigger.entry.day}`
      : `${large.length} large debits, ${total} in all, the first to ${trigger.entry.company} on ${trigger.entry.day}`;
  const usual =
    first.medianCents === null
      ? 'the account had no debits in the time before'
      : `the median debit of this account is ${formatDollars(Math.round(first.medianCents))}`;
  return (
    `${what}, after a ${probe.entry.transactionType.toLowerCase()} of ${formatDollars(probe.entry.amountCents)} by ` +
    `${probe.entry.company} on ${probe.entry.day}; both are new to this account; ${usual}. ` +
    'Possible test of the account number before a large debit.'
  );
}

function figuresOf({ strength, medianCents, probed }: Taken, parameters: Parameters): EvidenceFigure[] {
  const figures = [
    moneyFigure({
      label: 'Amount of the debit',
      value: strength,
      threshold: centsOfDollars(parameters.largeMinimum),
    }),
    moneyFigure({
      label: 'Amount of the entry before it',
      value: probed.probe.entry.amountCents,
      comparison: '<',
      threshold: centsOfDollars(parameters.probeMaximum),
    }),
    countFigure({
      label: 'Days between them',
      value: daysBetween(probed),
      comparison: '<=',
      threshold: parameters.probeDays,
    }),
  ];
  if (medianCents === null) return figures;
  const threshold = parameters.medianRatio * medianCents;
  const label = `The debit against ${parameters.medianRatio} times the median debit`;
  return [...figures, moneyFigure({ label, value: strength, threshold })];
}

function daysBetween({ debit, probe }: ProbedDebit): number {
  return debit.entry.epochDay - probe.entry.epochDay;
}

function baselineOf({ probed, medianCents }: Taken, { medianDays }: Parameters): EvidenceBaseline | null {
  if (medianCents === null) return null;
  const { epochDay } = probed.debit.entry;
  return {
    label: 'Median debit of this account',
    value: formatCents(Math.round(medianCents)),
    unit: 'USD',
    firstDay: dayOf(epochDay - medianDays),
    lastDay: dayOf(epochDay - 1),
  };
}

function wouldBeSilent(taken: Taken, parameters: Parameters): string[] {
  const probe = formatDollars(centsOfDollars(parameters.probeMaximum));
  return [
    `With a debit below ${formatDollars(leastDebit(taken, parameters))}.`,
    `Without an entry below ${probe} under that name in the ${parameters.probeDays} days before.`,
    'With that entry marked ACCTVERIFY, as account validations are.',
    `With a company that many members use, or that the account had met more than ${parameters.probeDays} days before.`,
  ];
}

function factsOf({ probed }: Taken): EvidenceFact[] {
  const { amountCents, company, day, transactionType, entryDescription } = probed.probe.entry;
  const described = entryDescription === null ? '' : `, described as ${entryDescription}`;
  const value = `${transactionType} of ${formatDollars(amountCents)} by ${company} on ${day}${described}`;
  return [
    { label: 'Probe', value, unit: 'text' },
    { label: 'Days from the probe to the debit', value: String(daysBetween(probed)), unit: 'days' },
  ];
}
