import type { EvidenceFigure } from '@clearwatch/contracts/alerts';
import { type Cents, dollarsToCents, formatDollars } from '../../money/cents.ts';
import { type Behavior, BehaviorCollector } from '../behaviors.ts';
import { defineDetector, type ParametersOf } from '../define-detector.ts';
import { count, days, deduplicationWindow, firstComparableDay, fixedAmount, sum } from '../detector.ts';
import { AmountWindow } from '../entry-windows.ts';
import { countFigure, moneyFigure, percentageChange } from '../finding-evidence.ts';
import {
  accountGroupsOf,
  dailyTotals,
  describeUsualCredits,
  SUB_THRESHOLD_PARAMETERS,
  SubThresholdCredits,
  type SubThresholdStatus,
  subThresholdBaseline,
  subThresholdFigures,
  subThresholdLimits,
  subThresholdWouldBeSilent,
} from '../sub-threshold-credits.ts';

const RULE = {
  activityType: 'structuring',
  category: 'Structuring',
  ruleVersion: 2,
  sources: [
    '31 CFR 1010.314 and 1010.100(xx): structuring, "in any amount ... on one or more days ... in any manner"',
    '31 CFR 1010.311 and 1010.313: the $10,000 line and aggregation concern currency; for ACH the pattern is monitored for the SAR duty of 31 CFR 1020.320 and 12 CFR 748.1(d)',
    'FinCEN administrative ruling on suspicious activity reporting of structuring: repeated days under $10,000',
    'FFIEC BSA/AML manual, appendix F and appendix G',
    'Tazama rules 021 and 091',
  ],
  parameters: [
    ...SUB_THRESHOLD_PARAMETERS,
    fixedAmount('nearLineMinimum', [5000, 8000, 9900], 'a credit just below the line'),
    count('nearLineCount', [2, 3, 50], 'credits just below the line'),
    days('nearLineDays', [2, 11, 60], 'days in which those fall'),
    fixedAmount('spreadMinimum', [500, 2000, 9000], 'least of the spread credits'),
    count('spreadCount', [3, 5, 100], 'spread credits'),
    count('spreadDistinctDays', [2, 3, 30], 'different days of spread credits'),
    days('spreadDays', [2, 7, 60], 'days in which those fall'),
    sum('spreadSum', [10_000, 15_000, 1_000_000], 'sum of the spread credits'),
    sum('highRiskSum', [10_000, 25_000, 10_000_000], 'total for high risk'),
    deduplicationWindow(30),
  ],
} as const;

type Parameters = ParametersOf<typeof RULE>;

/** A window of credits that met the condition; amounts in cents. */
interface Pattern {
  /** Sum of the window's credits. */
  strength: Cents;
  kind: 'nearLine' | 'spread';
  count: number;
  distinctDays: number;
  standing: SubThresholdStatus;
}

/**
 * Credits kept below $10,000 that together pass it: (a) three or more just below the line within 11 days, or (b) five or
 * more of $2,000 and up on three days or more within a week, $15,000 together, while no account reaches the line on any
 * day. Read over all accounts of a member. ACH is not currency, so nothing here is reportable as such: the pattern only
 * resembles structuring, and a single credit below the line is never enough.
 */
export const structuring = defineDetector(RULE, ({ history, context, parameters, finding }) => {
  const comparableFrom = firstComparableDay(context);
  return accountGroupsOf(history, parameters.maximumAccounts)
    .flatMap((accounts) => {
      const credits = new SubThresholdCredits(accounts, subThresholdLimits(parameters));
      return patternsOf(credits, parameters, comparableFrom);
    })
    .map((pattern) =>
      finding({
        behaviour: pattern,
        riskLevel: pattern.amountCents >= dollarsToCents(parameters.highRiskSum) ? 'high' : 'medium',
        percentageChange: percentageChange(pattern.amountCents, pattern.first.standing.normal.cents),
        description: describe(pattern, parameters),
        figures: figuresOf(pattern, parameters),
        baseline: subThresholdBaseline(pattern.first.standing),
        wouldBeSilent: wouldBeSilent(pattern.first, parameters),
        dailyTotals: dailyTotals(pattern.entries),
      }),
    );
});

