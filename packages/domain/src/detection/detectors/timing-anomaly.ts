import { federalReserveHolidays } from '../../calendar/banking-days.ts';
import { type Day, isWeekend, weekdayOfEpochDay } from '../../calendar/day.ts';
import { formatDollars } from '../../money/cents.ts';
import { defineDetector } from '../define-detector.ts';
import type { DatedEntry } from '../detection-entry.ts';
import { count, days, deduplicationWindow, fixedCount, ratio, sum } from '../detector.ts';
import { BASELINE_DAYS, EntryWindow, SummedEntries } from '../entry-windows.ts';
import { baselineOver, figure } from '../finding-evidence.ts';
import { countFact, dayRange, listCompanyNames, pluralize, takeoverFacts } from '../finding-facts.ts';
import type { AccountHistory, PreparedEntry } from '../member-history.ts';

/**
 * Null if no debit has a time. Night debits alone are no evidence: many institutions post whole batches at night, and some members are
 * awake then.
 */
export function nightShareOf({ entries }: AccountHistory, nightEndMinute: number) {
  const timed = entries.filter(({ entry }) => entry.minuteOfDay !== null && entry.transactionType === 'Debit');
  const all = new SummedEntries(timed);
  const night = new SummedEntries(timed.filter(({ entry }) => isAtNight(entry, nightEndMinute)));
  return (firstDay: number, lastDay: number): number | null => {
    const count = all.countBetween(firstDay, lastDay);
    return count === 0 ? null : night.countBetween(firstDay, lastDay) / count;
  };
}

const MINUTES_PER_HOUR = 60;
const DAY_NAMES = ['Sunday', null, null, null, null, null, 'Saturday'];

function isAtNight({ minuteOfDay }: DatedEntry, nightEndMinute: number): boolean {
  return minuteOfDay !== null && minuteOfDay < nightEndMinute;
}

function isOnNonBankingDay({ day, epochDay }: DatedEntry): boolean {
  return isWeekend(epochDay) || isHoliday(day);
}

function isHoliday(day: Day): boolean {
  return federalReserveHolidays(Number(day.slice(0, 4))).has(day);
}

/** Formats the time of an entry, such as "Saturday, 02:15" or "Holiday". */
function describeMoment({ day, epochDay, minuteOfDay }: DatedEntry): string {
  const otherDay = isHoliday(day) ? 'Holiday' : 'Banking day';
  const dayName = DAY_NAMES[weekdayOfEpochDay(epochDay)] ?? otherDay;
  if (minuteOfDay === null) return dayName;
  const clock = [Math.floor(minuteOfDay / MINUTES_PER_HOUR), minuteOfDay % MINUTES_PER_HOUR];
  return `${dayName}, ${clock.map((part) => String(part).padStart(2, '0')).join(':')}`;
}

