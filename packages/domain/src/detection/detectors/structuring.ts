import { formatDollars } from '../../money/cents.ts';
import { defineDetector } from '../define-detector.ts';
import { count, days, deduplicationWindow, fixedAmount, sum } from '../detector.ts';
import { EntryWindow } from '../entry-windows.ts';
import { figure } from '../finding-evidence.ts';
import { pluralize } from '../finding-facts.ts';
import { SUB_THRESHOLD_PARAMETERS, subThresholdCredits, subThresholdDetails } from '../sub-threshold-credits.ts';

/** ACH is not currency, so these credits are not reportable as currency transactions. The pattern only resembles structuring. */
export const structuring = defineDetector({
  activityType: 'structuring',
  category: 'Structuring',
  ruleVersion: 4,
  sources: [
    '31 CFR 1010.314 and 1010.100(xx): structuring, "in any amount ... on one or more days ... in any manner"',
    '31 CFR 1010.311 and 1010.313: the $10,000 reporting threshold and aggregation apply to currency; for ACH, the pattern is monitored because of the SAR requirement under 31 CFR 1020.320 and 12 CFR 748.1(d)',
    'FinCEN administrative ruling on suspicious activity reporting of structuring: repeated days under $10,000',
    'FFIEC BSA/AML manual, appendix F and appendix G',
    'Tazama rules 021 and 091',
  ],
  parameters: [
    ...SUB_THRESHOLD_PARAMETERS,
    fixedAmount(
      'nearLineMinimum',
      [5000, 8000, 9900],
      'Minimum credit just below the reporting threshold',
      'with $8,000, a $9,500 credit counts and a $7,900 credit does not',
    ),
    count(
      'nearLineCount',
      [2, 3, 50],
      'Number of credits just below the reporting threshold that raises an alert',
      'with 3, credits of $9,500, $9,200 and $8,800',
    ),
    days('nearLineDays', [2, 11, 60], 'Number of days within which those credits must occur', 'with 11, March 1 to 11'),
    fixedAmount(
      'spreadMinimum',
      [500, 2000, 9000],
      'Minimum credit in a spread pattern',
      'with $2,000, a $1,900 credit is not counted',
    ),
    count(
      'spreadCount',
      [3, 5, 100],
      'Number of credits in a spread pattern that raises an alert',
      'with 5, five credits of $3,000',
    ),
    count(
      'spreadDistinctDays',
      [2, 3, 30],
      'Minimum number of different days with credits in a spread pattern',
      'with 3, Monday, Tuesday and Thursday',
    ),
    days(
      'spreadDays',
      [2, 7, 60],
      'Number of days within which the credits in a spread pattern must occur',
      'with 7, March 1 to 7',
    ),
    sum(
      'spreadSum',
      [10_000, 15_000, 1_000_000],
      'Minimum total of the credits in a spread pattern',
      'with $15,000, five credits of $3,000',
    ),
    sum(
      'highRiskSum',
      [10_000, 25_000, 10_000_000],
      'Minimum alert total for high risk',
      'with $25,000, an alert of $26,000 is high risk',
    ),
    deduplicationWindow(30),
  ],

  find({ accounts, parameters, comparableFrom, collect }) {
    const { nearLineMinimum, nearLineDays, spreadMinimum, spreadDays } = parameters;
    const credits = subThresholdCredits(accounts, parameters);
    const least = Math.min(nearLineMinimum, spreadMinimum);
    const entries = credits.candidates.filter(({ entry }) => entry.amountCents >= least);
    const nearLine = new EntryWindow(nearLineDays);
    const spread = new EntryWindow(spreadDays, ({ entry }) => entry.epochDay);
    return collect(entries, (credit, at) => {
      const { amountCents, epochDay } = credit.entry;
      const isNearLine = amountCents >= nearLineMinimum;
      const isSpread = amountCents >= spreadMinimum;
      if (isNearLine) nearLine.add(credit, at);
      if (isSpread) spread.add(credit, at);
      if (epochDay < comparableFrom) return null;
      const completesNearLine = isNearLine && nearLine.count >= parameters.nearLineCount;
      const completesSpread =
        isSpread &&
        spread.count >= parameters.spreadCount &&
        spread.distinct >= parameters.spreadDistinctDays &&
        spread.sumCents >= parameters.spreadSum &&
        !credits.reachedLineBetween(epochDay - spreadDays + 1, epochDay);
      if (!completesNearLine && !completesSpread) return null;
      const status = credits.statusOn(epochDay);
      if (!status.isMet) return null;
      const { firstIndex: from, sumCents: strength, count: number } = completesNearLine ? nearLine : spread;
      return { from, strength, isNearLine: completesNearLine, number, distinctDays: spread.distinct, status };
    });
  },

  explain(found, { parameters }) {
    const { isNearLine, number, distinctDays, strength } = found.first;
    const { spreadDistinctDays, spreadSum } = parameters;
    const [fewest, least, within] = isNearLine
      ? [parameters.nearLineCount, parameters.nearLineMinimum, parameters.nearLineDays]
      : [parameters.spreadCount, parameters.spreadMinimum, parameters.spreadDays];
    const label = `Credits of ${formatDollars(least)} or more, but below the reporting threshold, within ${within} days`;
    const ofSpread = [
      figure.count([distinctDays, '>=', spreadDistinctDays], 'Days with such credits'),
      figure.money([strength, '>=', spreadSum], 'Total of such credits'),
    ];
    return subThresholdDetails(found, parameters, {
      credits: `credits below ${formatDollars(parameters.reportingLine)}`,
      figures: [figure.count([number, '>=', fewest], label), ...(isNearLine ? [] : ofSpread)],
      wouldBeSilent: [
        `Only ${pluralize(fewest - 1, 'credit')} of ${formatDollars(least)} or more within ${within} days instead of ${number}.`,
      ],
    });
  },
});
