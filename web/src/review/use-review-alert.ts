import type { ReviewRequest } from '@clearwatch/contracts/http/unusual-activities';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { DECIDED_READS, reviewAlert } from '../api/decide-alerts.ts';
import { ApiError } from '../api/http.ts';
import { refresh } from '../api/server-events.ts';
import { type Toast, useToasts } from '../toasts/toasts.tsx';

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

/** Marks an alert reviewed. The lists are read again before the button stops being busy. */
export function useReviewAlert({ done, failed, onKept }: ReviewWords) {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: ({ id, finding }: Review) => reviewAlert(id, finding),
    onSuccess: () => {
      onKept?.();
      toasts.success(done);
      return refresh(client, DECIDED_READS);
    },
    onError: (error) => {
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
