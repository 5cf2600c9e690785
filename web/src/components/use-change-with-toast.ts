import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { describeError } from '../api/error-messages.ts';
import { refreshQueries } from '../api/server-events.ts';
import { type Toast, useToasts } from './toasts.tsx';

export interface ChangeWithToast {
  call: () => Promise<unknown>;
  done: Toast;
  failed: string;
}

/** Refetches after a failure too: a colleague may have been faster. */
export function useChangeWithToast(outdated: QueryKey[], onDone: () => void) {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: ({ call }: ChangeWithToast) => call(),
    onMutate: () => toasts.clear(),
    onSuccess: (_answer, { done }) => {
      toasts.success(done);
      onDone();
    },
    onError: (error, { failed }) =>
      toasts.failure({ title: 'Error', description: describeError(error, failed) }),
    onSettled: () => refreshQueries(client, outdated),
  });
}
