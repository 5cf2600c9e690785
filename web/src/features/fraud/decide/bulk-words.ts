import type { BulkReviewResponse } from '@clearwatch/contracts/alerts.dto';
import { formatCount, formatCounted } from '../../../formats/count.ts';

/** What a decision about several alerts came to: how many were decided, how many were left as they are, and why. */
export function bulkWords({ reviewed, alreadyReviewed, locked, missing }: BulkReviewResponse): string {
  const done = `${formatCounted(reviewed, 'alert')} marked as reviewed.`;
  const reasons = [
    alreadyReviewed > 0 && `${formatCount(alreadyReviewed)} reviewed before`,
    locked > 0 && `${formatCount(locked)} being worked on by somebody else`,
    missing > 0 && `${formatCount(missing)} no longer there`,
  ].filter((reason) => reason !== false);
  return reasons.length === 0 ? done : `${done} Left as they are: ${reasons.join(', ')}.`;
}

export function skippedOf({ alreadyReviewed, locked, missing }: BulkReviewResponse): number {
  return alreadyReviewed + locked + missing;
}
