import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useOpenedAlert } from '../alert-link/use-opened-alert.ts';
import { takeNextAlert } from '../api/decide-alerts.ts';
import { describeError } from '../api/describe-error.ts';
import { UNUSUAL_ACTIVITIES_KEY } from '../api/list-unusual-activities.ts';
import { refresh } from '../api/server-events.ts';
import { useToasts } from '../toasts/toasts.tsx';

/** Takes on and opens the alert that should be looked at next; nobody else gets the same one. */
export function useTakeNext(): { take: () => void; isTaking: boolean } {
  const client = useQueryClient();
  const toasts = useToasts();
  const { id: opened, open } = useOpenedAlert();
  const { mutate, isPending } = useMutation({
    mutationFn: takeNextAlert,
    onMutate: () => toasts.clear(),
    onSuccess: ({ id }) => {
      if (id === null) {
        toasts.success({
          title: 'Nothing Waiting',
          description: 'Every alert is reviewed or being worked on by somebody.',
        });
      } else if (id === opened) {
        toasts.success({
          title: 'Still Yours',
          description: 'You work on this alert. Decide it or give it back to get another one.',
        });
      } else open(id);
    },
    onError: (error) =>
      toasts.failure({
        title: 'No Alert Taken',
        description: describeError(error, 'The next alert could not be taken.'),
      }),
    onSettled: () => refresh(client, [UNUSUAL_ACTIVITIES_KEY]),
  });
  return { take: () => mutate(), isTaking: isPending };
}
