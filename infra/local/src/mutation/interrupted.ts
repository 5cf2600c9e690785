import { Script } from 'node:vm';

/** Where the script below finds what it is to run: it sees no variables of ours. */
const PLACE = Symbol.for('clearwatch.mutation.work');
/** Jest gives its tests another `globalThis` than the one scripts run in. */
const GLOBAL = new Script('globalThis').runInThisContext() as object;
const CALL = new Script('globalThis[Symbol.for("clearwatch.mutation.work")]()', {
  filename: 'interrupted.ts',
});
/** A machine that is busy with other things needs longer for the same: it is asked once more, with this much longer. */
const SECOND_TRY = 10;

/**
 * Calls it, and ends it when it does not come back within so many milliseconds: only so a regular expression is stopped
 * that has begun to go through all ways to match.
 * @throws Error what it throws, or that it was ended
 */
export function interrupted(work: () => unknown, patience: number): unknown {
  const started = process.cpuUsage();
  Object.assign(GLOBAL, { [PLACE]: work });
  try {
    return CALL.runInThisContext({ timeout: patience });
  } catch (error) {
    const isOurs = (error as { code?: string } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    const hadTheProcessor = process.cpuUsage(started).user > (patience * 1_000) / 2;
    if (!isOurs || hadTheProcessor) throw error;
    return CALL.runInThisContext({ timeout: patience * SECOND_TRY });
  }
}
