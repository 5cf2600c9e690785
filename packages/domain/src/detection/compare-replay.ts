import { type AlertEvidence, RISK_LEVELS, type RiskLevel } from '@clearwatch/contracts/alerts';
import type { ReplayDifference } from '@clearwatch/contracts/alerts.dto';
import { type Cents, formatDollars } from '../money/cents.ts';
import type { Finding } from './detector.ts';
import { displayedEvidence, displayedFigure } from './finding-evidence.ts';

/** An alert of the table: what it stored when it was raised, and what has changed since. */
export interface FrozenAlert
  extends Pick<Finding, 'activityType' | 'percentageChange' | 'description' | 'evidence'> {
  accountNumber: string;
  triggerEntryId: string;
  /** Grows with the behavior; evidence does not. */
  amountCents: Cents;
  /** May be a step higher than the rule's own, see `riskWithOtherAlerts`. */
  riskLevel: RiskLevel;
}

/** Percent: half of the last decimal of a ratio of two decimals, and of the one of a percentage. */
const MAX_ROUNDING_DIFFERENCE = 0.55;

export interface ReplayComparison {
  /** Differences in what the rule computes. Empty when the alert can be reproduced. */
  differences: ReplayDifference[];
  /** Differences with another reason, which is named: growth, another alert, the institution of today. */
  notes: ReplayDifference[];
}

/**
 * Compares an alert with what its rule finds now among the entries of then. `hasGrown` tells whether its amount was raised
 * after it was stored.
 */
export function compareReplay(
  frozen: FrozenAlert,
  again: Finding,
  { hasGrown }: { hasGrown: boolean },
): ReplayComparison {
  const differences: ReplayDifference[] = [];
  const notes: ReplayDifference[] = [];
  if (frozen.amountCents !== again.amountCents) {
    const [then, now] = [formatDollars(frozen.amountCents), formatDollars(again.amountCents)];
    if (hasGrown && frozen.amountCents > again.amountCents)
      notes.push({ what: 'Amount, which has grown since it was raised', was: now, is: then });
    else differences.push({ what: 'Amount', was: then, is: now });
  }
  if (frozen.riskLevel !== again.riskLevel) {
    const risks = { was: frozen.riskLevel, is: again.riskLevel };
    if (RISK_LEVELS.indexOf(risks.was) === RISK_LEVELS.indexOf(risks.is) + 1)
      notes.push({ what: 'Risk, raised by another alert on the account', ...risks });
    else differences.push({ what: 'Risk', ...risks });
  }
  const then = comparableTexts(frozen, displayedEvidence(frozen.evidence));
  const now = comparableTexts(again, withFrozenPrecision(frozen.evidence, again.evidence));
  for (const [what, was] of Object.entries(then)) {
    const is = now[what] ?? null;
    if (was !== is) differences.push({ what, was, is });
  }
  const users = { was: describeOtherAccounts(frozen.evidence), is: describeOtherAccounts(again.evidence) };
  if (users.was !== users.is) notes.push({ what: 'Other accounts that use the companies, today', ...users });
  return { differences, notes };
}

/** Shares of older rule versions have fewer decimals than the rule computes now. Equal ones keep the stored text. */
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

/** A text for each part of an alert that a person would compare. */
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
