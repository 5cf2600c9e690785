import { LARGE_CREDITS } from './large-credit.ts';
import { LARGE_CREDIT_LOOK_ALIKES } from './large-credit-look-alikes.ts';
import type { Pattern } from './pattern.ts';
import { STRUCTURING } from './structuring.ts';
import { STRUCTURING_LOOK_ALIKES } from './structuring-look-alikes.ts';
import { VELOCITY } from './velocity.ts';
import { VELOCITY_LOOK_ALIKES } from './velocity-look-alikes.ts';

/** All patterns, dealt out in turn so that a small ledger has something of each rule. */
export const PATTERNS: readonly Pattern[] = interleave([
  STRUCTURING,
  VELOCITY,
  LARGE_CREDITS,
  STRUCTURING_LOOK_ALIKES,
  VELOCITY_LOOK_ALIKES,
  LARGE_CREDIT_LOOK_ALIKES,
]);

function interleave(lists: readonly (readonly Pattern[])[]): Pattern[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, k) => lists.flatMap((list) => list.slice(k, k + 1))).flat();
}
