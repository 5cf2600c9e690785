import { setTimeout as pause } from 'node:timers/promises';

const FIRST_PAUSE_MS = 10;
/** Asking is work too, often a request with its queries: whoever waits for seconds asks ten times in each, not fifty. */
const LONGEST_PAUSE_MS = 100;

/**
 * Waits until `condition` holds; fails with `what` in the message when it does not in time. Time enough for a busy machine, and
 * less than a test has.
 */
export async function waitUntil(
  what: string,
  condition: () => boolean | Promise<boolean>,
  limitMs = 50_000,
): Promise<void> {
  const deadline = Date.now() + limitMs;
  for (let wait = FIRST_PAUSE_MS; !(await condition()); wait = Math.min(wait * 1.5, LONGEST_PAUSE_MS)) {
    if (Date.now() > deadline) throw new Error(`Timed out after ${limitMs} ms waiting until ${what}`);
    await pause(wait);
  }
}