/** Nights are ignored if half of the account's debits occur at night, and weekends if the institution dates entries on weekends. */
export const timingAnomaly = defineDetector({
  activityType: 'timing_anomaly',
  category: 'Account Takeover',
  ruleVersion: 4,
  sources: [
    'Federal Reserve, FedACH settlement days: no settlement on weekends or Federal Reserve holidays',
    'FinCEN FIN-2011-A016, account takeover activity: transactions inconsistent with the normal activity of the account',
    'Nacha, risk management topics, fraud monitoring (2026): anomaly detection is an option for the RDFI',
  ],
  parameters: [
    fixedCount(
      'nightEndHour',
      [1, 5, 8],
      'Hour at which the night ends; it begins at midnight',
      'with 5, 4:59 a.m. is night',
    ),
    days('windowDays', [1, 6, 30], 'Number of days within which the debits must occur', 'with 6, March 1 to 6'),
    count(
      'minimumCount',
      [2, 3, 50],
      'Number of debits at night or on non-banking days that raises an alert',
      'with 3, debits at 2 a.m. on three days',
    ),
    sum('minimumSum', [10, 500, 100_000], 'Minimum total of those debits', 'with $500, three debits of $200'),
    ratio(
      'usualNightShare',
      [0.01, 0.5, 1],
      "Minimum share of the account's debits at night for night debits to be usual",
      'with 0.5, five of ten debits',
    ),
    ratio(
      'usualWeekendShare',
      [0.01, 0.05, 1],
      "Weekend entries are usual if more than this share of all the institution's entries are on weekends",
      'with 0.05, six of 100 entries',
    ),
    sum(
      'highRiskSum',
      [100, 2000, 1_000_000],
      'Minimum total in one window for high risk',
      'with $2,000, debits of $2,100 in 6 days',
    ),
    deduplicationWindow(14),
  ],

  find({ account, context, parameters, comparableFrom, collect }) {
    const { nightEndHour, windowDays, minimumCount, usualNightShare } = parameters;
    const nightEndMinute = MINUTES_PER_HOUR * nightEndHour;
    const isUnusualDay = ({ entry }: PreparedEntry) =>
      context.weekendShare <= parameters.usualWeekendShare && isOnNonBankingDay(entry);
    // Checks the cheap condition first: few debits are by unfamiliar companies, and only those need the calendar lookup.
    const unusual = account.entries.filter((prepared) => {
      const { entry, isEstablished, isOriginal, isMicro } = prepared;
      if (isEstablished || entry.transactionType !== 'Debit' || !isOriginal || isMicro) return false;
      if (context.companies.isKnown(entry.companyKey)) return false;
      return isAtNight(entry, nightEndMinute) || isUnusualDay(prepared);
    });
    if (unusual.length < minimumCount) return [];
    const nightShareBetween = nightShareOf(account, nightEndMinute);
    const nightShareBefore = (epochDay: number) => {
      const lastDay = epochDay - windowDays;
      const firstDay = lastDay - BASELINE_DAYS + 1;
      return { share: nightShareBetween(firstDay, lastDay), firstDay, lastDay };
    };
    const debits = unusual.filter(
      (debit) => isUnusualDay(debit) || (nightShareBefore(debit.entry.epochDay).share ?? 0) < usualNightShare,
    );
    const window = new EntryWindow(windowDays);
    return collect(debits, (debit) => {
      window.add(debit);
      const { epochDay } = debit.entry;
      const { firstIndex: from, sumCents: strength, count: number } = window;
      if (number < minimumCount || strength < parameters.minimumSum || epochDay < comparableFrom) return null;
      return { from, strength, number, night: nightShareBefore(epochDay) };
    });
  },

  explain({ entries, amountCents, first, peak }, { account, context, parameters }) {
    const { nightEndHour, windowDays, minimumCount, minimumSum, highRiskSum } = parameters;
    const { number, strength, night } = first;
    const atNight = entries.filter(({ entry }) => isAtNight(entry, MINUTES_PER_HOUR * nightEndHour)).length;
    const byDay = entries.length - atNight;
    const when = [
      ...(atNight > 0 ? [`${atNight} between midnight and ${nightEndHour}:00`] : []),
      ...(byDay > 0 ? [`${byDay} outside banking days`] : []),
    ];
    const label = 'Share of night debits among this account’s debits with a time';
    return {
      description:
        `${entries.length} debits by ${listCompanyNames(entries)} totaled ${formatDollars(amountCents)} ` +
        `${dayRange(entries)}: ${when.join(', ')}. Possible use of the account by someone else.`,
      figures: [
        figure.count([number, '>=', minimumCount], `Debits at night or on non-banking days within ${windowDays} days`),
        figure.money([strength, '>=', minimumSum], 'Total of these debits'),
      ],
      highRiskFigures: [figure.money([peak.strength, '>=', highRiskSum], `largest total within ${windowDays} days`)],
      baseline:
        night.share === null
          ? null
          : baselineOver({ label, value: (100 * night.share).toFixed(1), unit: 'percent' }, night),
      wouldBeSilent: [
        `Only ${pluralize(minimumCount - 1, 'such debit')} within ${windowDays} days instead of ${number}.`,
        `A total below ${formatDollars(minimumSum)}.`,
        `Debits after ${nightEndHour}:00 a.m. on banking days.`,
        'Companies that are established on the account, or that many members use.',
      ],
      facts: [
        countFact('Debits at night', atNight),
        countFact('Debits on non-banking days', entries.filter(({ entry }) => isOnNonBankingDay(entry)).length),
        ...takeoverFacts(account, { behavior: entries, companies: context.companies }),
      ],
      partOf: describeMoment,
    };
  },
});