function patternsOf(
  credits: SubThresholdCredits,
  parameters: Parameters,
  comparableFrom: number,
): Behavior<Pattern>[] {
  const least = dollarsToCents(Math.min(parameters.nearLineMinimum, parameters.spreadMinimum));
  const entries = credits.candidates.filter(({ entry }) => entry.amountCents >= least);
  const collector = new BehaviorCollector<Pattern>(entries, parameters.coolDays);
  const nearLine = new AmountWindow(parameters.nearLineDays);
  const spread = new AmountWindow(parameters.spreadDays);
  entries.forEach((credit, at) => {
    const { amountCents, epochDay } = credit.entry;
    const isNearLine = amountCents >= dollarsToCents(parameters.nearLineMinimum);
    const isSpread = amountCents >= dollarsToCents(parameters.spreadMinimum);
    if (isNearLine) nearLine.add(credit, at);
    if (isSpread) spread.add(credit, at);
    if (epochDay < comparableFrom) return;
    const completesNearLine = isNearLine && nearLine.count >= parameters.nearLineCount;
    const completesSpread =
      isSpread &&
      spread.count >= parameters.spreadCount &&
      spread.distinctDays >= parameters.spreadDistinctDays &&
      spread.sumCents >= dollarsToCents(parameters.spreadSum) &&
      !credits.reachedLineBetween(epochDay - parameters.spreadDays + 1, epochDay);
    if (!completesNearLine && !completesSpread) return;
    const standing = credits.standingOn(epochDay);
    if (!standing.isMet) return;
    const [kind, window] = completesNearLine
      ? (['nearLine', nearLine] as const)
      : (['spread', spread] as const);
    const { count, distinctDays, sumCents, firstIndex } = window;
    collector.complete({
      from: firstIndex,
      at,
      detail: { strength: sumCents, kind, count, distinctDays, standing },
    });
  });
  return collector.behaviours();
}

function describe({ entries, amountCents, first }: Behavior<Pattern>, parameters: Parameters): string {
  const senders = new Set(entries.map(({ entry }) => entry.companyKey)).size;
  const accounts = new Set(entries.map(({ entry }) => entry.accountNumber)).size;
  const where = accounts > 1 ? ` on ${accounts} accounts of the member` : '';
  return (
    `${entries.length} credits below ${formatDollars(dollarsToCents(parameters.reportingLine))} from ${senders} ` +
    `${senders === 1 ? 'sender' : 'senders'}${where}, ${formatDollars(amountCents)} in all from ` +
    `${entries[0]?.entry.day} to ${entries.at(-1)?.entry.day}; ${describeUsualCredits(first.standing)}. ` +
    'The pattern resembles structuring around the $10,000 reporting line.'
  );
}

function figuresOf({ first, amountCents }: Behavior<Pattern>, parameters: Parameters): EvidenceFigure[] {
  const { kind, count: credits, distinctDays, strength, standing } = first;
  const { nearLineMinimum, nearLineDays, spreadMinimum, spreadDays } = parameters;
  const figures =
    kind === 'nearLine'
      ? [
          countFigure({
            label: `Credits of ${formatDollars(dollarsToCents(nearLineMinimum))} to below the line within ${nearLineDays} days`,
            value: credits,
            threshold: parameters.nearLineCount,
          }),
        ]
      : [
          countFigure({
            label: `Credits of ${formatDollars(dollarsToCents(spreadMinimum))} to below the line within ${spreadDays} days`,
            value: credits,
            threshold: parameters.spreadCount,
          }),
          countFigure({
            label: 'Days with such credits',
            value: distinctDays,
            threshold: parameters.spreadDistinctDays,
          }),
          moneyFigure({
            label: 'Sum of such credits',
            value: strength,
            threshold: dollarsToCents(parameters.spreadSum),
          }),
        ];
  figures.push(...subThresholdFigures(standing, parameters));
  if (amountCents >= dollarsToCents(parameters.highRiskSum)) {
    figures.push(
      moneyFigure({
        label: 'High risk: total',
        value: amountCents,
        threshold: dollarsToCents(parameters.highRiskSum),
      }),
    );
  }
  return figures;
}

function wouldBeSilent({ kind, standing }: Pattern, parameters: Parameters): string[] {
  const { nearLineMinimum, nearLineCount, nearLineDays, spreadMinimum, spreadCount, spreadDays } = parameters;
  const [fewest, least, within] =
    kind === 'nearLine'
      ? [nearLineCount, nearLineMinimum, nearLineDays]
      : [spreadCount, spreadMinimum, spreadDays];
  return [
    `With ${fewest - 1} credits of ${formatDollars(dollarsToCents(least))} or more within ${within} days instead of ${fewest}.`,
    ...subThresholdWouldBeSilent(standing, parameters),
  ];
}
