import { REVIEW_OUTCOMES, type ReviewOutcome } from '@clearwatch/contracts/alerts';
import type { ReviewRequest, UnusualActivity, UnusualActivityDetail } from '@clearwatch/contracts/alerts.dto';
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

/** Stands in the alert's history as the reason why it was reopened. */
const UNDO_REASON = 'Taken back at once.';

/**
 * Undoes a review that was just made, by reopening the alert. The review is sent at once rather than held back for the five
 * seconds in which it can be undone: a request that waits is lost with the page that was closed meanwhile, and colleagues
 * would see an alert open that somebody has decided. So nothing is hidden: the history shows both steps. The server is told
 * which decision is meant, and takes back no other that somebody made since.
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
    onSuccess: () =>
      toasts.success({ title: 'Review Taken Back', description: 'The alert waits for a decision again.' }),
    onError: (error, _kept, shown) => {
      if (shown !== undefined) applyDecisionToCache(client, shown.after, shown.before);
      toasts.failure({
        title: 'Undo Failed',
        description: describeError(error, 'The review could not be taken back.'),
      });
    },
    onSettled: () => refreshQueries(client, QUERIES_CHANGED_BY_REVIEW),
  });
}

export interface Review {
  id: number;
  /** What was found; without it the alert is marked reviewed and nothing more is said. */
  finding?: ReviewRequest;
}

/** How a screen says what came of a review: each has its own words (spec section 8). */
interface ReviewTexts {
  done: Toast;
  failed: (error: Error) => Toast;
  /** At once when the decision is kept, before anything is read again: the page may be left meanwhile. */
  onReviewed?: () => void;
}

/**
 * Marks an alert reviewed. Lists and counts show it at once, and take it back when the server does not keep it; the button
 * says that the request runs. The toast offers to undo it (see `useTakeBack`).
 */
export function useReviewAlert({ done, failed, onReviewed }: ReviewTexts) {
  const client = useQueryClient();
  const toasts = useToasts();
  const undo = useUndoReview();
  return useMutation({
    mutationFn: ({ id, finding }: Review) => reviewAlert(id, finding),
    onMutate: async ({ id, finding }) => {
      await cancelAlertReads(client);
      const before = cachedAlert(client, id);
      if (before === undefined) return undefined;
      const after = Object.assign({}, before, asReviewed(client, finding));
      applyDecisionToCache(client, before, after);
      return { before, after };
    },
    onSuccess: (reviewed, { finding }) => {
      onReviewed?.();
      toasts.success(
        isReviewedByOther(client, reviewed)
          ? alreadyReviewedToast(reviewed)
          : { ...done, act: { words: 'Undo', onClick: () => undo.mutate(reviewed) } },
      );
      const read = refreshQueries(client, QUERIES_CHANGED_BY_REVIEW);
      // A dialog closes on what is true by then. In a list the next alert can be marked meanwhile.
      return finding === undefined ? undefined : read;
    },
    onError: (error, _review, shown) => {
      if (shown !== undefined) applyDecisionToCache(client, shown.after, shown.before);
      toasts.failure(failed(error));
      // Trying again would change nothing: the screen shows the decision that counts.
      return isReviewConflict(error) ? refreshQueries(client, QUERIES_CHANGED_BY_REVIEW) : undefined;
    },
  });
}

/** Somebody else was faster, or works on the alert. */
export function isReviewConflict(error: Error): error is ApiError {
  return error instanceof ApiError && error.status === 409;
}

/** What is being read now would come back as it was before. What was never read is not held up. */
function cancelAlertReads(client: QueryClient): Promise<void> {
  return client.cancelQueries({
    queryKey: ALERTS_KEY,
    predicate: ({ state }) => state.data !== undefined,
  });
}

function asReviewed(client: QueryClient, finding: ReviewRequest | undefined): Partial<UnusualActivity> {
  return {
    reviewed: true,
    reviewOutcome: finding?.outcome ?? null,
    reviewNote: finding?.note ?? null,
    reviewedBy: currentUsername(client),
    reviewedAt: new Date().toISOString(),
  };
}

/** Marking what a colleague has reviewed a moment before changes nothing and is no fault; but it is his decision that stands. */
function isReviewedByOther(client: QueryClient, { reviewedBy }: UnusualActivityDetail): boolean {
  return reviewedBy !== null && reviewedBy !== currentUsername(client);
}

function alreadyReviewedToast({ reviewedBy, reviewedAt, reviewOutcome }: UnusualActivityDetail): Toast {
  const when = reviewedAt === null ? '' : ` on ${formatDateTime(reviewedAt)}`;
  const found = reviewOutcome === null ? '' : ` (${REVIEW_OUTCOME_LABELS[reviewOutcome].toLowerCase()})`;
  return {
    title: 'Already Reviewed',
    description: `${reviewedBy} reviewed this alert${when}${found}. Nothing was changed.`,
  };
}

function currentUsername(client: QueryClient): string | null {
  return client.getQueryData<CurrentUser>(CURRENT_USER_KEY)?.username ?? null;
}

/** What is said when a decision could not be kept: the server's words (spec section 8, fraud screen). */
export function reviewFailedToast(error: Error): Toast {
  return {
    title: 'Review Failed',
    description: describeError(error, 'Failed to mark activity as reviewed.'),
  };
}

/** Reviews one alert and says so in the words of the fraud screen. */
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

/** A decision that is being written. */
export interface DecisionDraft {
  outcome: ReviewOutcome | null;
  note: string;
}

const EMPTY_DECISION: DecisionDraft = { outcome: null, note: '' };

/**
 * What was chosen and written about the alert, in its drawer or a dialog, but not saved; a reload of the page keeps it.
 * @param alertId null: about several alerts
 */
export function useDecisionDraft(alertId: number | null): DraftState<DecisionDraft> {
  return useDraft(alertId === null ? 'bulk' : `alert.${alertId}`, {
    empty: EMPTY_DECISION,
    read: readDecision,
  });
}

function readDecision(stored: Readonly<Record<string, unknown>>): DecisionDraft {
  return {
    outcome: REVIEW_OUTCOMES.find((known) => known === stored['outcome']) ?? null,
    note: readDraftText(stored, 'note'),
  };
}
