import { formatDollars } from '../../money/cents.ts';
import { defineDetector } from '../define-detector.ts';
import { count, days, deduplicationWindow, minimumHistory, ratio } from '../detector.ts';
import { baselineBefore, companyOf, EntryWindow, firstIndexOnOrAfter } from '../entry-windows.ts';
import { baselineOver, figure, percentageChange } from '../finding-evidence.ts';
import { dayRange, pluralize } from '../finding-facts.ts';

/** With e usual entries, `n >= e + 5 sqrt(e)` assumes a Poisson process. The ratio spares merchants and gig workers. */
export const velocityAnomaly = defineDetector({
  activityType: 'velocity_anomaly',
  category: 'Velocity & Testing',
  ruleVersion: 4,
  sources: [
    'Nacha, risk management topics, fraud monitoring (2026): velocity checks, anomaly detection and behavioral tolerances are options for the RDFI',
    'FFIEC BSA/AML manual, Automated Clearing House: identify customers with frequent and large ACH transactions',
    'Tazama rules 010 and 011 (number of transactions against history)',
  ],
  parameters: [
    days('shortWindowDays', [1, 3, 7], 'Length of the short window in days', 'with 3, Monday to Wednesday'),
    count(
      'shortMinimumCount',
      [3, 10, 1000],
      'Number of entries in the short window that raises an alert',
      'with 10, nine entries raise no alert',
    ),
    ratio(
      'shortRatio',
      [1.5, 4, 100],
      'Multiple of the usual number for the short window',
      'with 4, twelve entries if three are usual',
    ),
    days('longWindowDays', [2, 7, 30], 'Length of the long window in days', 'with 7, Monday to Sunday'),
    count(
      'longMinimumCount',
      [3, 8, 1000],
      'Number of entries in the long window that raises an alert',
      'with 8, seven entries raise no alert',
    ),
    ratio(
      'longRatio',
      [1.5, 6, 100],
      'Multiple of the usual number for the long window',
      'with 6, 18 entries if three are usual',
    ),
    ratio(
      'deviations',
      [1, 5, 20],
      'Margin above the usual number, in multiples of its square root',
      'with 5, 14 entries (4 + 5 x 2) if four are usual',
    ),
    ratio(
      'usualFloor',
      [0.1, 0.8, 100],
      'Minimum usual number assumed for a window',
      'with 0.8, the usual number on an inactive account is 0.8',
    ),
    days(
      'baselineGapDays',
      [0, 3, 30],
      'Number of days between the usual period and the window',
      'with 3, a window from March 10 skips March 7 to 9',
    ),
    minimumHistory(
      'minimumHistoryDays',
      [10, 30, 365],
      'Minimum account age in days, counted from its first entry',
      'with 30, a 29-day-old account is not checked',
    ),
    count(
      'highRiskCount',
      [3, 12, 10_000],
      'Minimum number of entries in one window for high risk',
      'with 12, twelve entries in 3 days',
    ),
    deduplicationWindow(10),
  ],

  find({ account, parameters, comparableFrom, collect }) {
    const { baselineGapDays, usualFloor, deviations, minimumHistoryDays } = parameters;
    const entries = account.entries.filter(({ isReturn }) => !isReturn);
    const { shortWindowDays, shortMinimumCount, shortRatio, longWindowDays, longMinimumCount, longRatio } = parameters;
    const windows = [
      { days: shortWindowDays, minimum: shortMinimumCount, ratio: shortRatio, leavesOutEstablished: false },
      // Within seven days, pay and bills from established companies often coincide.
      { days: longWindowDays, minimum: longMinimumCount, ratio: longRatio, leavesOutEstablished: true },
    ].map((limits) => ({
      limits,
      all: new EntryWindow(limits.days),
      established: new EntryWindow(limits.days, companyOf),
    }));
    const usualCount = (epochDay: number, windowDays: number) => {
      // The gap excludes the beginning of a burst from the usual number.
      const skipDays = windowDays + baselineGapDays;
      const event = { epochDay, skipDays, historyFirstDay: account.firstDay };
      const { firstDay, lastDay, coveredDays } = baselineBefore(event);
      if (coveredDays === 0) return null;
      const seen = firstIndexOnOrAfter(entries, lastDay + 1) - firstIndexOnOrAfter(entries, firstDay);
      return { count: Math.max(usualFloor, (seen * windowDays) / coveredDays), firstDay, lastDay };
    };
    return collect(entries, (prepared) => {
      const { epochDay } = prepared.entry;
      for (const { limits, all, established } of windows) {
        all.add(prepared);
        if (!limits.leavesOutEstablished) continue;
        if (prepared.isEstablished) established.add(prepared);
        else established.dropBefore(epochDay - limits.days + 1);
      }
      if (epochDay < comparableFrom || prepared.historyDays < minimumHistoryDays) return null;
      // The short window is more specific, so it is checked first.
      for (const { limits, all, established } of windows) {
        const strength = all.count - established.distinct;
        if (strength < limits.minimum) continue;
        const usual = usualCount(epochDay, limits.days);
        if (usual === null) continue;
        const outsideChance = usual.count + deviations * Math.sqrt(usual.count);
        const fewest = Math.ceil(Math.max(limits.minimum, limits.ratio * usual.count, outsideChance));
        if (strength >= fewest) return { from: all.firstIndex, strength, limits, usual, outsideChance, fewest };
      }
      return null;
    });
  },

  explain({ entries, amountCents, first, peak }, { parameters }) {
    const { deviations, minimumHistoryDays, highRiskCount } = parameters;
    const { limits, usual, strength, outsideChance, fewest } = first;
    const withoutEstablished = ({ limits: { leavesOutEstablished } }: typeof first) =>
      leavesOutEstablished ? ' (not counting one entry for each established company)' : '';
    const label = `Usual entries on this account in ${limits.days} days`;
    return {
      percentageChange: percentageChange(peak.strength, peak.usual.count),
      description:
        `${peak.strength} entries within ${peak.limits.days} days${withoutEstablished(peak)}; ` +
        `${peak.usual.count.toFixed(1)} are usual for this account. In total, ${entries.length} entries ` +
        `${dayRange(entries)} amounted to ${formatDollars(amountCents)}. Possible testing or misuse of the account number.`,
      figures: [
        figure.count(
          [strength, '>=', limits.minimum],
          `Entries within ${limits.days} days${withoutEstablished(first)}`,
        ),
        figure.ratio([strength / usual.count, '>=', limits.ratio], 'Entries compared with the usual number'),
        figure.count(
          [strength, '>=', outsideChance],
          `Entries compared with the usual number plus ${deviations} times its square root`,
        ),
      ],
      highRiskFigures: [
        figure.count([peak.strength, '>=', highRiskCount], `entries in the busiest ${peak.limits.days} days`),
      ],
      baseline: baselineOver({ label, value: usual.count.toFixed(2), unit: 'count' }, usual),
      wouldBeSilent: [
        `Only ${pluralize(fewest - 1, 'entry', 'entries')} in ${limits.days} days instead of ${strength}.`,
        `A usual number of more than ${(strength / limits.ratio).toFixed(1)} entries in ${limits.days} days.`,
        `An account less than ${minimumHistoryDays} days old.`,
      ],
    };
  },
});
