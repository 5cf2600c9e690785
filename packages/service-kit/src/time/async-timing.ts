import { setTimeout as pause } from 'node:timers/promises';

const FIRST_PAUSE_MS = 50;
/** Adds half of this to a response on average. */
const LONGEST_PAUSE_MS = 200;

/**
 * Polls, at first often, until the answer is final, time is up or `signal` aborts. Polling a primary key needs no
 * second channel that could lose messages.
 * @returns the last answer
 */
export async function pollUntil<T>(options: {
  check: () => Promise<T>;
  isFinal: (answer: T) => boolean;
  limitMs: number;
  signal: AbortSignal;
}): Promise<T> {
  const { check, isFinal, limitMs, signal } = options;
  const deadline = performance.now() + limitMs;
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 1.5, LONGEST_PAUSE_MS)) {
    const answer = await check();
    const left = deadline - performance.now();
    if (isFinal(answer) || left <= 0 || signal.aborted) return answer;
    await pause(Math.min(wait, left), undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Runs a round immediately and then at intervals, one at a time, until stopped. Rounds must handle their own errors.
 */
export class RepeatingTask {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;
  private readonly stopping = new AbortController();

  constructor(
    private readonly everyMs: number,
    private readonly round: (signal: AbortSignal) => Promise<void>,
  ) {}

  start(): void {
    void this.runNow();
    this.startLater();
  }

  /** Runs the first round after one interval. */
  startLater(): void {
    this.timer = setInterval(() => void this.runNow(), this.everyMs);
  }

  /** Aborts the current round and waits for its end. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.running;
  }

  runNow(): Promise<void> {
    this.running ??= this.round(this.stopping.signal).finally(() => {
      this.running = null;
    });
    return this.running;
  }
}

/** The work may still finish later. */
export class TimeoutError extends Error {
  constructor() {
    super('no answer in time');
    this.name = 'TooSlow';
  }
}

/**
 * Waits for `work` for at most `milliseconds`.
 * @throws TimeoutError; the later outcome of the work is ignored
 */
export async function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  // A late rejection must not end the process.
  work.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const tooSlow = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeoutError()), milliseconds);
  });
  try {
    return await Promise.race([work, tooSlow]);
  } finally {
    clearTimeout(timer);
  }
}
