import type { ReviewRequest, UnusualActivity } from '@clearwatch/contracts/http/unusual-activities';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, requestJson } from '../../../api/http.ts';
import { COMPANIES_KEY } from '../../../api/list-companies.ts';
import { MEMBERS_KEY } from '../../../api/list-members.ts';
import { UNUSUAL_ACTIVITIES_KEY } from '../../../api/list-unusual-activities.ts';
import { refresh } from '../../../api/server-events.ts';
import { useToasts } from '../../../toasts/toasts.tsx';

interface Review {
  id: number;
  /** What was found; without it the alert is marked reviewed and nothing more is said. */
  finding?: ReviewRequest;
}

/** What a review makes out of date: the alert, and the risk of its member and companies. */
const REVIEWED_READS = [UNUSUAL_ACTIVITIES_KEY, MEMBERS_KEY, COMPANIES_KEY];

/** There is no way back from reviewed. The list is read again before the button stops being busy. */
export function useReviewActivity() {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: ({ id, finding }: Review) =>
      requestJson<UnusualActivity>(`/api/unusual-activities/${id}/review`, {
        method: 'PATCH',
        body: finding,
      }),
    onSuccess: () => {
      toasts.success({
        title: 'Activity Reviewed',
        description: 'Activity has been marked as reviewed successfully.',
      });
      return refresh(client, REVIEWED_READS);
    },
    onError: (error) => {
      if (!isReviewedByAnother(error)) {
        toasts.failure({
          title: 'Error',
          description: 'Failed to mark activity as reviewed. Please try again.',
        });
        return;
      }
      // Trying again would change nothing: the screen shows the review that counts.
      toasts.failure({ title: 'Error', description: error.detail });
      return refresh(client, REVIEWED_READS);
    },
  });
}

function isReviewedByAnother(error: Error): error is ApiError {
  return error instanceof ApiError && error.status === 409;
}
