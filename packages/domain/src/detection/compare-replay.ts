import {
  type ActivityType,
  type AlertEvidence,
  RISK_LEVELS,
  type RiskLevel,
} from '@clearwatch/contracts/alerts';
import type { ReplayDifference } from '@clearwatch/contracts/alerts.dto';
import { type Cents, formatDollars } from '../money/cents.ts';
import type { Finding } from './detector.ts';
import { displayedEvidence, displayedFigure } from './finding-evidence.ts';

/** An alert as it stands in the table: what it froze, and what has been made of it since. */
export interface FrozenAlert {
  activityType: ActivityType;
  accountNumber: string;
  triggerEntryId: string;
  /** Grows with the behaviour; evidence does not. */
  amountCents: Cents;
  /** May be a step higher than the rule's own, see `riskAmong`. */
  riskLevel: RiskLevel;
  /** Decimal text, null without a baseline. */
  percentageChange: string | null;
  description: string;
  evidence: AlertEvidence;
}

/** Percent: half of the last decimal of a ratio of two decimals, and of the one of a percentage. */
const MAX_ROUNDING_DIFFERENCE = 0.55;

export interface ReplayComparison {
  /** What the rule computes otherwise than it did. Empty: the alert can be reproduced. */
  differences: ReplayDifference[];
  /** What is otherwise for another reason, which is named: growth, a neighbour, the institution of today. */
  notes: ReplayDifference[];
}

/**
 * Sets an alert against what its rule says now of the entries of then. `hasGrown` says whether its amount was raised after it
 * was frozen.
 */
export function compareReplay(
  frozen: FrozenAlert,
  again: Finding,
  { hasGrown }: { hasGrown: boolean },
): ReplayComparison {
  const { differences, notes } = groupByKind([
    compareAmount(frozen, again, hasGrown),
    compareRisk(frozen, again),
  ]);
  const then = comparableTexts(frozen, displayedEvidence(frozen.evidence));
  const now = comparableTexts(again, withFrozenPrecision(frozen.evidence, again.evidence));
  for (const [what, said] of Object.entries(then)) {
    const says = now[what] ?? null;
    if (said !== says) differences.push({ what, was: said, is: says });
  }
  const [usersThen, usersNow] = [
    describeOtherAccounts(frozen.evidence),
    describeOtherAccounts(again.evidence),
  ];
  if (usersThen !== usersNow)
    notes.push({ what: 'Other accounts that use the companies, today', was: usersThen, is: usersNow });
  return { differences, notes };
}

/** Shares that an older version of the rule froze have fewer decimals than it computes now: equal ones read as they were frozen. */
function withFrozenPrecision(frozen: AlertEvidence, again: AlertEvidence): AlertEvidence {
  const figures = again.figures.map((figure, at) => {
    const was = frozen.figures[at];
    if (was === undefined || figure.unit !== 'percent') return figure;
    const shown = displayedFigure(was);
    const isEqual = (of: 'value' | 'threshold') =>
      Math.abs(Number(shown[of]) - Number(figure[of])) <= MAX_ROUNDING_DIFFERENCE;
    return shown === was || !isEqual('value') || !isEqual('threshold')
      ? figure
      : { ...figure, value: shown.value, threshold: shown.threshold };
  });
  return { ...again, figures };
}

type ComparedPart = { kind: 'same' } | { kind: 'difference' | 'note'; line: ReplayDifference };

function groupByKind(all: readonly ComparedPart[]): ReplayComparison {
  const linesOf = (kind: 'difference' | 'note') =>
    all.flatMap((one) => (one.kind === kind && 'line' in one ? [one.line] : []));
  return { differences: linesOf('difference'), notes: linesOf('note') };
}

function compareAmount(frozen: FrozenAlert, again: Finding, hasGrown: boolean): ComparedPart {
  if (frozen.amountCents === again.amountCents) return { kind: 'same' };
  const [then, now] = [formatDollars(frozen.amountCents), formatDollars(again.amountCents)];
  if (hasGrown && frozen.amountCents > again.amountCents)
    return {
      kind: 'note',
      line: { what: 'Amount, which has grown since it was raised', was: now, is: then },
    };
  return { kind: 'difference', line: { what: 'Amount', was: then, is: now } };
}

function compareRisk(frozen: FrozenAlert, again: Finding): ComparedPart {
  const [then, now] = [frozen.riskLevel, again.riskLevel];
  if (then === now) return { kind: 'same' };
  const isOneStepHigher = RISK_LEVELS.indexOf(then) === RISK_LEVELS.indexOf(now) + 1;
  return isOneStepHigher
    ? { kind: 'note', line: { what: 'Risk, raised by another alert on the account', was: then, is: now } }
    : { kind: 'difference', line: { what: 'Risk', was: then, is: now } };
}

/** What an alert says, a text for each part that a person would compare. */
function comparableTexts(
  alert: Pick<FrozenAlert, 'percentageChange' | 'description'>,
  evidence: AlertEvidence,
): Record<string, string> {
  const { entries, figures, baseline, window, wouldBeSilent, dailyTotals, facts, companies } = evidence;
  return {
    Description: alert.description,
    'Percentage change': alert.percentageChange === null ? 'none' : String(Number(alert.percentageChange)),
    'Trigger entry': evidence.triggerEntryId,
    'Entries of the pattern': entries
      .map(({ transactionId, amount, day, part }) =>
        [transactionId, day, amount, part ?? ''].join(' ').trim(),
      )
      .join('; '),
    Figures: figures
      .map(({ label, value, comparison, threshold }) => `${label}: ${value} ${comparison} ${threshold}`)
      .join('; '),
    Baseline:
      baseline === null
        ? 'none'
        : `${baseline.label}: ${baseline.value}, ${baseline.firstDay} to ${baseline.lastDay}`,
    Window: `${window.firstDay} to ${window.lastDay}`,
    'What would have kept it silent': wouldBeSilent.join(' '),
    'Daily totals': dailyTotals
      .map(({ day, accountNumber, credits }) => `${day} ${accountNumber} ${credits}`)
      .join('; '),
    'Other facts': facts.map(({ label, value }) => `${label}: ${value}`).join('; '),
    'First days of the companies': companies
      .map(({ company, firstSeenOnAccount }) => `${company} ${firstSeenOnAccount}`)
      .join('; '),
  };
}

function describeOtherAccounts({ companies }: AlertEvidence): string {
  return companies.map(({ company, otherAccounts }) => `${company}: ${otherAccounts}`).join('; ');
}
