import type { EvidenceFigure } from '@clearwatch/contracts/alerts';
import { type Cents, dollarsToCents, formatDollars } from '../../money/cents.ts';
import { type Behavior, BehaviorCollector } from '../behaviors.ts';
import { defineDetector, type ParametersOf } from '../define-detector.ts';
import {
  count,
  days,
  deduplicationWindow,
  firstComparableDay,
  fixedAmount,
  ratio,
  sum,
} from '../detector.ts';
import { AmountWindow } from '../entry-windows.ts';
import { countFigure, moneyFigure, percentageChange, shareFigure } from '../finding-evidence.ts';
import type { AccountHistory, PreparedEntry } from '../member-history.ts';
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
  activityType: 'round_amount_structuring',
  category: 'Structuring',
  ruleVersion: 2,
  sources: [
    '31 CFR 1010.314 and 1010.100(xx): structuring, "in any amount ... on one or more days ... in any manner"',
    '31 CFR 1010.311 and 1010.313: the $10,000 line and aggregation concern currency; for ACH the pattern is monitored for the SAR duty of 31 CFR 1020.320 and 12 CFR 748.1(d)',
    'FFIEC BSA/AML manual, appendix F: large, round-dollar transfers; amounts below $3,000 then consolidated; appendix G',
    'Tazama rules 021 and 091',
  ],
  parameters: [
    ...SUB_THRESHOLD_PARAMETERS,
    fixedAmount('roundMultiple', [10, 100, 1000], 'a round credit is a multiple of this'),
    fixedAmount('roundMinimum', [100, 1000, 9000], 'least of a round credit'),
    count('roundCount', [3, 4, 100], 'round credits'),
    ratio('roundShare', [0.5, 0.8, 1], 'share of the credits below the line that are round'),
    days('roundDays', [2, 14, 60], 'days in which those fall'),
    sum('highRiskSum', [10_000, 20_000, 10_000_000], 'total for high risk'),
    deduplicationWindow(30),
  ],
} as const;

type Parameters = ParametersOf<typeof RULE>;

/** A window of round credits that met the condition. */
interface Pattern {
  /** Sum of the round credits, in cents. */
  strength: Cents;
  round: number;
  /** All credits below the line in the window, the round ones among them. */
  candidates: number;
  standing: SubThresholdStatus;
}

/**
 * Four or more credits in round hundreds within 14 days, each below $10,000 and together above it, when four in five of
 * the credits that nothing explains are round. Real payments for real things seldom come in round hundreds one after the
 * other. Takes the place of `structuring` when both tell of the same credits, see `withoutOverlaps`. Read over all
 * accounts of a member. ACH is not currency, so nothing here is reportable as such.
 *
 * Only a round credit completes the condition: the share also rises when an odd amount leaves the window, and nobody
 * would understand an alert that a day without any round credit raised.
 */
