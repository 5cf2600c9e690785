import { setTimeout as pause } from 'node:timers/promises';

const FIRST_PAUSE_MS = 50;
/** What a person waits for nothing is half of it. */
const LONGEST_PAUSE_MS = 200;

/**
 * Asks again and again, at first often, until the answer is final, time is up or nobody waits any more. Polling a
 * primary key needs no second channel that could lose a message.
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
    // Aborting only ends the pause early.
    await pause(Math.min(wait, left), undefined, { signal }).catch(() => undefined);
  }
}

/** Does something at once and again every so often, one round at a time, until it is stopped. A round fails nobody: it says itself what went wrong. */
export class RepeatingTask {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;
  private readonly stopping = new AbortController();

  constructor(
    private readonly everyMs: number,
    private readonly round: (signal: AbortSignal) => Promise<void>,
  ) {}

  start(): void {
    this.begin();
    this.timer = setInterval(() => this.begin(), this.everyMs);
  }

  /** Tells the round that is under way, and waits for its end. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.running;
  }

  private begin(): void {
    this.running ??= this.round(this.stopping.signal).finally(() => {
      this.running = null;
    });
  }
}

/** What was waited for has not happened in time; it may still happen. */
export class TimeoutError extends Error {
  constructor() {
    super('no answer in time');
    this.name = 'TooSlow';
  }
}

/**
 * Waits for `work`, but not for longer than `milliseconds`.
 * @throws TooSlow when time is up; whatever becomes of the work afterwards is not heard any more
 */
export async function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  // Whoever loses the race is no longer awaited; its failure must not end the process.
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
