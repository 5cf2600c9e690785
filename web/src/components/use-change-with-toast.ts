import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { isPostponed } from '../api/api-client.ts';
import { refreshQueries } from '../api/server-events.ts';
import { type Toast, useToasts } from './toasts.tsx';

export interface ChangeWithToast {
  call: () => Promise<unknown>;
  done?: Toast;
  failed: string;
}

/** Also refetches after a failure, because a colleague may have made the change. */
export function useChangeWithToast(outdated: QueryKey[], onDone: () => void) {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: ({ call }: ChangeWithToast) => call(),
    onMutate: () => toasts.clear(),
    onSuccess: (_answer, { done }) => {
      if (done !== undefined) toasts.success(done);
      onDone();
    },
    onError: (error, { failed }) => {
      toasts.failed('Error', error, failed);
      if (isPostponed(error)) onDone();
    },
    onSettled: () => refreshQueries(client, outdated),
  });
}
