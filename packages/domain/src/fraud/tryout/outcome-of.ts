import type { ReviewOutcome } from '@clearwatch/contracts/fraud/review-outcome';
import { type Day, epochDay } from '../../calendar/day.ts';
import { accountsOf } from '../cooling.ts';
import type { Finding } from '../frame.ts';

/** An alert of the table that was reviewed with an outcome. */
export interface JudgedAlert {
  activityType: string;
  accountNumber: string;
  triggerEntryId: string;
  /** Event day of the trigger entry. */
  anchorDay: Day;
  outcome: ReviewOutcome;
}

/**
 * How the behaviour of a finding was judged: the outcome of the alert of the same trigger, else of the nearest of its rule
 * on its accounts within the cooling period; null when there is none.
 */
export function outcomeOf(finding: Finding, judged: readonly JudgedAlert[]): ReviewOutcome | null {
  const accounts = accountsOf(finding);
  const day = epochDay(finding.triggerDay);
  let nearest: { outcome: ReviewOutcome; apart: number } | null = null;
  for (const alert of judged) {
    if (alert.activityType !== finding.activityType || !accounts.has(alert.accountNumber)) continue;
    const isSame = alert.triggerEntryId === finding.triggerEntryId;
    const apart = isSame ? -1 : Math.abs(epochDay(alert.anchorDay) - day);
    if (apart > finding.coolDays) continue;
    if (nearest === null || apart < nearest.apart) nearest = { outcome: alert.outcome, apart };
  }
  return nearest?.outcome ?? null;
}
