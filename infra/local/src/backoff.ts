const FIRST_MS = 500;
/** With its start, still in time for the job of a worker that is killed again and again: another has it after 20 s (jobs.module.ts). */
const LONGEST_MS = 8_000;

/** Pause before the n-th restart in a row (n from 1): half a second, doubled each time, eight seconds at most. */
export function restartPause(restartsInARow: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** (restartsInARow - 1));
}

/** A process that ran this long was well: its next stop starts the count anew. One that cannot run ends while it starts. */
export const WELL_AFTER_MS = 10_000;
