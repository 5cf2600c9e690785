import type { EvidenceBaseline, EvidenceFact, EvidenceFigure } from '@clearwatch/contracts/alerts';
import { federalReserveHolidays } from '../../calendar/banking-days.ts';
import { type Day, isWeekend, weekdayOfEpochDay } from '../../calendar/day.ts';
import { type Cents, dollarsToCents, formatDollars } from '../../money/cents.ts';
import { BASELINE_DAYS, firstIndexOnOrAfter } from '../baseline.ts';
import { type Behavior, BehaviorCollector } from '../behaviors.ts';
import { defineDetector, type ParametersOf } from '../define-detector.ts';
import type { DatedEntry } from '../detection-entry.ts';
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
import { AmountWindow } from '../entry-windows.ts';
import { baselineOver, countFigure, moneyFigure } from '../finding-evidence.ts';
import { listCompanyNames, takeoverFacts } from '../finding-facts.ts';
import type { AccountHistory, PreparedEntry } from '../member-history.ts';

/**
 * How many of an account's debits with a time of day came by night, between any two days: whole batches post at night at
 * many institutions, and some members are awake then. Pay and benefits do not count: they come by night in most places, and
 * say nothing about debits. Built once for an account, each answer in O(log n).
 */
export class NightShare {
  readonly #account: AccountHistory;
  /** Debits with a time, and those of the night among them, before each index. */
  readonly #timed: Int32Array;
  readonly #night: Int32Array;

  /** @param nightEndMinute minutes after midnight at which the night ends */
  constructor(account: AccountHistory, nightEndMinute: number) {
    this.#account = account;
    this.#timed = new Int32Array(account.entries.length + 1);
    this.#night = new Int32Array(account.entries.length + 1);
    account.entries.forEach(({ entry: { minuteOfDay, transactionType } }, index) => {
      const isTimed = minuteOfDay !== null && transactionType === 'Debit';
      const isNight = isTimed && minuteOfDay < nightEndMinute;
      this.#timed[index + 1] = (this.#timed[index] ?? 0) + (isTimed ? 1 : 0);
      this.#night[index + 1] = (this.#night[index] ?? 0) + (isNight ? 1 : 0);
    });
  }

