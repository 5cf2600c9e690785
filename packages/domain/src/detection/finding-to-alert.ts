import { RISK_LEVELS, type RiskLevel } from '@clearwatch/contracts/alerts';
import { type Day, epochDay } from '../calendar/day.ts';
import type { Cents } from '../money/cents.ts';
import type { DatedEntry } from './detection-entry.ts';
import type { Finding } from './detector.ts';
import { evidenceEntries } from './finding-evidence.ts';

/** An alert in the table, of the finding's activity type. */
export interface ExistingAlert {
  id: string;
  accountNumber: string;
  triggerEntryId: string;
  /** Event day of the trigger entry. */
  anchorDay: Day;
  amountCents: Cents;
  reviewed: boolean;
}

/** `insert` carries the finding to store, anchored where the alert has to be; `raise` never touches anything reviewed. */
export type DeduplicationDecision =
  | { action: 'insert'; finding: Finding }
  | { action: 'raise'; alertId: string; amountCents: Cents }
  | { action: 'skip'; reason: string };

/** A reviewed behaviour must grow by half before it is shown again. */
const REALERT_GROWTH = 1.5;

/**
 * What to do with a finding, given the alerts of its type that exist (detection catalogue, section 3):
 *
 * - none on its accounts with an anchor within `coolDays` of the finding's: insert
 * - an unreviewed one: raise its amount to the larger total, or skip when it is not larger
 * - only reviewed ones: skip until the total is 1.5 times the largest reviewed amount; then insert, anchored at the entry
 *   with which the total got there, or the next that carries no alert yet: of a type an entry anchors one alert
 *
 * Deciding again on unchanged data always skips.
 */
export function deduplicateFinding(
  finding: Finding,
  existing: readonly ExistingAlert[],
): DeduplicationDecision {
  const day = epochDay(finding.triggerDay);
  const accounts = accountsOfFinding(finding);
  const near = existing.filter(
    (alert) =>
      alert.triggerEntryId === finding.triggerEntryId ||
      (accounts.has(alert.accountNumber) && Math.abs(epochDay(alert.anchorDay) - day) <= finding.coolDays),
  );
  if (near.length === 0) return { action: 'insert', finding };
  const unreviewed = near.filter((alert) => !alert.reviewed).toSorted(byAnchor);
  const open = unreviewed.find((alert) => alert.triggerEntryId === finding.triggerEntryId) ?? unreviewed[0];
  if (open !== undefined) {
    return finding.amountCents > open.amountCents
      ? { action: 'raise', alertId: open.id, amountCents: finding.amountCents }
      : { action: 'skip', reason: 'an unreviewed alert already shows this behaviour' };
  }
  const outgrowing = entryReaching(finding, {
    cents: REALERT_GROWTH * Math.max(...near.map((alert) => alert.amountCents)),
    taken: new Set(near.map(({ triggerEntryId }) => triggerEntryId)),
  });
  return outgrowing === null
    ? { action: 'skip', reason: 'a reviewed alert shows this behaviour and it has not grown by half since' }
    : { action: 'insert', finding: anchoredAt(finding, outgrowing) };
}

/**
 * The accounts on which an alert of the behaviour may stand. Rules over all accounts of a member may meet an earlier
 * beginning on another account once older data are imported; it stays one behaviour.
 */
export function accountsOfFinding(finding: Finding): Set<string> {
  return new Set([finding.accountNumber, ...finding.entries.map(({ accountNumber }) => accountNumber)]);
}

/** The first entry with which the behaviour's total is at least `cents` and that is not taken; null without one. */
function entryReaching(
  finding: Finding,
  { cents, taken }: { cents: Cents; taken: ReadonlySet<string> },
): DatedEntry | null {
  let total = 0;
  for (const entry of finding.countedEntries) {
    total += entry.amountCents;
    if (total >= cents && !taken.has(entry.id)) return entry;
  }
  return null;
}

/** The finding as the alert shows that another of its entries anchors. */
export function anchoredAt(finding: Finding, trigger: DatedEntry): Finding {
  const parts = new Map(finding.evidence.entries.map(({ transactionId, part }) => [transactionId, part]));
  return {
    ...finding,
    accountNumber: trigger.accountNumber,
    triggerEntryId: trigger.id,
    triggerDay: trigger.day,
    evidence: {
      ...finding.evidence,
      triggerEntryId: trigger.id,
      entries: evidenceEntries(finding.entries, trigger, ({ id }) => parts.get(id) ?? null),
    },
  };
}

function byAnchor(left: ExistingAlert, right: ExistingAlert): number {
  return left.anchorDay < right.anchorDay ? -1 : 1;
}

/** One rule keeps silent about one account until a day, because an admin said so. */
export interface RuleSuppression {
  accountNumber: string;
  activityType: string;
  /** The last day of silence. */
  until: Day;
}

/**
 * Whether a finding raises no alert: its rule is silenced for the account of its trigger, which lies on the last day of
 * silence or before. That day counts, not the day of the analysis: when the silence has run out, what it covered does not
 * come up by the next analysis. A silence that was lifted is none; the caller leaves it out.
 */
export function isSuppressed(
  finding: Pick<Finding, 'activityType' | 'accountNumber' | 'triggerDay'>,
  silences: readonly RuleSuppression[],
): boolean {
  return silences.some(
    ({ accountNumber, activityType, until }) =>
      accountNumber === finding.accountNumber &&
      activityType === finding.activityType &&
      finding.triggerDay <= until,
  );
}

const RAISING_ALERT_DAYS = 30;

/** An alert on the same account, of any type. */
export interface NeighboringAlert {
  accountNumber: string;
  category: string;
  riskLevel: RiskLevel;
  reviewed: boolean;
  anchorDay: Day;
}

/**
 * The finding's risk, one step higher when its account has an unreviewed high alert of another category within 30 days
 * (detection catalogue, section 3). Needs the alerts table, so the caller applies it last.
 */
export function riskWithOtherAlerts(finding: Finding, alerts: readonly NeighboringAlert[]): RiskLevel {
  const day = epochDay(finding.triggerDay);
  const raised = alerts.some(
    (alert) =>
      alert.accountNumber === finding.accountNumber &&
      alert.category !== finding.category &&
      alert.riskLevel === 'high' &&
      !alert.reviewed &&
      Math.abs(epochDay(alert.anchorDay) - day) <= RAISING_ALERT_DAYS,
  );
  return raised ? oneStepHigher(finding.riskLevel) : finding.riskLevel;
}

function oneStepHigher(risk: RiskLevel): RiskLevel {
  return RISK_LEVELS[RISK_LEVELS.indexOf(risk) + 1] ?? 'high';
}
