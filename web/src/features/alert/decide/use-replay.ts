import { useMutation } from '@tanstack/react-query';
import { describeError } from '../../../api/describe-error.ts';
import { replayAlert } from '../../../api/replay-alert.ts';
import { useToasts } from '../../../toasts/toasts.tsx';

/** Computes an alert again when asked to: each time is written down, so nothing asks by itself. */
export function useReplay() {
  const toasts = useToasts();
  return useMutation({
    mutationFn: (alertId: number) => replayAlert(alertId),
    onMutate: () => toasts.clear(),
    onError: (error) =>
      toasts.failure({
        title: 'Not Computed',
        description: describeError(error, 'The alert could not be computed again.'),
      }),
  });
}