  /** 0 to 1, both days included (since 1970-01-01); null when no debit of these days has a time. */
  between(firstDay: number, lastDay: number): number | null {
    const from = firstIndexOnOrAfter(this.#account.entries, firstDay);
    const end = firstIndexOnOrAfter(this.#account.entries, lastDay + 1);
    const timed = (this.#timed[end] ?? 0) - (this.#timed[from] ?? 0);
    return timed <= 0 ? null : ((this.#night[end] ?? 0) - (this.#night[from] ?? 0)) / timed;
  }
}

const SUNDAY = 0;
const MINUTES_PER_HOUR = 60;

/** Whether an entry has a time of day that lies in the night. */
function isAtNight({ minuteOfDay }: DatedEntry, nightEndMinute: number): boolean {
  return minuteOfDay !== null && minuteOfDay < nightEndMinute;
}

/** Whether the Federal Reserve does not settle on the entry's day. */
function isOnNonBankingDay({ day, epochDay }: DatedEntry): boolean {
  return isWeekend(epochDay) || isHoliday(day);
}

/** When an entry came, as an analyst would say it: "Saturday, 02:15", "Holiday". */
function describeMoment(entry: DatedEntry): string {
  const { minuteOfDay } = entry;
  const day = dayName(entry);
  if (minuteOfDay === null) return day;
  const clock = [Math.floor(minuteOfDay / MINUTES_PER_HOUR), minuteOfDay % MINUTES_PER_HOUR];
  return `${day}, ${clock.map((part) => String(part).padStart(2, '0')).join(':')}`;
}

function dayName({ day, epochDay }: DatedEntry): string {
  if (isWeekend(epochDay)) return weekdayOfEpochDay(epochDay) === SUNDAY ? 'Sunday' : 'Saturday';
  return isHoliday(day) ? 'Holiday' : 'Banking day';
}

function isHoliday(day: Day): boolean {
  return federalReserveHolidays(Number(day.slice(0, 4))).has(day);
}

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
    fixedCount('nightEndHour', [1, 5, 8], 'hour at which the night ends'),
    days('windowDays', [1, 6, 30], 'days in which the debits fall'),
    count('minimumCount', [2, 3, 50], 'debits by night or without settlement'),
    sum('minimumSum', [10, 500, 100_000], 'sum of those debits'),
    ratio(
      'usualNightShare',
      [0.01, 0.5, 1],
      'share of debits by night that makes the night usual for an account',
    ),
    ratio(
      'usualWeekendShare',
      [0.01, 0.05, 1],
      'share of all entries on weekends that makes such days usual for the institution',
    ),
    sum('highRiskSum', [100, 2000, 1_000_000], 'sum for high risk'),
    deduplicationWindow(14),
  ],
} as const;

type Parameters = ParametersOf<typeof RULE>;

interface UnusualTimeDebits {
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
    unusualTimeDebits(account, parameters, context).map((raid) =>
      finding({
        behaviour: raid,
        riskLevel: raid.peak.strength >= dollarsToCents(parameters.highRiskSum) ? 'high' : 'medium',
        percentageChange: null,
        description: describe(raid, parameters),
        figures: figuresOf(raid, parameters),
        baseline: baselineOf(raid.first, parameters),
        wouldBeSilent: wouldBeSilent(raid.first, parameters),
        facts: factsOf(account, raid, { parameters, context }),
        partOf: describeMoment,
      }),
    ),
  ),
);

function unusualTimeDebits(
  account: AccountHistory,
  parameters: Parameters,
  context: DetectionContext,
): Behavior<UnusualTimeDebits>[] {
  const strange = account.entries.filter((prepared) => isUnusualTimeDebit(prepared, parameters, context));
  if (strange.length < parameters.minimumCount) return [];
  let share: NightShare | null = null;
  const nightShareOn = (epochDay: number): number | null => {
    share ??= new NightShare(account, nightEndMinute(parameters));
    const lastDay = epochDay - parameters.windowDays;
    return share.between(lastDay - BASELINE_DAYS + 1, lastDay);
  };
  const debits = strange.filter(
    ({ entry }) =>
      isUnusualDay({ entry }, parameters, context) ||
      (nightShareOn(entry.epochDay) ?? 0) < parameters.usualNightShare,
  );
  const comparableFrom = firstComparableDay(context);
  const collector = new BehaviorCollector<UnusualTimeDebits>(debits, parameters.coolDays);
  const window = new AmountWindow(parameters.windowDays);
  debits.forEach((debit, at) => {
    window.add(debit, at);
    const { epochDay } = debit.entry;
    if (window.count < parameters.minimumCount || window.sumCents < dollarsToCents(parameters.minimumSum))
      return;
    if (epochDay < comparableFrom) return;
    const { sumCents, count: number, firstIndex } = window;
    const detail = { strength: sumCents, count: number, nightShare: nightShareOn(epochDay), epochDay };
    collector.complete({ from: firstIndex, at, detail });
  });
  return collector.behaviours();
}

/** The cheap conditions first: few debits are by strangers, and only theirs are looked up in the calendar. */
function isUnusualTimeDebit(
  prepared: PreparedEntry,
  parameters: Parameters,
  context: DetectionContext,
): boolean {
  const { entry, isEstablished, isReturn, isReversal, isMicro } = prepared;
  return (
    !isEstablished &&
    entry.transactionType === 'Debit' &&
    !isReturn &&
    !isReversal &&
    !isMicro &&
    !context.companies.isKnown(entry.companyKey) &&
    (isAtNight(entry, nightEndMinute(parameters)) || isUnusualDay(prepared, parameters, context))
  );
}

function isUnusualDay(
  { entry }: Pick<PreparedEntry, 'entry'>,
  { usualWeekendShare }: Parameters,
  { weekendShare }: DetectionContext,
): boolean {
  return weekendShare <= usualWeekendShare && isOnNonBankingDay(entry);
}

function nightEndMinute({ nightEndHour }: Parameters): number {
  return 60 * nightEndHour;
}

function describe({ entries, amountCents }: Behavior<UnusualTimeDebits>, parameters: Parameters): string {
  const night = entries.filter(({ entry }) => isAtNight(entry, nightEndMinute(parameters))).length;
  const dayless = entries.length - night;
  const when = [
    ...(night > 0 ? [`${night} between midnight and ${parameters.nightEndHour}:00`] : []),
    ...(dayless > 0 ? [`${dayless} on days without settlement`] : []),
  ];
  return (
    `${entries.length} debits by ${listCompanyNames(entries)}, ${formatDollars(amountCents)} in all from ` +
    `${entries[0]?.entry.day} to ${entries.at(-1)?.entry.day}: ${when.join(', ')}. ` +
    'Possible use of the account while it is normally asleep.'
  );
}

function figuresOf({ first, peak }: Behavior<UnusualTimeDebits>, parameters: Parameters): EvidenceFigure[] {
  const figures = [
    countFigure({
      label: `Debits by night or without settlement within ${parameters.windowDays} days`,
      value: first.count,
      threshold: parameters.minimumCount,
    }),
    moneyFigure({
      label: 'Sum of those debits',
      value: first.strength,
      threshold: dollarsToCents(parameters.minimumSum),
    }),
  ];
  const high = dollarsToCents(parameters.highRiskSum);
  if (peak.strength < high) return figures;
  return [
    ...figures,
    moneyFigure({ label: 'High risk: sum of a window', value: peak.strength, threshold: high }),
  ];
}

function baselineOf(
  { nightShare, epochDay }: UnusualTimeDebits,
  { windowDays }: Parameters,
): EvidenceBaseline | null {
  if (nightShare === null) return null;
  return baselineOver(
    {
      label: 'Debits of this account by night, of those with a time',
      value: (100 * nightShare).toFixed(1),
      unit: 'percent',
    },
    { firstDay: epochDay - windowDays - BASELINE_DAYS + 1, lastDay: epochDay - windowDays },
  );
}

function wouldBeSilent({ count: number }: UnusualTimeDebits, parameters: Parameters): string[] {
  const fewer = parameters.minimumCount - 1;
  return [
    `With ${fewer} such ${fewer === 1 ? 'debit' : 'debits'} within ${parameters.windowDays} days instead of ${number}.`,
    `With less than ${formatDollars(dollarsToCents(parameters.minimumSum))} together.`,
    `On banking days and after ${parameters.nightEndHour}:00.`,
    'With companies that are established on the account, or that many members use.',
  ];
}

function factsOf(
  account: AccountHistory,
  { entries, trigger }: Behavior<UnusualTimeDebits>,
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
