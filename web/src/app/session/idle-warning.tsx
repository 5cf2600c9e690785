import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Modal } from 'antd';
import { type ComponentRef, useEffect, useRef, useState } from 'react';
import { describeError } from '../../api/error-messages.ts';
import { endSession, type IdleClock, rememberIdleClock } from '../../api/session-api.ts';
import { useSignOut } from '../../components/leave-guard.tsx';
import { formatQuantity } from '../../lib/number-format.ts';
import { useSecondsUntil } from '../../lib/server-clock.ts';
import { SessionWatch } from './session-watch.ts';

/** Above drawers, dialogs and menus, below toasts. */
const Z_INDEX = 2000;
/** Screen readers announce these moments only. */
const ANNOUNCED_AT_SECONDS = [60, 30, 10];

function IdleWarningDialog({ clock, onStay }: { clock: IdleClock; onStay: () => Promise<void> }) {
  const seconds = useSecondsUntil(clock.endsAt);
  const stay = useMutation({ mutationFn: onStay });
  const leaving = useSignOut();
  const answer = useRef<ComponentRef<typeof Button>>(null);
  const busy = stay.isPending || leaving.isPending;
  // Read during the first render: once the dialog is open it has the focus.
  const [before] = useState(() => ({ title: document.title, focused: document.activeElement }));
  useEffect(
    () => () => {
      document.title = before.title;
      // The dialog releases the focus a tick later.
      setTimeout(() => {
        if (before.focused instanceof HTMLElement && before.focused.isConnected) before.focused.focus();
      });
    },
    [before],
  );
  useEffect(() => {
    document.title = `Signing out in ${formatCountdown(seconds)} · Clearwatch`;
  }, [seconds]);

  return (
    <Modal
      open
      centered
      title="Are you still there?"
      width={440}
      zIndex={Z_INDEX}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      // A dialog below keeps the focus until this one is open.
      afterOpenChange={(isOpen) => isOpen && answer.current?.focus()}
      footer={[
        <Button key="sign-out" disabled={busy} onClick={leaving.signOut}>
          Sign out now
        </Button>,
        <Button
          key="stay"
          ref={answer}
          type="primary"
          disabled={busy}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is this question
          autoFocus
          onClick={() => stay.mutate()}
        >
          Stay signed in
        </Button>,
      ]}
    >
      <p>
        To protect members’ data, Clearwatch signs you out after {formatQuantity(clock.idleMinutes, 'minute')}{' '}
        without activity. You will be signed out in
      </p>
      <p className="idle-countdown figures" role="timer" aria-live="off">
        {formatCountdown(seconds)}
      </p>
      <output className="visually-hidden">
        {ANNOUNCED_AT_SECONDS.includes(seconds) &&
          `You will be signed out in ${formatQuantity(seconds, 'second')}.`}
      </output>
      {stay.isError && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={`You could not be kept signed in. ${describeError(stay.error, 'Please try again.')}`}
        />
      )}
    </Modal>
  );
}

const formatCountdown = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

export function IdleWarning() {
  const client = useQueryClient();
  const watch = useRef<SessionWatch>(null);
  const [warning, setWarning] = useState<IdleClock | null>(null);

  useEffect(() => {
    const started = new SessionWatch({
      onClock: (clock) => rememberIdleClock(client, clock),
      onWarning: setWarning,
      onEnd: () => endSession(client),
    });
    watch.current = started;
    return () => started.stop();
  }, [client]);

  if (warning === null) return null;
  return <IdleWarningDialog clock={warning} onStay={async () => watch.current?.stay()} />;
}
