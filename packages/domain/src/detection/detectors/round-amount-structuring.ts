import { formatDollars } from '../../money/cents.ts';
import { defineDetector } from '../define-detector.ts';
import { count, days, deduplicationWindow, fixedAmount, ratio, sum } from '../detector.ts';
import { EntryWindow } from '../entry-windows.ts';
import { figure } from '../finding-evidence.ts';
import { pluralize } from '../finding-facts.ts';
import type { PreparedEntry } from '../member-history.ts';
import { SUB_THRESHOLD_PARAMETERS, subThresholdCredits, subThresholdDetails } from '../sub-threshold-credits.ts';

/** Checked only at round credits, because the share of round credits also rises when another credit leaves the window. */
export const roundAmountStructuring = defineDetector({
  activityType: 'round_amount_structuring',
  category: 'Structuring',
  ruleVersion: 4,
  sources: [
    '31 CFR 1010.314 and 1010.100(xx): structuring, "in any amount ... on one or more days ... in any manner"',
    '31 CFR 1010.311 and 1010.313: the $10,000 reporting threshold and aggregation apply to currency; for ACH, the pattern is monitored because of the SAR requirement under 31 CFR 1020.320 and 12 CFR 748.1(d)',
    'FFIEC BSA/AML manual, appendix F: large, round-dollar transfers; amounts below $3,000 then consolidated; appendix G',
    'Tazama rules 021 and 091',
  ],
  parameters: [
    ...SUB_THRESHOLD_PARAMETERS,
    fixedAmount(
      'roundMultiple',
      [10, 100, 1000],
      'A round credit is a multiple of this amount',
      'with $100, $2,500 is round and $2,550 is not',
    ),
    fixedAmount(
      'roundMinimum',
      [100, 1000, 9000],
      'Minimum round credit counted',
      'with $1,000, a $900 credit is not counted',
    ),
    count('roundCount', [3, 4, 100], 'Number of round credits that raises an alert', 'with 4, four credits of $3,000'),
    ratio(
      'roundShare',
      [0.5, 0.8, 1],
      'Minimum share of round credits among credits below the reporting threshold',
      'with 0.8, four of five',
    ),
    days('roundDays', [2, 14, 60], 'Number of days within which those credits must occur', 'with 14, March 1 to 14'),
    sum(
      'highRiskSum',
      [10_000, 20_000, 10_000_000],
      'Minimum alert total for high risk',
      'with $20,000, an alert of $21,000 is high risk',
    ),
    deduplicationWindow(30),
  ],

  find({ accounts, parameters, comparableFrom, collect }) {
    const { roundMultiple, roundMinimum, roundCount, roundShare, roundDays } = parameters;
    const isRound = ({ entry, isEstablished, isExempt }: PreparedEntry) =>
      entry.amountCents % roundMultiple === 0 &&
      entry.amountCents >= roundMinimum &&
      entry.transactionType === 'Credit' &&
      !isEstablished &&
      !isExempt;
    // Nearly every member has too few round credits, so this check comes first.
    const roundCredits = accounts.flatMap(({ entries }) => entries.filter(isRound));
    if (roundCredits.length < roundCount) return [];
    const credits = subThresholdCredits(accounts, parameters);
    const candidates = new EntryWindow(roundDays);
    const candidatesUntil = new Map<PreparedEntry, number>();
    for (const credit of credits.candidates) {
      candidates.add(credit);
      candidatesUntil.set(credit, candidates.count);
    }
    const window = new EntryWindow(roundDays);
    return collect(credits.candidates.filter(isRound), (credit) => {
      window.add(credit);
      const { epochDay } = credit.entry;
      const round = window.count;
      const all = candidatesUntil.get(credit) ?? round;
      if (epochDay < comparableFrom || round < roundCount || round < roundShare * all) return null;
      if (window.sumCents <= parameters.reportingLine) return null;
      const status = credits.statusOn(epochDay);
      return status.isMet ? { from: window.firstIndex, strength: window.sumCents, round, all, status } : null;
    });
  },

  explain(found, { parameters }) {
    const { round, all, strength } = found.first;
    const { roundMultiple, roundMinimum, roundCount, roundDays, roundShare, reportingLine } = parameters;
    const label = `Round credits of ${formatDollars(roundMinimum)} or more within ${roundDays} days`;
    // Minimum number of other amounts that bring the share of round credits below the limit.
    const odd = pluralize(Math.floor(round / roundShare) + 1 - all, 'more non-round credit');
    return subThresholdDetails(found, parameters, {
      credits: `credits in multiples of ${formatDollars(roundMultiple)}, each below ${formatDollars(reportingLine)},`,
      figures: [
        figure.count([round, '>=', roundCount], label),
        figure.share(
          [round / all, '>=', roundShare],
          'Share of round credits among unexplained credits below the reporting threshold',
        ),
        figure.money([strength, '>', reportingLine], 'Total of the round credits'),
      ],
      wouldBeSilent: [
        `Only ${pluralize(roundCount - 1, 'round credit')} within ${roundDays} days instead of ${round}.`,
        `${odd} below the reporting threshold.`,
      ],
    });
  },
});
