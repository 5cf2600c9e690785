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
  ask: () => Promise<T>;
  isFinal: (answer: T) => boolean;
  limitMs: number;
  signal: AbortSignal;
}): Promise<T> {
  const { ask, isFinal, limitMs, signal } = options;
  const deadline = performance.now() + limitMs;
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 1.5, LONGEST_PAUSE_MS)) {
    const answer = await ask();
    const left = deadline - performance.now();
    if (isFinal(answer) || left <= 0 || signal.aborted) return answer;
    // Aborting only ends the pause early.
    await pause(Math.min(wait, left), undefined, { signal }).catch(() => undefined);
  }
}
