import { RISK_LEVELS, type RiskLevel } from '@clearwatch/contracts/alerts';
import { type Day, epochDay } from '../calendar/day.ts';
import type { Cents } from '../money/cents.ts';
import type { DatedEntry } from './detection-entry.ts';
import type { Finding } from './detector.ts';
import { evidenceEntries } from './finding-evidence.ts';

/** A stored alert with the finding's activity type. `anchorDay` is the event day of the trigger entry. */
export interface ExistingAlert {
  id: string;
  accountNumber: string;
  triggerEntryId: string;
  anchorDay: Day;
  amountCents: Cents;
  reviewed: boolean;
}

/** `insert` contains the finding to store, with the anchor for its alert. `raise` never changes a reviewed alert. */
export type DeduplicationDecision =
  | { action: 'insert'; finding: Finding }
  | { action: 'raise'; alertId: string; amountCents: Cents }
  | { action: 'skip'; reason: string };

const REALERT_GROWTH = 1.5;

/**
 * Determines what to do with a finding, given the existing alerts of its type (detection catalog, section 3). After a review, the new
 * alert is anchored at the first entry without an alert that makes the total grow enough. Repeating this on unchanged data always skips the
 * finding.
 */
export function deduplicateFinding(finding: Finding, existing: readonly ExistingAlert[]): DeduplicationDecision {
  const day = epochDay(finding.triggerDay);
  const accounts = accountsOfFinding(finding);
  const near = existing.filter(
    (alert) =>
      alert.triggerEntryId === finding.triggerEntryId ||
      (accounts.has(alert.accountNumber) && Math.abs(epochDay(alert.anchorDay) - day) <= finding.coolDays),
  );
  if (near.length === 0) return { action: 'insert', finding };
  const unreviewed = near
    .filter((alert) => !alert.reviewed)
    .toSorted((left, right) => (left.anchorDay < right.anchorDay ? -1 : 1));
  const open = unreviewed.find((alert) => alert.triggerEntryId === finding.triggerEntryId) ?? unreviewed[0];
  if (open !== undefined) {
    return finding.amountCents > open.amountCents
      ? { action: 'raise', alertId: open.id, amountCents: finding.amountCents }
      : { action: 'skip', reason: 'an unreviewed alert already covers this behavior' };
  }
  const least = REALERT_GROWTH * Math.max(...near.map((alert) => alert.amountCents));
  const anchors = new Set(near.map(({ triggerEntryId }) => triggerEntryId));
  let total = 0;
  for (const entry of finding.countedEntries) {
    total += entry.amountCents;
    if (total >= least && !anchors.has(entry.id)) return { action: 'insert', finding: anchoredAt(finding, entry) };
  }
  return {
    action: 'skip',
    reason: 'a reviewed alert covers this behavior, and its amount has grown by less than half since',
  };
}

/** The alert for the behavior may be on any of these accounts, because older data may add an earlier start on another account. */
export function accountsOfFinding(finding: Finding): Set<string> {
  return new Set([finding.accountNumber, ...finding.entries.map(({ accountNumber }) => accountNumber)]);
}

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

/** An admin suppressed one rule for one account. `until` is the last suppressed day. */
export interface RuleSuppression {
  accountNumber: string;
  activityType: string;
  until: Day;
}

/** The trigger day counts, not today, so an expired suppression still covers its days. Pass no lifted suppressions. */
export function isSuppressed(
  finding: Pick<Finding, 'activityType' | 'accountNumber' | 'triggerDay'>,
  suppressions: readonly RuleSuppression[],
): boolean {
  return suppressions.some(
    ({ accountNumber, activityType, until }) =>
      accountNumber === finding.accountNumber && activityType === finding.activityType && finding.triggerDay <= until,
  );
}

const RAISING_ALERT_DAYS = 30;

export interface NeighboringAlert {
  accountNumber: string;
  category: string;
  riskLevel: RiskLevel;
  reviewed: boolean;
  anchorDay: Day;
}

/** One level higher if the account has an unreviewed high-risk alert in another category within 30 days (catalog, section 3). */
export function riskWithOtherAlerts(finding: Finding, alerts: readonly NeighboringAlert[]): RiskLevel {
  const day = epochDay(finding.triggerDay);
  const isRaised = alerts.some(
    (alert) =>
      alert.accountNumber === finding.accountNumber &&
      alert.category !== finding.category &&
      alert.riskLevel === 'high' &&
      !alert.reviewed &&
      Math.abs(epochDay(alert.anchorDay) - day) <= RAISING_ALERT_DAYS,
  );
  if (!isRaised) return finding.riskLevel;
  return RISK_LEVELS[RISK_LEVELS.indexOf(finding.riskLevel) + 1] ?? 'high';
}
