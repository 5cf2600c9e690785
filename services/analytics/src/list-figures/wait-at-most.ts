import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits for `work`, but not longer than so many milliseconds; what has not ended by then goes on.
 *
 * @throws whatever `work` throws in that time
 */
export async function waitAtMost(milliseconds: number, work: Promise<void>): Promise<void> {
  const patience = new AbortController();
  try {
    await Promise.race([work, pause(milliseconds, undefined, { signal: patience.signal })]);
  } finally {
    patience.abort();
  }
}
