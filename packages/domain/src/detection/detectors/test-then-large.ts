import { type Cents, formatDollars } from '../../money/cents.ts';
import { companyStem } from '../company-key.ts';
import { defineDetector } from '../define-detector.ts';
import { days, deduplicationWindow, fixedAmount, ratio, sum } from '../detector.ts';
import { datedAmounts, entriesBetween, RecentMedian } from '../entry-windows.ts';
import { figure, moneyBaseline, percentageChange } from '../finding-evidence.ts';
import { textFact } from '../finding-facts.ts';
import { outgoingDebits, type PreparedEntry, sumOfEntries } from '../member-history.ts';

const stemOf = ({ entry }: PreparedEntry): string => companyStem(entry.companyKey);
const isDebitFrom =
  (cents: Cents) =>
  ({ entry }: PreparedEntry): boolean =>
    entry.amountCents >= cents && entry.transactionType === 'Debit';

/**
 * Both companies must be unfamiliar, because two well-known shops with similar names are no evidence. Debits as small as probes would lower
 * the median, so they are excluded from it. Without earlier debits, only the amount is checked.
 */
export const testThenLarge = defineDetector({
  activityType: 'test_then_large',
  category: 'Velocity & Testing',
  ruleVersion: 4,
  sources: [
    'Nacha, Micro-Entries rule (2022, 2023): account validation is marked ACCTVERIFY and its originators use fraud detection',
    'Nacha, risk management topics, fraud monitoring (2026): velocity checks and pattern recognition are options for the RDFI',
    'Published reports on the ACH penny test (depositaccounts.com and paymentswatch.com, 2007): cents first, then a large debit',
  ],
  parameters: [
    sum(
      'largeMinimum',
      [50, 500, 100_000],
      'Minimum amount of a large debit',
      'with $500, a $499 debit is not checked',
    ),
    ratio('medianRatio', [1, 2, 100], "Multiple of the account's median debit", 'with 2, $600 if the median is $300'),
    days(
      'medianDays',
      [30, 90, 365],
      'Number of days before the debit that are included in the median',
      'with 90, about three months',
    ),
    fixedAmount('probeMaximum', [1, 5, 50], 'Amount that a probe must stay below', 'with $5, a $0.37 debit is a probe'),
    days(
      'probeDays',
      [1, 12, 60],
      'Maximum days from the probe to the large debit',
      'with 12, a probe on March 1 and a debit by March 13',
    ),
    deduplicationWindow(30),
  ],

  find({ account, context: { companies }, parameters, comparableFrom, collect }) {
    const { largeMinimum, medianRatio, medianDays, probeMaximum, probeDays } = parameters;
    // Most accounts have no tiny entries at all, so this check comes first.
    if (!account.entries.some(({ entry }) => entry.amountCents < probeMaximum)) return [];
    const isLarge = isDebitFrom(largeMinimum);
    const suspects = account.entries.filter((prepared) => {
      const { entry, isOriginal, isMicro } = prepared;
      if ((entry.amountCents >= probeMaximum && !isLarge(prepared)) || !isOriginal || isMicro) return false;
      const met = account.companyFirstDays.get(entry.companyKey) ?? entry.epochDay;
      return entry.epochDay - met <= probeDays && !companies.isKnown(entry.companyKey);
    });
    const probes = Map.groupBy(
      suspects.filter((prepared) => !isLarge(prepared)),
      stemOf,
    );
    let median: RecentMedian | undefined;
    const matches = new Map(
      suspects.filter(isLarge).flatMap((debit) => {
        const probe = firstProbeOf(debit, probes.get(stemOf(debit)) ?? [], probeDays);
        if (probe === null) return [];
        const { epochDay, amountCents } = debit.entry;
        median ??= new RecentMedian(
          datedAmounts(outgoingDebits(account).filter(({ entry }) => entry.amountCents >= probeMaximum)),
        );
        const usual = { firstDay: epochDay - medianDays, lastDay: epochDay - 1 };
        const medianCents = median.between(usual.firstDay, usual.lastDay);
        const least = Math.max(largeMinimum, Math.round(medianRatio * (medianCents ?? 0)));
        if (epochDay < comparableFrom || amountCents < least) return [];
        const match = { strength: amountCents, probe, least, median: { cents: medianCents, ...usual } };
        return [[debit, match] as const];
      }),
    );
    const ownProbes = [...new Set([...matches.keys()].map(stemOf))].flatMap((stem) => probes.get(stem) ?? []);
    // Probes are sorted before large debits on the same day.
    const entries = [...ownProbes, ...matches.keys()].toSorted(
      (left, right) => left.entry.epochDay - right.entry.epochDay,
    );
    const indexes = new Map(entries.map((prepared, at) => [prepared, at]));
    return collect(entries, (debit, at) => {
      const match = matches.get(debit);
      return match === undefined ? null : { ...match, from: indexes.get(match.probe) ?? at };
    });
  },

  explain({ entries, first, peak, trigger }, { parameters }) {
    const { largeMinimum, medianRatio, medianDays, probeMaximum, probeDays } = parameters;
    const { strength, probe, least, median } = first;
    const { amountCents, company, day, transactionType, entryDescription } = probe.entry;
    const daysBetween = trigger.entry.epochDay - probe.entry.epochDay;
    const isLarge = isDebitFrom(largeMinimum);
    const large = entries.filter(isLarge);
    const total = formatDollars(sumOfEntries(large));
    const what = large.length === 1 ? `Debit of ${total}` : `${large.length} large debits totaling ${total}, the first`;
    const usual =
      median.cents === null
        ? `The account had no debits of ${formatDollars(probeMaximum)} or more in the ${medianDays} days before`
        : `The median debit on this account is ${formatDollars(Math.round(median.cents))}`;
    const againstMedian = `Debit compared with ${medianRatio} times the median debit`;
    const probeText = `of ${formatDollars(amountCents)} by ${company} on ${day}`;
    const described = entryDescription === null ? '' : `, described as ${entryDescription}`;
    return {
      counts: isLarge,
      riskLevel: 'high',
      percentageChange: percentageChange(peak.strength, peak.median.cents),
      description:
        `${what} to ${trigger.entry.company} on ${trigger.entry.day}${large.length === 1 ? '' : ','} followed a ${transactionType.toLowerCase()} ` +
        `${probeText}. Both entries are from companies new to this account. ${usual}. Possible test of the account number before a large debit.`,
      figures: [
        figure.money([strength, '>=', largeMinimum], 'Amount of the debit'),
        figure.money([amountCents, '<', probeMaximum], 'Amount of the probe'),
        figure.count([daysBetween, '<=', probeDays], 'Days between them'),
        median.cents === null ? null : figure.money([strength, '>=', medianRatio * median.cents], againstMedian),
      ],
      baseline: moneyBaseline('Median debit on this account', median),
      wouldBeSilent: [
        `A debit below ${formatDollars(least)}.`,
        `No entry below ${formatDollars(probeMaximum)} under a similar name in the ${probeDays} days before.`,
        'A probe labeled ACCTVERIFY, as account validations are.',
        `A company that many members use, or whose first entry on the account was more than ${probeDays} days earlier.`,
      ],
      facts: [
        textFact('Probe', `${transactionType} ${probeText}${described}`),
        { label: 'Days from the probe to the debit', value: String(daysBetween), unit: 'days' },
      ],
      partOf: (entry) => (entry.amountCents < probeMaximum ? 'Probe' : 'Large debit'),
    };
  },
});

/** A probe on the day of the debit counts unless its time is later. */
function firstProbeOf(debit: PreparedEntry, probes: readonly PreparedEntry[], probeDays: number) {
  const { epochDay, minuteOfDay: debitMinute } = debit.entry;
  const inTime = entriesBetween(probes, epochDay - probeDays, epochDay);
  // Entries without a time come last within a day, so one of them may count even if the first entry is too late.
  const candidates = [...inTime.slice(0, 1), ...inTime.slice(-1)];
  const comesBefore = ({ entry: { epochDay: day, minuteOfDay } }: PreparedEntry) =>
    day < epochDay || minuteOfDay === null || debitMinute === null || minuteOfDay <= debitMinute;
  return candidates.find(comesBefore) ?? null;
}
