import { setTimeout as pause } from 'node:timers/promises';

const FIRST_PAUSE_MS = 10;
/** Limits the load from polling, because a condition often sends requests and queries. */
const LONGEST_PAUSE_MS = 100;

/**
 * Waits until `condition` is true; after the limit, fails with `what` in the message. The default limit suits a busy
 * machine and is below a test's timeout.
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
