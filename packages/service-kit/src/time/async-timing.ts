import { setTimeout as pause } from 'node:timers/promises';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';

const FIRST_PAUSE_MS = 50;
/** Adds half of this to a response time on average. */
const LONGEST_PAUSE_MS = 200;

/**
 * Polls, frequently at first, until the answer is final, the time limit passes or `signal` aborts. Polling cannot miss
 * an event. @returns the last answer
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

interface RoundTiming {
  everyMs: number;
  /** Runs the first round at the start instead of after one interval. */
  startsAtOnce?: true;
  /** Log message for a failed round. The next round tries again. */
  failure: string;
  logger: Pick<Logger, 'warn'>;
}

/** A provider that runs rounds at intervals, one at a time, until the process stops. */
export abstract class RepeatingTask implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;
  private readonly stopping = new AbortController();

  protected constructor(private readonly timing: RoundTiming) {}

  onApplicationBootstrap(): void {
    if (this.timing.startsAtOnce) void this.runNow();
    this.timer = setInterval(() => void this.runNow(), this.timing.everyMs);
  }

  /** Aborts the current round and waits until it ends. */
  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.running;
  }

  /** Starts a round unless one is running, and waits for it. Never rejects. */
  runNow(): Promise<void> {
    const { failure, logger } = this.timing;
    const { signal } = this.stopping;
    this.running ??= this.round(signal)
      .catch((error: unknown) => {
        if (!signal.aborted) logger.warn({ err: error }, failure);
      })
      .finally(() => {
        this.running = null;
      });
    return this.running;
  }

  protected abstract round(signal: AbortSignal): Promise<void>;
}

/** The work may still finish later. */
export class TimeoutError extends Error {
  constructor() {
    super('no response in time');
    this.name = 'TimeoutError';
  }
}

/** @throws TimeoutError after `milliseconds`; ignores the later outcome of the work */
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
