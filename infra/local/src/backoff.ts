const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/** Pause before the n-th restart in a row (n from 1): half a second, doubled each time, half a minute at most. */
export function restartPause(restartsInARow: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** (restartsInARow - 1));
}

/** A process that ran this long was well: its next stop starts the count anew. */
export const WELL_AFTER_MS = 60_000;
