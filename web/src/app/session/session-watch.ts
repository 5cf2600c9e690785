import { ApiError } from '../../api/api-client.ts';
import { fetchIdleClock, type IdleClock, staySignedIn } from '../../api/session-api.ts';
import { msSinceUserRequest, watchUserInput } from '../../lib/user-presence.ts';

/** Timers stop while a laptop sleeps; a regular look at the clock notices. */
const HEARTBEAT_MS = 15_000;
/** Another tab may keep the session alive. */
const ASK_AGAIN_MS = 5_000;
const RETRY_MS = 60_000;

interface SessionListener {
  onClock: (clock: IdleClock | null) => void;
  /** Null: the warning is over because the user is active. */
  onWarning: (warning: IdleClock | null) => void;
  /** The server says so, or time is up and the server cannot be reached. */
  onEnd: () => void;
}

/**
 * Follows the idle limit of the session. The server decides, because another tab may be active: it is asked before
 * the warning, during the warning and at the end. Input that causes no requests is reported from time to time.
 */
export class SessionWatch {
  private clock: IdleClock | null = null;
  private isWarning = false;
  private isAsking = false;
  private isKeepingAlive = false;
  private isStopped = false;
  /** Number of answers: an older answer must not replace a newer one. */
  private answers = 0;
  private dueAt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly unwatchInput: () => void;

  constructor(private readonly listener: SessionListener) {
    this.unwatchInput = watchUserInput(this.keepAlive);
    document.addEventListener('visibilitychange', this.look);
    window.addEventListener('focus', this.look);
    this.look();
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
    this.unwatchInput();
    document.removeEventListener('visibilitychange', this.look);
    window.removeEventListener('focus', this.look);
  }

  async stay(): Promise<void> {
    try {
      this.take(await staySignedIn());
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
      this.end();
    }
  }

  private readonly look = (): void => {
    if (Date.now() >= this.dueAt) void this.ask();
    else this.wake();
  };

  private wake(): void {
    clearTimeout(this.timer);
    if (this.isStopped) return;
    this.timer = setTimeout(this.look, Math.max(0, Math.min(this.dueAt - Date.now(), HEARTBEAT_MS)));
  }

  private async ask(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    const before = this.answers;
    try {
      const clock = await fetchIdleClock();
      if (this.answers === before) this.take(clock);
    } catch (error) {
      if (isUnauthorized(error)) this.end();
      else this.plan();
    } finally {
      this.isAsking = false;
      this.wake();
    }
  }

  private take(clock: IdleClock | null): void {
    if (this.isStopped) return;
    this.answers += 1;
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
      this.dueAt = this.answers === 0 ? now + RETRY_MS : Number.POSITIVE_INFINITY;
    } else if (now >= clock.endsAt) {
      this.end();
    } else if (now >= clock.warnsAt) {
      this.warn(clock);
      this.dueAt = Math.min(now + ASK_AGAIN_MS, clock.endsAt);
    } else {
      this.warn(null);
      this.dueAt = clock.warnsAt;
    }
    this.wake();
  }

  private warn(warning: IdleClock | null): void {
    this.isWarning = warning !== null;
    this.listener.onWarning(warning);
  }

  /**
   * At the input itself, so that the session never outlasts the last input by more than its limit. An open warning
   * needs an explicit answer.
   */
  private readonly keepAlive = (): void => {
    if (this.clock === null || this.isWarning || this.isKeepingAlive) return;
    if (msSinceUserRequest() < this.clock.keepAliveEveryMs) return;
    this.isKeepingAlive = true;
    void this.stay()
      // The warning or the end will notice a failing server.
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
