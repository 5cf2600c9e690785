import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { ALERTS_KEY, takeNextAlert } from '../../api/alerts-api.ts';
import { refreshQueries } from '../../api/server-events.ts';
import { useOpenedAlert } from '../../lib/opened-alert.ts';
import { useToasts } from '../toasts.tsx';

export function useTakeNextAlert(): { take: () => void; isTaking: boolean } {
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
    onError: (error) => toasts.failed('No Alert Taken', error, 'The next alert could not be taken.'),
    onSettled: () => refreshQueries(client, [ALERTS_KEY]),
  });
  return { take: () => mutate(), isTaking: isPending };
}

export function TakeNextAlertButton() {
  const { take, isTaking } = useTakeNextAlert();
  return (
    <Button disabled={isTaking} onClick={take}>
      {isTaking ? 'Taking...' : 'Take next'}
    </Button>
  );
}
