import type { ReviewOutcome } from '@clearwatch/contracts/alerts';
import type { Actor } from '@clearwatch/service-kit/identity/actor';

/** An alert as far as decisions about it depend on it, while its row is locked. */
export interface AlertState {
  id: number;
  reviewed: boolean;
  outcome: ReviewOutcome | null;
  note: string | null;
  reviewedBy: string | null;
  reviewedAt: string | null;
  /** Who has taken it on, and whether he alone may decide at this moment. */
  assignee: { id: number; name: string; isWorking: boolean } | null;
}

/** Name of somebody else who works on the alert now; null when `actor` may decide. */
export function otherWorker({ assignee }: AlertState, { userId }: Actor): string | null {
  return assignee !== null && assignee.isWorking && assignee.id !== userId ? assignee.name : null;
}