export const roundAmountStructuring = defineDetector(RULE, ({ history, context, parameters, finding }) => {
  const comparableFrom = firstComparableDay(context);
  return accountGroupsOf(history, parameters.maximumAccounts)
    .filter((accounts) => hasRoundCredits(accounts, parameters))
    .flatMap((accounts) =>
      patternsOf(
        new SubThresholdCredits(accounts, subThresholdLimits(parameters)),
        parameters,
        comparableFrom,
      ),
    )
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

/** Whether there are enough round credits at all; nearly every member has too few, and the rule is done with it. */
function hasRoundCredits(accounts: readonly AccountHistory[], parameters: Parameters): boolean {
  let missing = parameters.roundCount;
  for (const { entries } of accounts) {
    for (const credit of entries) {
      if (isRound(credit, parameters) && !credit.isEstablished && !credit.isExempt) missing -= 1;
      if (missing === 0) return true;
    }
  }
  return false;
}

function isRound({ entry }: PreparedEntry, { roundMultiple, roundMinimum }: Parameters): boolean {
  return (
    entry.amountCents % dollarsToCents(roundMultiple) === 0 &&
    entry.amountCents >= dollarsToCents(roundMinimum) &&
    entry.transactionType === 'Credit'
  );
}

function patternsOf(
  credits: SubThresholdCredits,
  parameters: Parameters,
  comparableFrom: number,
): Behavior<Pattern>[] {
  const roundCredits: PreparedEntry[] = [];
  const collector = new BehaviorCollector<Pattern>(roundCredits, parameters.coolDays);
  const candidates = new AmountWindow(parameters.roundDays);
  const round = new AmountWindow(parameters.roundDays);
  credits.candidates.forEach((credit, at) => {
    candidates.add(credit, at);
    if (!isRound(credit, parameters)) return;
    const roundAt = roundCredits.push(credit) - 1;
    round.add(credit, roundAt);
    const { epochDay } = credit.entry;
    if (
      epochDay < comparableFrom ||
      round.count < parameters.roundCount ||
      round.count < parameters.roundShare * candidates.count ||
      round.sumCents <= dollarsToCents(parameters.reportingLine)
    )
      return;
    const standing = credits.standingOn(epochDay);
    if (!standing.isMet) return;
    collector.complete({
      from: round.firstIndex,
      at: roundAt,
      detail: { strength: round.sumCents, round: round.count, candidates: candidates.count, standing },
    });
  });
  return collector.behaviours();
}

function describe({ entries, amountCents, first }: Behavior<Pattern>, parameters: Parameters): string {
  const senders = new Set(entries.map(({ entry }) => entry.companyKey)).size;
  const accounts = new Set(entries.map(({ entry }) => entry.accountNumber)).size;
  const where = accounts > 1 ? ` on ${accounts} accounts of the member` : '';
  return (
    `${entries.length} credits in multiples of ${formatDollars(dollarsToCents(parameters.roundMultiple))}, each below ` +
    `${formatDollars(dollarsToCents(parameters.reportingLine))}, from ${senders} ${senders === 1 ? 'sender' : 'senders'}${where}, ` +
    `${formatDollars(amountCents)} in all from ${entries[0]?.entry.day} to ${entries.at(-1)?.entry.day}; ` +
    `${describeUsualCredits(first.standing)}. The pattern resembles structuring around the $10,000 reporting line.`
  );
}

function figuresOf({ first, amountCents }: Behavior<Pattern>, parameters: Parameters): EvidenceFigure[] {
  const { round, candidates, strength, standing } = first;
  const figures = [
    countFigure({
      label: `Round credits of ${formatDollars(dollarsToCents(parameters.roundMinimum))} or more within ${parameters.roundDays} days`,
      value: round,
      threshold: parameters.roundCount,
    }),
    shareFigure({
      label: 'Their share of the unexplained credits below the line',
      value: round / candidates,
      threshold: parameters.roundShare,
    }),
    moneyFigure({
      label: 'Sum of the round credits',
      value: strength,
      comparison: '>',
      threshold: dollarsToCents(parameters.reportingLine),
    }),
    ...subThresholdFigures(standing, parameters),
  ];
  const threshold = dollarsToCents(parameters.highRiskSum);
  return amountCents < threshold
    ? figures
    : [...figures, moneyFigure({ label: 'High risk: total', value: amountCents, threshold })];
}

function wouldBeSilent({ round, candidates, standing }: Pattern, parameters: Parameters): string[] {
  const { roundCount, roundDays, roundShare } = parameters;
  // The fewest odd amounts that bring the share of the round ones below the limit.
  const odd = Math.floor(round / roundShare) + 1 - candidates;
  return [
    `With ${roundCount - 1} round credits within ${roundDays} days instead of ${round}.`,
    `With ${odd} more ${odd === 1 ? 'credit' : 'credits'} below the line in amounts that are not round.`,
    ...subThresholdWouldBeSilent(standing, parameters),
  ];
}
