import { formatDollars } from '../../money/cents.ts';
import { defineDetector } from '../define-detector.ts';
import { count, days, deduplicationWindow, ratio, sum } from '../detector.ts';
import { isCardPayment } from '../entry-meaning.ts';
import { figure, moneyBaseline, percentageChange } from '../finding-evidence.ts';
import { describeEntry, pluralize } from '../finding-facts.ts';
import type { PreparedEntry } from '../member-history.ts';
import { getOrAdd } from '../memoize.ts';
import { PastCompanyAmounts } from '../past-amounts.ts';

/** Card payments are steady if the largest is at most this many times their median. */
const STEADY_SWING = 1.5;

/** Bills grow gradually, so an amount must exceed the largest earlier one by the factor by which that exceeds the median. */
export const unusualPattern = defineDetector({
  activityType: 'unusual_pattern',
  category: 'Other Patterns',
  ruleVersion: 3,
  sources: [
    'Nacha, risk management topics, fraud monitoring (2026): anomaly detection and behavioral tolerances are options for the RDFI',
    'FFIEC BSA/AML manual, appendix F: transactions inconsistent with the customer’s usual activity',
    'Tazama rules 018, 020, 044, 045 and 048 (size against history)',
  ],
  parameters: [
    // The two minimums are those for an established company.
    count(
      'earlierCount',
      [3, 4, 100],
      'Minimum number of earlier entries with the company in the same direction',
      'with 4, four earlier payments to a utility',
    ),
    days(
      'earlierSpanDays',
      [40, 60, 730],
      'Minimum days from the first to the last of those earlier entries',
      'with 60, January 5 to March 6',
    ),
    sum('minimumAmount', [50, 400, 1_000_000], 'Minimum amount checked', 'with $400, a $399 bill is not checked'),
    sum(
      'movableMinimumAmount',
      [50, 1500, 1_000_000],
      'Minimum person-to-person, bank, wallet or crypto transfer checked',
      'with $1,500, a $900 transfer is not checked',
    ),
    ratio('medianRatio', [1.5, 4, 100], 'Multiple of the median earlier amount', 'with 4, $800 if the median is $200'),
    ratio(
      'largestRatio',
      [1, 2.5, 100],
      'Multiple of the largest earlier amount',
      'with 2.5, $750 if the largest was $300',
    ),
    ratio(
      'highRiskRatio',
      [1.5, 8, 1000],
      'Multiple of the median for high risk',
      'with 8, $1,600 if the median is $200',
    ),
    deduplicationWindow(30),
  ],

  find({ account, parameters, collect }) {
    const { earlierCount, earlierSpanDays, minimumAmount, movableMinimumAmount, medianRatio, largestRatio } =
      parameters;
    const leastOf = ({ isMovable }: PreparedEntry) => (isMovable ? movableMinimumAmount : minimumAmount);
    // The history of a company that is not established is too short.
    const mayStandOut = (prepared: PreparedEntry) =>
      prepared.isEstablished && prepared.entry.amountCents >= leastOf(prepared) && !prepared.isExempt;
    const outlierAmong = (amounts: PastCompanyAmounts, prepared: PreparedEntry) => {
      const { amountCents } = prepared.entry;
      const { count: earlier, lastDay, largestCents, largestOrdinaryCents } = amounts.past;
      const { firstDay } = amounts;
      if (!mayStandOut(prepared) || amountCents < largestRatio * largestCents) return null;
      if (earlier < earlierCount || lastDay - firstDay < earlierSpanDays) return null;
      const medianCents = amounts.medianCents();
      if (medianCents === null || amountCents < medianRatio * medianCents) return null;
      const swing = largestOrdinaryCents / medianCents;
      if (swing > STEADY_SWING && isCardPayment(prepared.entry)) return null;
      if (amountCents < Math.max(largestRatio, swing) * largestCents) return null;
      const strength = amountCents / medianCents;
      const least = leastOf(prepared);
      return { strength, prepared, least, medianCents, largestCents, swing, earlier, firstDay, lastDay };
    };

    // Most accounts have no entry that could stand out, so this check comes first.
    const companies = new Set(account.entries.filter(mayStandOut).map(({ entry }) => entry.companyKey));
    if (companies.size === 0) return [];
    const pasts = new Map<string, PastCompanyAmounts>();
    return collect(account.entries, (prepared) => {
      const { companyKey, transactionType, epochDay, amountCents } = prepared.entry;
      if (!prepared.isOriginal || !companies.has(companyKey)) return null;
      const key = `${transactionType} ${companyKey}`;
      const past = getOrAdd(pasts, key, () => new PastCompanyAmounts(epochDay));
      past.turnTo(epochDay);
      const outlier = outlierAmong(past, prepared);
      if (outlier === null) past.add(amountCents);
      else past.addOutlier(amountCents);
      return outlier;
    });
  },

  explain({ entries, amountCents, first, peak }, { parameters }) {
    const { medianRatio, largestRatio, earlierCount, earlierSpanDays, highRiskRatio } = parameters;
    const { strength, least, medianCents, largestCents, swing, earlier, firstDay, lastDay } = first;
    const amount = first.prepared.entry.amountCents;
    const aboveLargest = Math.max(largestRatio, swing);
    const leastThatStandsOut = Math.max(least, medianRatio * medianCents, aboveLargest * largestCents);
    const largestStill = Math.min(amount / largestRatio, Math.sqrt(amount * medianCents));
    const farthest =
      `${describeEntry(peak.prepared)} on ${peak.prepared.entry.day}. The ${peak.earlier} earlier entries of this kind had a ` +
      `median of ${formatDollars(Math.round(peak.medianCents))} and a maximum of ${formatDollars(peak.largestCents)}`;
    const label = `Median of the earlier entries with ${first.prepared.entry.company}`;
    return {
      percentageChange: percentageChange(peak.prepared.entry.amountCents, peak.medianCents),
      description:
        entries.length === 1
          ? `${farthest}.`
          : `${entries.length} unusual amounts totaled ${formatDollars(amountCents)}. The most unusual: ${farthest}.`,
      figures: [
        figure.money([amount, '>=', least], 'Amount'),
        figure.ratio([strength, '>=', medianRatio], 'Amount compared with the median of the earlier entries'),
        figure.ratio(
          [amount / largestCents, '>=', aboveLargest],
          'Amount compared with the largest of the earlier entries',
        ),
        figure.count([earlier, '>=', earlierCount], 'Earlier entries with the company in the same direction'),
        figure.days([lastDay - firstDay, '>=', earlierSpanDays], 'Days that the earlier entries span'),
      ],
      highRiskFigures: [
        figure.ratio([peak.strength, '>=', highRiskRatio], 'most unusual amount compared with its median'),
      ],
      baseline: moneyBaseline(label, { cents: medianCents, firstDay, lastDay }),
      wouldBeSilent: [
        `An amount below ${formatDollars(Math.ceil(leastThatStandsOut))}.`,
        `An earlier amount above ${formatDollars(Math.floor(largestStill))} in the same direction.`,
        `Only ${pluralize(earlierCount - 1, 'earlier entry', 'earlier entries')} instead of ${earlier}.`,
      ],
    };
  },
});
