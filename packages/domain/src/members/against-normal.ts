import type { Cents } from '../money/cents.ts';

export type AgainstNormal = 'below' | 'about' | 'above';

/** Percent by which a month may differ and still be about as usual. */
export const ABOUT_PERCENT = 25;
/** Days before the ledger's end that are compared with the usual month. */
export const NORMAL_COMPARED_DAYS = 30;

/**
 * How a month compares with the usual one: `100 x (current / normal - 1)` percent, rounded to the one decimal that is shown;
 * within 25 either way is about as usual. Without a usual amount there is no percentage, and anything at all is above it.
 *
 * @param currentCents sum of the `NORMAL_COMPARED_DAYS` that end with the ledger
 */
export function againstNormal(
  currentCents: Cents,
  normalCents: Cents,
): { percent: number | null; verdict: AgainstNormal } {
  if (normalCents <= 0) return { percent: null, verdict: currentCents > 0 ? 'above' : 'about' };
  const percent = Math.round((1000 * (currentCents - normalCents)) / normalCents) / 10;
  if (Math.abs(percent) <= ABOUT_PERCENT) return { percent, verdict: 'about' };
  return { percent, verdict: percent > 0 ? 'above' : 'below' };
}
