import type { ReviewOutcome } from '@clearwatch/contracts/alerts';
import type { ReviewRequest } from '@clearwatch/contracts/alerts.dto';
import { plainText } from '../casework/plain-text.ts';

/** A decision about an alert; without an outcome it is marked as seen. */
export interface Review {
  outcome: ReviewOutcome | null;
  note: string | null;
}

/** @throws AppError `bad_request` */
export function toReview({ outcome, note }: ReviewRequest): Review {
  return { outcome: outcome ?? null, note: plainText('note', note) };
}

/** Whether a review adds nothing to the decision that stands. */
export function saysNothingNew(review: Review, standing: Review): boolean {
  if (review.outcome === null && review.note === null) return true;
  return review.outcome === standing.outcome && (review.note === null || review.note === standing.note);
}
