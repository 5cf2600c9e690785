import { useMutation, useQueryClient } from '@tanstack/react-query';
import { describeError } from '../../api/describe-error.ts';
import { AUDIT_EVENTS_KEY } from '../../api/list-audit-events.ts';
import { USERS_KEY } from '../../api/list-users.ts';
import { refresh } from '../../api/server-events.ts';
import { useToasts } from '../../toasts/toasts.tsx';

/** One change of a user, with the words for how it went (spec section 8). */
interface UserChange {
  call: () => Promise<unknown>;
  done: string;
  failed: string;
}

/**
 * Sends a change, says how it went and reads the users again: after a failure too, because the reason may be that
 * another admin was faster. `onDone` comes before the list is read, so that a dialog does not wait for it.
 */
export function useUserChange(onDone?: () => void) {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: ({ call }: UserChange) => call(),
    onMutate: () => toasts.clear(),
    onSuccess: (_answer, { done }) => {
      toasts.success({ title: 'Success', description: done });
      onDone?.();
    },
    onError: (error, { failed }) =>
      toasts.failure({ title: 'Error', description: describeError(error, failed) }),
    onSettled: () => refresh(client, [USERS_KEY, AUDIT_EVENTS_KEY]),
  });
}
