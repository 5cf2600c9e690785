import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Modal } from 'antd';
import { type ComponentRef, useEffect, useRef, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import type { IdleClock } from '../api/session-clock.ts';
import { useSecondsUntil } from '../clock/use-seconds-until.ts';
import { formatCounted } from '../formats/count.ts';
import { useSignOut } from './use-sign-out.ts';
import './idle-warning.css';

/** Above every drawer, dialog and menu, below the toasts. */
const Z_INDEX = 2000;
/** Read out by screen readers at these moments; every second would drown everything else. */
const SPOKEN_AT_SECONDS = [60, 30, 10];

interface IdleWarningDialogProps {
  clock: IdleClock;
  onStay: () => Promise<void>;
}

/** Asks whether somebody is still there. Only an answer closes it: neither Escape nor a click beside it is one. */
export function IdleWarningDialog({ clock, onStay }: IdleWarningDialogProps) {
  const seconds = useSecondsUntil(clock.endsAt);
  const stay = useMutation({ mutationFn: onStay });
  const leaving = useSignOut();
  const answer = useRef<ComponentRef<typeof Button>>(null);
  const busy = stay.isPending || leaving.isPending;
  useTitle(`Signing out in ${inClock(seconds)}`);
  useFocusBack();

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
      // A dialog below holds on to the focus until this one stands.
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
        To protect members’ data, Clearwatch signs you out after {formatCounted(clock.idleMinutes, 'minute')}{' '}
        without activity. You will be signed out in
      </p>
      <p className="idle-countdown figures" role="timer" aria-live="off">
        {inClock(seconds)}
      </p>
      <output className="visually-hidden">
        {SPOKEN_AT_SECONDS.includes(seconds) &&
          `You will be signed out in ${formatCounted(seconds, 'second')}.`}
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

/** "1:05". */
function inClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The dialog may open over anything, and whoever stays goes on where he was. */
function useFocusBack(): void {
  // While rendering for the first time: as soon as the dialog stands, the focus is in it.
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // A moment later the dialog has let go.
      setTimeout(() => {
        if (before instanceof HTMLElement && before.isConnected) before.focus();
      });
    },
    [before],
  );
}

/** In the browser's tab, for whoever is in another one. */
function useTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    return () => {
      document.title = before;
    };
  }, []);
  useEffect(() => {
    document.title = `${title} · Clearwatch`;
  }, [title]);
}
