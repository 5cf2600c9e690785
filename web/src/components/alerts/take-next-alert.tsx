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
          title: 'No Alerts Waiting',
          description: 'Every alert has been reviewed or assigned to a colleague.',
        });
      } else if (id === opened) {
        toasts.success({
          title: 'Already Assigned to You',
          description: 'You are working on this alert. Review or release it to take another one.',
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
