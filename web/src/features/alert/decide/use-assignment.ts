import type { UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { giveBackAlert, takeAlert } from '../../../api/decide-alerts.ts';
import { describeError } from '../../../api/describe-error.ts';
import { getUnusualActivity } from '../../../api/get-unusual-activity.ts';
import { UNUSUAL_ACTIVITIES_KEY } from '../../../api/list-unusual-activities.ts';
import { isSomebodyPresent } from '../../../api/presence.ts';
import { refresh } from '../../../api/server-events.ts';
import { useToasts } from '../../../toasts/toasts.tsx';
import type { Holder } from './who-has-it.ts';

/** A third of the lock's 15 minutes: two renewals may be lost. */
const RENEW_EVERY_MS = 5 * 60_000;

type Act = 'take' | 'give back';

export interface Assignment {
  isBusy: boolean;
  take: () => void;
  giveBack: () => void;
  /** Somebody began to decide: from now on the alert is his. Called at every key; asks the server once. */
  beginWork: () => void;
}

/**
 * Taking an alert on and giving it back. Reading locks nothing; working does. The lock is renewed as long as the alert
 * stays open and somebody sits there: who went home must not keep the others away.
 */
export function useAssignment({ id, reviewed }: UnusualActivity, holder: Holder): Assignment {
  const client = useQueryClient();
  const toasts = useToasts();
  const askedIn = useRef<string>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (act: Act) => (act === 'take' ? takeAlert(id) : giveBackAlert(id)),
    onSuccess: (answer) => {
      client.setQueryData(
        getUnusualActivity(id).queryKey,
        (known) => known && Object.assign({}, known, answer),
      );
    },
    onError: (error, act) =>
      toasts.failure({
        title: act === 'take' ? 'Alert Not Taken' : 'Alert Not Given Back',
        description: describeError(error, 'Nothing was changed.'),
      }),
    onSettled: () => refresh(client, [UNUSUAL_ACTIVITIES_KEY]),
  });

  const isWorking = !reviewed && holder.by === 'me' && holder.lockedUntil !== null;
  useEffect(() => {
    if (!isWorking) return;
    const timer = setInterval(() => {
      if (isSomebodyPresent()) mutate('take');
    }, RENEW_EVERY_MS);
    return () => clearInterval(timer);
  }, [isWorking, mutate]);

  const beginWork = (): void => {
    const state = `${holder.by} ${holder.lockedUntil}`;
    // A refusal is said once, not at every letter.
    if (isWorking || askedIn.current === state) return;
    askedIn.current = state;
    mutate('take');
  };
  return { isBusy: isPending, take: () => mutate('take'), giveBack: () => mutate('give back'), beginWork };
}
