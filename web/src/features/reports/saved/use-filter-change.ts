import { useMutation, useQueryClient } from '@tanstack/react-query';
import { describeError } from '../../../api/describe-error.ts';
import { AUDIT_EVENTS_KEY } from '../../../api/list-audit-events.ts';
import { REPORT_FILTERS_KEY } from '../../../api/report-filters.ts';
import { refresh } from '../../../api/server-events.ts';
import { type Toast, useToasts } from '../../../toasts/toasts.tsx';

interface FilterChange {
  call: () => Promise<unknown>;
  done: Toast;
  failed: string;
}

/** Sends a change and says how it went. The list is read again after a failure too: a colleague may have been faster. */
export function useFilterChange(onDone: () => void) {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: ({ call }: FilterChange) => call(),
    onMutate: () => toasts.clear(),
    onSuccess: (_answer, { done }) => {
      toasts.success(done);
      onDone();
    },
    onError: (error, { failed }) =>
      toasts.failure({ title: 'Error', description: describeError(error, failed) }),
    onSettled: () => refresh(client, [REPORT_FILTERS_KEY, AUDIT_EVENTS_KEY]),
  });
}
