import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits until `condition` holds; fails with `what` in the message when it does not in time. Time enough for a busy machine, and
 * less than a test has.
 */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  limitMs = 50_000,
): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Waited ${limitMs} ms in vain until ${what}`);
    await pause(20);
  }
}
