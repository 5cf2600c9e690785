import type {
  EvidenceBaseline,
  EvidenceFact,
  EvidenceFigure,
} from '@clearwatch/contracts/fraud/alert-evidence';
import { dayOf } from '../../calendar/day.ts';
import { type Cents, centsOfDollars } from '../../money/cents.ts';
import { formatDollars } from '../../money/format-dollars.ts';
import { type Behaviour, BehaviourCollector } from '../behaviours.ts';
import { defineDetector, type ParametersOf } from '../define-detector.ts';
import { countFigure, moneyFigure } from '../figure.ts';
import type { DetectionContext } from '../frame.ts';
import { coolDays, count, days, fixedCount, ratio, sum } from '../parameter.ts';
import type { AccountHistory } from '../preparation/account-history.ts';
import { AmountWindow } from '../preparation/amount-window.ts';
import { BASELINE_DAYS } from '../preparation/baseline.ts';
import { companiesNamed } from '../preparation/companies-named.ts';
import { earliestComparableDay } from '../preparation/earliest-comparable-day.ts';
import { NightShare } from '../preparation/night-share.ts';
import { isAtNight, isOnNonBankingDay, momentOf } from '../preparation/odd-moment.ts';
import type { PreparedEntry } from '../preparation/prepared-entry.ts';
import { takeoverFacts } from '../preparation/takeover-facts.ts';

const RULE = {
  activityType: 'timing_anomaly',
  category: 'Account Takeover',
  ruleVersion: 2,
  sources: [
    'Federal Reserve, FedACH settlement days: no settlement on weekends and Federal Reserve holidays',
    'FinCEN FIN-2011-A016, account takeover activity: transactions inconsistent with the normal activity of the account',
    'Nacha, risk management topics, fraud monitoring (2026): anomaly detection is an option of the RDFI',
  ],
  parameters: [
    fixedCount('nightEndHour', { default: 5, min: 1, max: 8, meaning: 'hour at which the night ends' }),
    days('windowDays', { default: 6, min: 1, max: 30, meaning: 'days in which the debits fall' }),
    count('minimumCount', { default: 3, min: 2, max: 50, meaning: 'debits by night or without settlement' }),
    sum('minimumSum', { default: 500, min: 10, max: 100_000, meaning: 'sum of those debits' }),
    ratio('usualNightShare', {
      default: 0.5,
      min: 0.01,
      max: 1,
      meaning: 'share of debits by night that makes the night usual for an account',
    }),
    ratio('usualWeekendShare', {
      default: 0.05,
      min: 0.01,
      max: 1,
      meaning: 'share of all entries on weekends that makes such days usual for the institution',
    }),
    sum('highRiskSum', { default: 2000, min: 100, max: 1_000_000, meaning: 'sum for high risk' }),
    coolDays(14),
  ],
} as const;

type Parameters = ParametersOf<typeof RULE>;

interface Raid {
  /** Sum of the window's debits in cents. */
  strength: Cents;
  count: number;
  /** Share of the account's timed debits of 90 days that came by night; null when none had a time. */
  nightShare: number | null;
  epochDay: number;
}

/**
 * Debits while account and network are asleep: three or more within six days, between midnight and five or on a day
 * without settlement, by companies that are neither established on the account nor known to the institution. Credits
 * never count.
 *
 * Two things are better than the plain condition. Where half of the account's own debits come by night, because the
 * institution posts whole batches then or the member is awake, the night says nothing (pay and a loan of the overnight batch
 * do not make it so); and where the institution dates
 * more than a twentieth of all entries on weekends, weekends and holidays say nothing.
 */
export const timingAnomaly = defineDetector(RULE, ({ history, context, parameters, finding }) =>
  history.accounts.flatMap((account) =>
    raidsOn(account, parameters, context).map((raid) =>
      finding({
        behaviour: raid,
        riskLevel: raid.peak.strength >= centsOfDollars(parameters.highRiskSum) ? 'high' : 'medium',
        percentageChange: null,
        description: describe(raid, parameters),
        figures: figuresOf(raid, parameters),
        baseline: baselineOf(raid.first, parameters),
        wouldBeSilent: wouldBeSilent(raid.first, parameters),
        facts: factsOf(account, raid, { parameters, context }),
        partOf: momentOf,
      }),
    ),
  ),
);

