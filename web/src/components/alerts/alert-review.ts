import { REVIEW_OUTCOMES, type ReviewOutcome } from '@clearwatch/contracts/alerts';
import type { ReviewRequest, UnusualActivityDetail } from '@clearwatch/contracts/alerts.dto';
import type { CurrentUser } from '@clearwatch/contracts/sign-in.dto';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { ALERTS_KEY, QUERIES_CHANGED_BY_REVIEW, reopenAlert, reviewAlert } from '../../api/alerts-api.ts';
import { ApiError } from '../../api/api-client.ts';
import { describeError } from '../../api/error-messages.ts';
import { refreshQueries } from '../../api/server-events.ts';
import { CURRENT_USER_KEY } from '../../api/session-api.ts';
import { REVIEW_OUTCOME_LABELS } from '../../lib/alert-labels.ts';
import { formatDateTime } from '../../lib/date-format.ts';
import { type DraftState, readDraftText, useDraft } from '../../lib/form-drafts.ts';
import { type Toast, useToasts } from '../toasts.tsx';
import { applyDecisionToCache, cachedAlert, NOT_REVIEWED } from './alert-review-cache.ts';

const UNDO_REASON = 'Undone right after the review.';

/**
 * Undoes a review by reopening the alert. The review is sent right away, not after the five seconds in which it can be
 * undone: closing the page would lose it, and colleagues would see the alert as open. `reviewedAt` makes the server
 * undo only this decision.
 */
function useUndoReview() {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: ({ id, reviewedAt }: UnusualActivityDetail) =>
      reopenAlert({ id, reason: UNDO_REASON, ...(reviewedAt !== null && { reviewedAt }) }),
    onMutate: ({ id }) => {
      toasts.clear();
      const before = cachedAlert(client, id);
      if (before === undefined) return undefined;
      const after = Object.assign({}, before, NOT_REVIEWED);
      applyDecisionToCache(client, before, after);
      return { before, after };
    },
    onSuccess: () => toasts.success({ title: 'Review Undone', description: 'The alert is open again.' }),
    onError: (error, _kept, shown) => {
      if (shown !== undefined) applyDecisionToCache(client, shown.after, shown.before);
      toasts.failed('Undo Failed', error, 'The review could not be undone.');
    },
    onSettled: () => refreshQueries(client, QUERIES_CHANGED_BY_REVIEW),
  });
}

export interface Review {
  id: number;
  finding?: ReviewRequest;
}

interface ReviewTexts {
  done: Toast;
  failed: (error: Error) => Toast;
  /** Called before queries are refetched, because the user may leave the page. */
  onReviewed?: () => void;
}

/** Optimistic: lists and counts change immediately and revert on failure. */
export function useReviewAlert({ done, failed, onReviewed }: ReviewTexts) {
  const client = useQueryClient();
  const toasts = useToasts();
  const undo = useUndoReview();
  return useMutation({
    mutationFn: ({ id, finding }: Review) => reviewAlert(id, finding),
    onMutate: async ({ id, finding }) => {
      // A running refetch would overwrite the optimistic update. Initial loads continue.
      await client.cancelQueries({
        queryKey: ALERTS_KEY,
        predicate: ({ state }) => state.data !== undefined,
      });
      const before = cachedAlert(client, id);
      if (before === undefined) return undefined;
      const after = Object.assign({}, before, {
        reviewed: true,
        reviewOutcome: finding?.outcome ?? null,
        reviewNote: finding?.note ?? null,
        reviewedBy: currentUsername(client),
        reviewedAt: new Date().toISOString(),
      });
      applyDecisionToCache(client, before, after);
      return { before, after };
    },
    onSuccess: (reviewed, { finding }) => {
      onReviewed?.();
      toasts.success(
        // If a colleague has just reviewed the alert, their decision stays.
        reviewed.reviewedBy !== null && reviewed.reviewedBy !== currentUsername(client)
          ? alreadyReviewedToast(reviewed)
          : { ...done, undo: { label: 'Undo', onClick: () => undo.mutate(reviewed) } },
      );
      const read = refreshQueries(client, QUERIES_CHANGED_BY_REVIEW);
      // A dialog closes after the refetch. A list does not wait, so that the next alert can be reviewed.
      return finding === undefined ? undefined : read;
    },
    onError: (error, _review, shown) => {
      if (shown !== undefined) applyDecisionToCache(client, shown.after, shown.before);
      toasts.failure(failed(error));
      // A retry cannot succeed; the refetch shows the current decision.
      return isReviewConflict(error) ? refreshQueries(client, QUERIES_CHANGED_BY_REVIEW) : undefined;
    },
  });
}

export const isReviewConflict = (error: Error): error is ApiError => error instanceof ApiError && error.status === 409;

function alreadyReviewedToast({ reviewedBy, reviewedAt, reviewOutcome }: UnusualActivityDetail): Toast {
  const when = reviewedAt === null ? '' : ` on ${formatDateTime(reviewedAt)}`;
  const found = reviewOutcome === null ? '' : ` (${REVIEW_OUTCOME_LABELS[reviewOutcome].toLowerCase()})`;
  return {
    title: 'Already Reviewed',
    description: `${reviewedBy} reviewed this alert${when}${found}. Nothing was changed.`,
  };
}

const currentUsername = (client: QueryClient): string | null =>
  client.getQueryData<CurrentUser>(CURRENT_USER_KEY)?.username ?? null;

/** Spec section 8, fraud screen. */
export function reviewFailedToast(error: Error): Toast {
  return {
    title: 'Review Failed',
    description: describeError(error, 'Failed to mark activity as reviewed.'),
  };
}

export function useReviewAlertWithToast({ onReviewed }: { onReviewed?: () => void } = {}) {
  return useReviewAlert({
    ...(onReviewed && { onReviewed }),
    done: {
      title: 'Activity Reviewed',
      description: 'The unusual activity has been marked as reviewed.',
    },
    failed: reviewFailedToast,
  });
}

export interface DecisionDraft {
  outcome: ReviewOutcome | null;
  note: string;
}

/** @param alertId null for a review of several alerts */
export function useDecisionDraft(alertId: number | null): DraftState<DecisionDraft> {
  return useDraft<DecisionDraft>(alertId === null ? 'bulk' : `alert.${alertId}`, {
    empty: { outcome: null, note: '' },
    read: (stored) => ({
      outcome: REVIEW_OUTCOMES.find((known) => known === stored['outcome']) ?? null,
      note: readDraftText(stored, 'note'),
    }),
  });
}
