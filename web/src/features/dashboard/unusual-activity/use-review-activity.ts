import { isDecidedByAnother, useReviewAlert } from '../../../review/use-review-alert.ts';

/** Reviews an alert and says so in the dashboard's words. */
export function useReviewActivity() {
  return useReviewAlert({
    done: {
      title: 'Activity Reviewed',
      description: 'Activity has been marked as reviewed successfully.',
    },
    failed: (error) => ({
      title: 'Error',
      description: isDecidedByAnother(error)
        ? error.detail
        : 'Failed to mark activity as reviewed. Please try again.',
    }),
  });
}