function raidsOn(
  account: AccountHistory,
  parameters: Parameters,
  context: DetectionContext,
): Behaviour<Raid>[] {
  const strange = account.entries.filter((prepared) => isOddDebit(prepared, parameters, context));
  if (strange.length < parameters.minimumCount) return [];
  let share: NightShare | null = null;
  const nightShareOn = (epochDay: number): number | null => {
    share ??= new NightShare(account, nightEndMinute(parameters));
    const lastDay = epochDay - parameters.windowDays;
    return share.between(lastDay - BASELINE_DAYS + 1, lastDay);
  };
  const debits = strange.filter(
    ({ entry }) =>
      isDayOdd({ entry }, parameters, context) ||
      (nightShareOn(entry.epochDay) ?? 0) < parameters.usualNightShare,
  );
  const comparableFrom = earliestComparableDay(context);
  const collector = new BehaviourCollector<Raid>(debits, parameters.coolDays);
  const window = new AmountWindow(parameters.windowDays);
  debits.forEach((debit, at) => {
    window.add(debit, at);
    const { epochDay } = debit.entry;
    if (window.count < parameters.minimumCount || window.sumCents < centsOfDollars(parameters.minimumSum))
      return;
    if (epochDay < comparableFrom) return;
    const { sumCents, count: number, firstIndex } = window;
    const detail = { strength: sumCents, count: number, nightShare: nightShareOn(epochDay), epochDay };
    collector.complete({ from: firstIndex, at, detail });
  });
  return collector.behaviours();
}

/** The cheap conditions first: few debits are by strangers, and only theirs are looked up in the calendar. */
function isOddDebit(prepared: PreparedEntry, parameters: Parameters, context: DetectionContext): boolean {
  const { entry, isEstablished, isReturn, isReversal, isMicro } = prepared;
  return (
    !isEstablished &&
    entry.transactionType === 'Debit' &&
    !isReturn &&
    !isReversal &&
    !isMicro &&
    !context.companies.isKnown(entry.companyKey) &&
    (isAtNight(entry, nightEndMinute(parameters)) || isDayOdd(prepared, parameters, context))
  );
}

function isDayOdd(
  { entry }: Pick<PreparedEntry, 'entry'>,
  { usualWeekendShare }: Parameters,
  { weekendShare }: DetectionContext,
): boolean {
  return weekendShare <= usualWeekendShare && isOnNonBankingDay(entry);
}

function nightEndMinute({ nightEndHour }: Parameters): number {
  return 60 * nightEndHour;
}

function describe({ entries, amountCents }: Behaviour<Raid>, parameters: Parameters): string {
  const night = entries.filter(({ entry }) => isAtNight(entry, nightEndMinute(parameters))).length;
  const dayless = entries.length - night;
  const when = [
    ...(night > 0 ? [`${night} between midnight and ${parameters.nightEndHour}:00`] : []),
    ...(dayless > 0 ? [`${dayless} on days without settlement`] : []),
  ];
  return (
    `${entries.length} debits by ${companiesNamed(entries)}, ${formatDollars(amountCents)} in all from ` +
    `${entries[0]?.entry.day} to ${entries.at(-1)?.entry.day}: ${when.join(', ')}. ` +
    'Possible use of the account while it is normally asleep.'
  );
}

function figuresOf({ first, peak }: Behaviour<Raid>, parameters: Parameters): EvidenceFigure[] {
  const figures = [
    countFigure({
      label: `Debits by night or without settlement within ${parameters.windowDays} days`,
      value: first.count,
      threshold: parameters.minimumCount,
    }),
    moneyFigure({
      label: 'Sum of those debits',
      value: first.strength,
      threshold: centsOfDollars(parameters.minimumSum),
    }),
  ];
  const high = centsOfDollars(parameters.highRiskSum);
  if (peak.strength < high) return figures;
  return [
    ...figures,
    moneyFigure({ label: 'High risk: sum of a window', value: peak.strength, threshold: high }),
  ];
}

function baselineOf({ nightShare, epochDay }: Raid, { windowDays }: Parameters): EvidenceBaseline | null {
  if (nightShare === null) return null;
  return {
    label: 'Debits of this account by night, of those with a time',
    value: (100 * nightShare).toFixed(1),
    unit: 'percent',
    firstDay: dayOf(epochDay - windowDays - BASELINE_DAYS + 1),
    lastDay: dayOf(epochDay - windowDays),
  };
}

function wouldBeSilent({ count: number }: Raid, parameters: Parameters): string[] {
  const fewer = parameters.minimumCount - 1;
  return [
    `With ${fewer} such ${fewer === 1 ? 'debit' : 'debits'} within ${parameters.windowDays} days instead of ${number}.`,
    `With less than ${formatDollars(centsOfDollars(parameters.minimumSum))} together.`,
    `On banking days and after ${parameters.nightEndHour}:00.`,
    'With companies that are established on the account, or that many members use.',
  ];
}

function factsOf(
  account: AccountHistory,
  { entries, trigger }: Behaviour<Raid>,
  { parameters, context }: { parameters: Parameters; context: DetectionContext },
): EvidenceFact[] {
  const night = entries.filter(({ entry }) => isAtNight(entry, nightEndMinute(parameters))).length;
  const closed = entries.filter(({ entry }) => isOnNonBankingDay(entry)).length;
  const { companies } = context;
  return [
    { label: 'Debits by night', value: String(night), unit: 'count' },
    { label: 'Debits on days without settlement', value: String(closed), unit: 'count' },
    ...takeoverFacts(account, {
      beginsOn: entries[0]?.entry.epochDay ?? trigger.entry.epochDay,
      companies,
    }),
  ];
}
