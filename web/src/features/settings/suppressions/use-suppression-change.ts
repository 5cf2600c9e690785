import { useMutation, useQueryClient } from '@tanstack/react-query';
import { describeError } from '../../../api/describe-error.ts';
import { refresh } from '../../../api/server-events.ts';
import { SUPPRESSIONS_KEY } from '../../../api/suppressions.ts';
import { type Toast, useToasts } from '../../../toasts/toasts.tsx';

interface SuppressionChange {
  call: () => Promise<unknown>;
  done: Toast;
  failed: string;
}

/** Sends a change and says how it went. The list is read again after a failure too: another admin may have been faster. */
export function useSuppressionChange(onDone: () => void) {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: ({ call }: SuppressionChange) => call(),
    onMutate: () => toasts.clear(),
    onSuccess: (_answer, { done }) => {
      toasts.success(done);
      onDone();
    },
    onError: (error, { failed }) =>
      toasts.failure({ title: 'Error', description: describeError(error, failed) }),
    onSettled: () => refresh(client, [SUPPRESSIONS_KEY]),
  });
}
