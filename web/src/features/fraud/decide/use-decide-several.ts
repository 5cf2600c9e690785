import type { BulkReviewRequest } from '@clearwatch/contracts/alerts.dto';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { DECIDED_READS, reviewAlerts } from '../../../api/decide-alerts.ts';
import { refresh } from '../../../api/server-events.ts';
import { reviewFailed } from '../../../review/use-decide-alert.ts';
import { useToasts } from '../../../toasts/toasts.tsx';
import { bulkWords } from './bulk-words.ts';

/** Gives several alerts the same outcome and note, and says how many of them could be given it. */
export function useDecideSeveral() {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: (decision: BulkReviewRequest) => reviewAlerts(decision),
    onMutate: () => toasts.clear(),
    onSuccess: (answer) => toasts.success({ title: 'Activities Reviewed', description: bulkWords(answer) }),
    onError: (error) => toasts.failure(reviewFailed(error)),
    onSettled: () => refresh(client, DECIDED_READS),
  });
}
