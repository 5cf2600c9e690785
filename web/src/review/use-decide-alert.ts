import { describeError } from '../api/describe-error.ts';
import type { Toast } from '../toasts/toasts.tsx';
import { useReviewAlert } from './use-review-alert.ts';

/** What is said when a decision could not be kept: the server's words (spec section 8, fraud screen). */
export function reviewFailed(error: Error): Toast {
  return {
    title: 'Review Failed',
    description: describeError(error, 'Failed to mark activity as reviewed.'),
  };
}

/** Reviews one alert and says so in the words of the fraud screen. */
export function useDecideAlert({ onKept }: { onKept?: () => void } = {}) {
  return useReviewAlert({
    ...(onKept && { onKept }),
    done: {
      title: 'Activity Reviewed',
      description: 'The unusual activity has been marked as reviewed.',
    },
    failed: reviewFailed,
  });
}
