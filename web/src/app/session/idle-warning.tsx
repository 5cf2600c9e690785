import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Modal } from 'antd';
import { type ComponentRef, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/api-client.ts';
import { describeError } from '../../api/error-messages.ts';
import { endSession, fetchIdleClock, type IdleClock, rememberIdleClock, staySignedIn } from '../../api/session-api.ts';
import { useSignOut } from '../../components/leave-guard.tsx';
import { formatQuantity } from '../../lib/number-format.ts';
import { useSecondsUntil } from '../../lib/server-clock.ts';
import { msSinceUserRequest, watchUserInput } from '../../lib/user-presence.ts';

/** Timers stop while a laptop sleeps; regular clock checks detect the gap. */
const HEARTBEAT_MS = 15_000;
/** Another tab may keep the session alive. */
const WARNING_POLL_MS = 5_000;
const RETRY_MS = 60_000;

interface SessionListener {
  onClock: (clock: IdleClock | null) => void;
  /** Null: the warning is over because the user is active. */
  onWarning: (warning: IdleClock | null) => void;
  /** The server reports the end, or time is up and the server cannot be reached. */
  onEnd: () => void;
}

/** The server decides, because another tab may be active. It is polled before and during the warning and at the end. */
export class SessionWatch {
  private clock: IdleClock | null = null;
  private isWarning = false;
  private isPolling = false;
  private isKeepingAlive = false;
  private isStopped = false;
  /** Counts the responses: an older response must not replace a newer one. */
  private answerCount = 0;
  private dueAt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly unwatchInput: () => void;

  constructor(private readonly listener: SessionListener) {
    this.unwatchInput = watchUserInput(this.keepAlive);
    document.addEventListener('visibilitychange', this.check);
    window.addEventListener('focus', this.check);
    this.check();
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
    this.unwatchInput();
    document.removeEventListener('visibilitychange', this.check);
    window.removeEventListener('focus', this.check);
  }

  async stay(): Promise<void> {
    try {
      this.update(await staySignedIn());
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
      this.end();
    }
  }

  private readonly check = (): void => {
    if (Date.now() >= this.dueAt) void this.poll();
    else this.schedule();
  };

  private schedule(): void {
    clearTimeout(this.timer);
    if (this.isStopped) return;
    this.timer = setTimeout(this.check, Math.max(0, Math.min(this.dueAt - Date.now(), HEARTBEAT_MS)));
  }

  private async poll(): Promise<void> {
    if (this.isPolling) return;
    this.isPolling = true;
    const before = this.answerCount;
    try {
      const clock = await fetchIdleClock();
      if (this.answerCount === before) this.update(clock);
    } catch (error) {
      if (isUnauthorized(error)) this.end();
      else this.plan();
    } finally {
      this.isPolling = false;
      this.schedule();
    }
  }

  private update(clock: IdleClock | null): void {
    if (this.isStopped) return;
    this.answerCount += 1;
    this.clock = clock;
    this.listener.onClock(clock);
    this.plan();
  }

  private plan(): void {
    if (this.isStopped) return;
    const { clock } = this;
    const now = Date.now();
    if (clock === null) {
      this.warn(null);
      this.dueAt = this.answerCount === 0 ? now + RETRY_MS : Number.POSITIVE_INFINITY;
    } else if (now >= clock.endsAt) {
      this.end();
    } else if (now >= clock.warnsAt) {
      this.warn(clock);
      this.dueAt = Math.min(now + WARNING_POLL_MS, clock.endsAt);
    } else {
      this.warn(null);
      this.dueAt = clock.warnsAt;
    }
    this.schedule();
  }

  private warn(warning: IdleClock | null): void {
    this.isWarning = warning !== null;
    this.listener.onWarning(warning);
  }

  /** Sent at once, because a later request would extend the session too far. An open warning needs a click instead. */
  private readonly keepAlive = (): void => {
    if (this.clock === null || this.isWarning || this.isKeepingAlive) return;
    if (msSinceUserRequest() < this.clock.keepAliveEveryMs) return;
    this.isKeepingAlive = true;
    void this.stay()
      // A failing server is detected at the warning or at the end.
      .catch(() => undefined)
      .finally(() => {
        this.isKeepingAlive = false;
      });
  };

  private end(): void {
    if (this.isStopped) return;
    this.stop();
    this.listener.onEnd();
  }
}

const isUnauthorized = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** Above drawers, dialogs and menus, below toasts. */
const Z_INDEX = 2000;
/** Screen readers announce only these moments. */
const ANNOUNCED_AT_SECONDS = [60, 30, 10];

function IdleWarningDialog({ clock, onStay }: { clock: IdleClock; onStay: () => Promise<void> }) {
  const seconds = useSecondsUntil(clock.endsAt);
  const stay = useMutation({ mutationFn: onStay });
  const { signOut, isPending: isSigningOut } = useSignOut();
  const stayButton = useRef<ComponentRef<typeof Button>>(null);
  const busy = stay.isPending || isSigningOut;
  // Stored during the first render: once the dialog is open, it has the focus.
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
      afterOpenChange={(isOpen) => isOpen && stayButton.current?.focus()}
      footer={[
        <Button key="sign-out" disabled={busy} onClick={signOut}>
          Sign out now
        </Button>,
        <Button
          key="stay"
          ref={stayButton}
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
        To protect members’ data, Clearwatch signs you out after {formatQuantity(clock.idleMinutes, 'minute')} without
        activity. You will be signed out in
      </p>
      <p className="idle-countdown figures" role="timer" aria-live="off">
        {formatCountdown(seconds)}
      </p>
      <output className="visually-hidden">
        {ANNOUNCED_AT_SECONDS.includes(seconds) && `You will be signed out in ${formatQuantity(seconds, 'second')}.`}
      </output>
      {stay.isError && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={`Your session could not be extended. ${describeError(stay.error, 'Please try again.')}`}
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
