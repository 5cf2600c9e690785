import { LockOutlined, UserOutlined } from '@ant-design/icons';
import type { UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { ALERTS_KEY, assignAlertToMe, getAlert, releaseAlert } from '../../api/alerts-api.ts';
import { refreshQueries } from '../../api/server-events.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useToasts } from '../../components/toasts.tsx';
import { formatTimeOfDay } from '../../lib/date-format.ts';
import { isUserPresent } from '../../lib/user-presence.ts';

interface AlertHolder {
  by: 'none' | 'me' | 'another';
  name: string;
  /** Until then, only the assignee can review the alert. */
  lockedUntil: string | null;
}

export function alertHolderOf(
  { assigneeId, assignee, lockedUntil }: UnusualActivity,
  { me, now }: { me: number | undefined; now: number },
): AlertHolder {
  if (assignee === null) return { by: 'none', name: '', lockedUntil: null };
  const isLocked = lockedUntil !== null && Date.parse(lockedUntil) > now;
  return {
    by: assigneeId === me ? 'me' : 'another',
    name: assignee,
    lockedUntil: isLocked ? lockedUntil : null,
  };
}

export const canDecide = ({ by, lockedUntil }: AlertHolder): boolean => by !== 'another' || lockedUntil === null;

/** A third of the 15-minute lock, so that one failed renewal does not end it. */
const RENEW_INTERVAL_MS = 5 * 60_000;

/** Reading does not lock the alert. The lock is renewed while the alert is open and the user is present. */
export function useAssignment({ id, reviewed }: UnusualActivity, holder: AlertHolder) {
  const client = useQueryClient();
  const toasts = useToasts();
  const requestedState = useRef<string>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (act: 'take' | 'release') => (act === 'take' ? assignAlertToMe(id) : releaseAlert(id)),
    onSuccess: (answer) => {
      client.setQueryData(getAlert(id).queryKey, (known) => known && Object.assign({}, known, answer));
    },
    onError: (error, act) =>
      toasts.failed(
        act === 'take' ? 'Alert Not Taken' : 'Alert Not Released',
        error,
        'The assignment could not be changed.',
      ),
    onSettled: () => refreshQueries(client, [ALERTS_KEY]),
  });

  const isWorking = !reviewed && holder.by === 'me' && holder.lockedUntil !== null;
  useEffect(() => {
    if (!isWorking) return;
    const timer = setInterval(() => {
      if (isUserPresent()) mutate('take');
    }, RENEW_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isWorking, mutate]);

  /** Called on every keystroke, but sends only one request. */
  const beginWork = (): void => {
    const state = `${holder.by} ${holder.lockedUntil}`;
    // Shows a rejection once, not on every keystroke.
    if (isWorking || requestedState.current === state) return;
    requestedState.current = state;
    mutate('take');
  };
  return { isBusy: isPending, take: () => mutate('take'), release: () => mutate('release'), beginWork };
}

interface AlertAssignmentBarProps {
  holder: AlertHolder;
  assignment: ReturnType<typeof useAssignment>;
  isAdmin: boolean;
}

export function AlertAssignmentBar({ holder, assignment, isAdmin }: AlertAssignmentBarProps) {
  const { by, name, lockedUntil } = holder;
  const { isBusy, take, release } = assignment;
  const [isAsking, setIsAsking] = useState(false);
  const isLockedAway = by === 'another' && lockedUntil !== null;
  return (
    <div className="who-works">
      <output className={isLockedAway ? 'who-works-locked' : 'quiet'}>
        {isLockedAway ? <LockOutlined aria-hidden /> : <UserOutlined aria-hidden />} {describeHolder(holder)}
      </output>
      <span className="who-works-buttons">
        {isLockedAway && isAdmin && (
          <Button size="small" disabled={isBusy} onClick={() => setIsAsking(true)}>
            Take over
          </Button>
        )}
        {!isLockedAway && !(by === 'me' && lockedUntil !== null) && (
          <Button size="small" disabled={isBusy} onClick={take}>
            Take
          </Button>
        )}
        {by === 'me' && (
          <Button size="small" disabled={isBusy} onClick={release}>
            Release
          </Button>
        )}
      </span>
      {isAsking && isLockedAway && isAdmin && (
        <ConfirmDialog
          question={{
            title: 'Take over this alert?',
            text: `${name} is working on this alert. If you take it over, ${name} can no longer save unsaved changes.`,
            verb: 'Take over',
            busyVerb: 'Taking over...',
          }}
          busy={false}
          onCancel={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false);
            take();
          }}
        />
      )}
    </div>
  );
}

function describeHolder({ by, name, lockedUntil }: AlertHolder): string {
  if (by === 'none') return 'Not assigned.';
  if (lockedUntil === null) return by === 'me' ? 'Assigned to you.' : `Assigned to ${name}.`;
  return `Locked by ${by === 'me' ? 'you' : name} until ${formatTimeOfDay(lockedUntil)}.`;
}
