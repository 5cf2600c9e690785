import { formatDollars } from '../../money/cents.ts';
import { defineDetector } from '../define-detector.ts';
import { days, deduplicationWindow, fixedAmount, fixedCount, ratio } from '../detector.ts';
import { datedAmounts, firstIndexOnOrAfter, RecentMedian } from '../entry-windows.ts';
import { figure, moneyBaseline, percentageChange } from '../finding-evidence.ts';
import { dayRange, pluralize } from '../finding-facts.ts';
import { getOrAdd } from '../memoize.ts';

export function addToLargest(largest: number[], amount: number, limit: number): void {
  const at = largest.findIndex((other) => other < amount);
  largest.splice(at === -1 ? largest.length : at, 0, amount);
  if (largest.length > limit) largest.pop();
}

/** A business receives such amounts from a changing set of customers, so comparable credits from any sender make another one ordinary. */
export const largeCredit = defineDetector({
  activityType: 'large_credit',
  category: 'Other Patterns',
  ruleVersion: 4,
  sources: [
    'FFIEC BSA/AML manual, Automated Clearing House: identify customers with frequent and large ACH transactions',
    'Nacha, risk management topics, credit-push fraud monitoring by the RDFI (2026): incoming credits out of profile',
    'Tazama rules 018, 020 and 048 (size against history)',
  ],
  parameters: [
    // Never scaled, because the institution sets this amount itself.
    fixedAmount(
      'largeTransactionAmount',
      [500, 10_000, 10_000_000],
      'Minimum amount of a large credit',
      'with $10,000, a $9,999 credit is not checked',
    ),
    ratio(
      'medianRatio',
      [1, 3, 100],
      "Multiple of the account's median credit",
      'with 3, $12,000 if the median is $4,000',
    ),
    days(
      'medianDays',
      [30, 180, 730],
      'Number of days before the credit that are included in the median',
      'with 180, about six months',
    ),
    fixedCount(
      'similarCredits',
      [1, 2, 20],
      'Number of earlier comparable credits from the same sender that makes a large credit ordinary',
      'with 2, two credits of $9,000 before one of $10,000',
    ),
    ratio(
      'similarShare',
      [0.1, 0.5, 1],
      'Minimum share of the amount for an earlier credit to be comparable',
      'with 0.5, $6,000 before $12,000',
    ),
    fixedCount(
      'accountCredits',
      [1, 3, 100],
      'Number of comparable credits from any sender in the median period that makes a large credit ordinary',
      'with 3, payments from three customers',
    ),
    ratio(
      'highRiskRatio',
      [1, 2.5, 100],
      'Multiple of the large-credit limit for high risk',
      'with 2.5, $25,000 if the limit is $10,000',
    ),
    deduplicationWindow(30),
  ],

  find({ account, parameters, comparableFrom, collect }) {
    const { largeTransactionAmount, medianRatio, medianDays, similarCredits, similarShare } = parameters;
    const credits = account.entries.filter(({ entry, isOriginal }) => entry.transactionType === 'Credit' && isOriginal);
    if (!credits.some(({ entry, isExempt }) => !isExempt && entry.amountCents >= largeTransactionAmount)) return [];
    // Counts from the newest credit back and stops as soon as enough are found, so accounts with many large credits stay fast.
    const comparableCredits = (epochDay: number, least: number) => {
      let found = 0;
      const from = firstIndexOnOrAfter(credits, epochDay - medianDays);
      for (let at = firstIndexOnOrAfter(credits, epochDay) - 1; at >= from; at -= 1) {
        if (found === parameters.accountCredits) break;
        const credit = credits[at];
        if (credit !== undefined && !credit.isExempt && credit.entry.amountCents >= least) found += 1;
      }
      return found;
    };
    const median = new RecentMedian(datedAmounts(credits));
    const senders = new Map<string, number[]>();
    return collect(credits, ({ entry, isExempt }) => {
      const { epochDay, amountCents, companyKey } = entry;
      const medianDaysBefore = { firstDay: epochDay - medianDays, lastDay: epochDay - 1 };
      const medianCents = median.between(medianDaysBefore.firstDay, medianDaysBefore.lastDay);
      const earlier = getOrAdd(senders, companyKey, () => []);
      const similarBefore = earlier.filter((amount) => amount >= amountCents * similarShare).length;
      addToLargest(earlier, amountCents, similarCredits);
      if (isExempt || epochDay < comparableFrom || amountCents < largeTransactionAmount) return null;
      if (medianCents !== null && amountCents < medianRatio * medianCents) return null;
      if (similarBefore >= similarCredits) return null;
      const comparableBefore = comparableCredits(epochDay, similarShare * amountCents);
      if (comparableBefore >= parameters.accountCredits) return null;
      const usual = { cents: medianCents, ...medianDaysBefore };
      return { strength: amountCents, median: usual, similarBefore, comparableBefore };
    });
  },

  explain({ entries, amountCents, first, peak, trigger }, { parameters }) {
    const { largeTransactionAmount, medianRatio, medianDays, similarCredits, similarShare, accountCredits } =
      parameters;
    const { strength, median, similarBefore, comparableBefore } = first;
    const highRiskCents = Math.round(parameters.highRiskRatio * largeTransactionAmount);
    const least = Math.max(largeTransactionAmount, Math.ceil(medianRatio * (median.cents ?? 0)));
    const comparable = formatDollars(Math.ceil(strength * similarShare));
    const { company, day } = trigger.entry;
    const what =
      entries.length === 1
        ? `Credit of ${formatDollars(amountCents)} from ${company} on ${day}`
        : `${entries.length} large credits totaled ${formatDollars(amountCents)} ${dayRange(entries)}, the first from ` +
          company;
    const usual =
      peak.median.cents === null
        ? `The account had no credits in the ${medianDays} days before`
        : `The account’s median credit in the ${medianDays} days before was ${formatDollars(Math.round(peak.median.cents))}`;
    const similar = similarBefore === 0 ? 'No' : similarBefore === 1 ? 'One' : similarBefore;
    return {
      percentageChange: percentageChange(peak.strength, peak.median.cents),
      description: `${what}. ${usual}. ${similar} earlier comparable credit${similarBefore === 1 ? '' : 's'} from the sender.`,
      figures: [
        figure.money([strength, '>=', largeTransactionAmount], 'Amount of the credit'),
        figure.count([similarBefore, '<', similarCredits], 'Earlier comparable credits from the same sender'),
        figure.count(
          [comparableBefore, '<', accountCredits],
          `Comparable credits from any sender in the ${medianDays} days before`,
        ),
        median.cents === null || median.cents === 0
          ? null
          : figure.ratio([strength / median.cents, '>=', medianRatio], 'Credit compared with the median credit'),
      ],
      highRiskFigures: [figure.money([peak.strength, '>=', highRiskCents], 'largest credit')],
      baseline: moneyBaseline('Median credit on this account', median),
      wouldBeSilent: [
        `An amount below ${formatDollars(least)}.`,
        `${pluralize(similarCredits - similarBefore, 'more earlier credit')} of ${comparable} or more from the same sender.`,
        `${pluralize(accountCredits - comparableBefore, 'more such credit')} from any sender in the ${medianDays} days before.`,
        'A credit described as pay, benefits, a tax refund, a loan, a claim or a distribution.',
      ],
    };
  },
});
