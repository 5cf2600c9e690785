import type { BulkReviewRequest } from '@clearwatch/contracts/http/unusual-activities';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { DECIDED_READS, reviewAlerts } from '../../../api/decide-alerts.ts';
import { describeError } from '../../../api/describe-error.ts';
import { refresh } from '../../../api/server-events.ts';
import { useReviewAlert } from '../../../review/use-review-alert.ts';
import { type Toast, useToasts } from '../../../toasts/toasts.tsx';
import { bulkWords } from './bulk-words.ts';

const failed = (error: Error): Toast => ({
  title: 'Review Failed',
  description: describeError(error, 'Failed to mark activity as reviewed.'),
});

/** Reviews one alert and says so in the words of the fraud screen (spec section 8). */
export function useDecideOne() {
  return useReviewAlert({
    done: {
      title: 'Activity Reviewed',
      description: 'The unusual activity has been marked as reviewed.',
    },
    failed,
  });
}

/** Gives several alerts the same outcome and note, and says how many of them could be given it. */
export function useDecideSeveral() {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: (decision: BulkReviewRequest) => reviewAlerts(decision),
    onMutate: () => toasts.clear(),
    onSuccess: (answer) => toasts.success({ title: 'Activities Reviewed', description: bulkWords(answer) }),
    onError: (error) => toasts.failure(failed(error)),
    onSettled: () => refresh(client, DECIDED_READS),
  });
}
