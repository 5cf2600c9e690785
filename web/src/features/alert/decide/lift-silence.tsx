import type { Suppression } from '@clearwatch/contracts/alerts.dto';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { describeError } from '../../../api/describe-error.ts';
import { refresh } from '../../../api/server-events.ts';
import { liftSuppression, SUPPRESSIONS_KEY } from '../../../api/suppressions.ts';
import { ConfirmDialog } from '../../../dialogs/confirm-dialog.tsx';
import { useToasts } from '../../../toasts/toasts.tsx';

/** Lets the rule speak again before the day. */
export function LiftSilence({ silence }: { silence: Suppression }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const [asks, setAsks] = useState(false);
  const lifting = useMutation({
    mutationFn: () => liftSuppression(silence.id),
    onSuccess: () => toasts.success({ title: 'Silence Lifted', description: 'The rule speaks again.' }),
    onError: (error) =>
      toasts.failure({
        title: 'Silence Not Lifted',
        description: describeError(error, 'Nothing was changed.'),
      }),
    onSettled: async () => {
      await refresh(client, [SUPPRESSIONS_KEY]);
      setAsks(false);
    },
  });
  return (
    <>
      <Button size="small" onClick={() => setAsks(true)}>
        Lift
      </Button>
      {asks && (
        <ConfirmDialog
          question={{
            title: 'Lift this silence?',
            text: 'The next analysis raises what the rule finds on this account, also from the days of silence.',
            verb: 'Lift silence',
            busyVerb: 'Lifting...',
          }}
          busy={lifting.isPending}
          onCancel={() => setAsks(false)}
          onConfirm={() => lifting.mutate()}
        />
      )}
    </>
  );
}
