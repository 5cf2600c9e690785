import type { ReviewRequest, UnusualActivity, UnusualActivityDetail } from '@clearwatch/contracts/alerts.dto';
import type { CurrentUser } from '@clearwatch/contracts/sign-in.dto';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { DECIDED_READS, reviewAlert } from '../api/decide-alerts.ts';
import { CURRENT_USER_KEY } from '../api/get-current-user.ts';
import { ApiError } from '../api/http.ts';
import { UNUSUAL_ACTIVITIES_KEY } from '../api/list-unusual-activities.ts';
import { refresh } from '../api/server-events.ts';
import { formatDateTime } from '../formats/dates.ts';
import { type Toast, useToasts } from '../toasts/toasts.tsx';
import { listedAlert, showDecision } from './cached-decision.ts';
import { OUTCOME_WORDS } from './outcome-words.ts';
import { useTakeBack } from './use-take-back.ts';

export interface Review {
  id: number;
  /** What was found; without it the alert is marked reviewed and nothing more is said. */
  finding?: ReviewRequest;
}

/** How a screen says what came of a review: each has its own words (spec section 8). */
interface ReviewWords {
  done: Toast;
  failed: (error: Error) => Toast;
  /** At once when the decision is kept, before anything is read again: the page may be left meanwhile. */
  onKept?: () => void;
}

/**
 * Marks an alert reviewed. Lists and counts show it at once, and take it back when the server does not keep it; the button
 * says that the request runs. The toast offers to undo it (see `useTakeBack`).
 */
export function useReviewAlert({ done, failed, onKept }: ReviewWords) {
  const client = useQueryClient();
  const toasts = useToasts();
  const takeBack = useTakeBack();
  return useMutation({
    mutationFn: ({ id, finding }: Review) => reviewAlert(id, finding),
    onMutate: async ({ id, finding }) => {
      await holdReads(client);
      const before = listedAlert(client, id);
      if (before === undefined) return undefined;
      const after = Object.assign({}, before, asReviewed(client, finding));
      showDecision(client, before, after);
      return { before, after };
    },
    onSuccess: (kept, { finding }) => {
      onKept?.();
      toasts.success(
        isOfAnother(client, kept)
          ? alreadyReviewed(kept)
          : { ...done, act: { words: 'Undo', onAct: () => takeBack.mutate(kept) } },
      );
      const read = refresh(client, DECIDED_READS);
      // A dialog closes on what is true by then. In a list the next alert can be marked meanwhile.
      return finding === undefined ? undefined : read;
    },
    onError: (error, _review, shown) => {
      if (shown !== undefined) showDecision(client, shown.after, shown.before);
      toasts.failure(failed(error));
      // Trying again would change nothing: the screen shows the decision that counts.
      return isDecidedByAnother(error) ? refresh(client, DECIDED_READS) : undefined;
    },
  });
}

/** Somebody else was faster, or works on the alert. */
export function isDecidedByAnother(error: Error): error is ApiError {
  return error instanceof ApiError && error.status === 409;
}

/** What is being read now would come back as it was before. What was never read is not held up. */
function holdReads(client: QueryClient): Promise<void> {
  return client.cancelQueries({
    queryKey: UNUSUAL_ACTIVITIES_KEY,
    predicate: ({ state }) => state.data !== undefined,
  });
}

function asReviewed(client: QueryClient, finding: ReviewRequest | undefined): Partial<UnusualActivity> {
  return {
    reviewed: true,
    reviewOutcome: finding?.outcome ?? null,
    reviewNote: finding?.note ?? null,
    reviewedBy: me(client),
    reviewedAt: new Date().toISOString(),
  };
}

/** Marking what a colleague has reviewed a moment before changes nothing and is no fault; but it is his decision that stands. */
function isOfAnother(client: QueryClient, { reviewedBy }: UnusualActivityDetail): boolean {
  return reviewedBy !== null && reviewedBy !== me(client);
}

function alreadyReviewed({ reviewedBy, reviewedAt, reviewOutcome }: UnusualActivityDetail): Toast {
  const when = reviewedAt === null ? '' : ` on ${formatDateTime(reviewedAt)}`;
  const found = reviewOutcome === null ? '' : ` (${OUTCOME_WORDS[reviewOutcome].toLowerCase()})`;
  return {
    title: 'Already Reviewed',
    description: `${reviewedBy} reviewed this alert${when}${found}. Nothing was changed.`,
  };
}

function me(client: QueryClient): string | null {
  return client.getQueryData<CurrentUser>(CURRENT_USER_KEY)?.username ?? null;
}
