import type { UploadResponse } from '@clearwatch/contracts/imports.dto';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { describeError } from '../api/describe-error.ts';
import { IMPORTS_KEY } from '../api/list-imports.ts';
import { loadSample } from '../api/sample-ledger.ts';
import { LEDGER_READS, refresh } from '../api/server-events.ts';
import { formatCounted } from '../formats/count.ts';
import { type Toast, useToasts } from '../toasts/toasts.tsx';

/** Loads the sample; what came of it is announced, whatever screen is open by then. */
export function useLoadSample(): { load: () => void; isLoading: boolean } {
  const client = useQueryClient();
  const toasts = useToasts();
  const { mutate, isPending } = useMutation({
    mutationFn: loadSample,
    onSuccess: (answer) => toasts.success(announce(answer)),
    onError: (error) =>
      toasts.failure({
        title: 'Sample Data Not Loaded',
        description: describeError(error, 'The sample data could not be loaded'),
      }),
    onSettled: () => refresh(client, [...LEDGER_READS, IMPORTS_KEY]),
  });
  return { load: () => mutate(), isLoading: isPending };
}

function announce({ state, transactionCount }: UploadResponse): Toast {
  return state === 'completed'
    ? {
        title: 'Sample Data Loaded',
        description: `${formatCounted(transactionCount, 'transaction')} imported`,
      }
    : { title: 'Sample Data Received', description: 'Reading it goes on, even if you leave.' };
}
