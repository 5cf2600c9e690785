import type { AlertReplay } from '@clearwatch/contracts/alerts.dto';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { describeError } from '../../../api/describe-error.ts';
import { replayAlert } from '../../../api/replay-alert.ts';
import { useToasts } from '../../../toasts/toasts.tsx';

const keyOf = (alertId: number) => ['alert-replay', alertId] as const;

/** Computes an alert again when asked to: each time is written down, so nothing asks by itself. */
export function useComputeAgain(alertId: number) {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: () => replayAlert(alertId),
    onMutate: () => toasts.clear(),
    onSuccess: (replay) => client.setQueryData(keyOf(alertId), replay),
    onError: (error) =>
      toasts.failure({
        title: 'Not Computed',
        description: describeError(error, 'The alert could not be computed again.'),
      }),
  });
}

/** What came out the last time; undefined: nobody has asked lately. */
export function useLastReplay(alertId: number): AlertReplay | undefined {
  return useQuery<AlertReplay>({ queryKey: keyOf(alertId), queryFn: skipToken }).data;
}
