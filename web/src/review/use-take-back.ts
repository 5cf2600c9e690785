import type { UnusualActivityDetail } from '@clearwatch/contracts/alerts.dto';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { DECIDED_READS, reopenAlert } from '../api/decide-alerts.ts';
import { describeError } from '../api/describe-error.ts';
import { refresh } from '../api/server-events.ts';
import { useToasts } from '../toasts/toasts.tsx';
import { listedAlert, showDecision, UNDECIDED } from './cached-decision.ts';

/** Stands in the alert's history as the reason why it was reopened. */
const TAKEN_BACK = 'Taken back at once.';

/**
 * Undoes a review that was just made, by reopening the alert. The review is sent at once rather than held back for the five
 * seconds in which it can be undone: a request that waits is lost with the page that was closed meanwhile, and colleagues
 * would see an alert open that somebody has decided. So nothing is hidden: the history shows both steps. The server is told
 * which decision is meant, and takes back no other that somebody made since.
 */
export function useTakeBack() {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: ({ id, reviewedAt }: UnusualActivityDetail) =>
      reopenAlert({ id, reason: TAKEN_BACK, ...(reviewedAt !== null && { reviewedAt }) }),
    onMutate: ({ id }) => {
      toasts.clear();
      const before = listedAlert(client, id);
      if (before === undefined) return undefined;
      const after = Object.assign({}, before, UNDECIDED);
      showDecision(client, before, after);
      return { before, after };
    },
    onSuccess: () =>
      toasts.success({ title: 'Review Taken Back', description: 'The alert waits for a decision again.' }),
    onError: (error, _kept, shown) => {
      if (shown !== undefined) showDecision(client, shown.after, shown.before);
      toasts.failure({
        title: 'Undo Failed',
        description: describeError(error, 'The review could not be taken back.'),
      });
    },
    onSettled: () => refresh(client, DECIDED_READS),
  });
}
