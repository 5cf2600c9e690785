import type { Cents } from '../money/cents.ts';

const CENTS_PER_DOLLAR = 100;

/**
 * Mean of the members' total credits, rounded to whole dollars: `round(sum of totalCredits / members)` (spec, section 9).
 * 0 without members.
 *
 * @returns whole dollars
 */
export function averageCredits(sums: { creditCents: Cents; members: number }): number {
  return sums.members <= 0 ? 0 : Math.round(sums.creditCents / sums.members / CENTS_PER_DOLLAR);
}
