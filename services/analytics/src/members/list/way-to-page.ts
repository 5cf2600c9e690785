import type { Page } from '@clearwatch/service-kit/http/request-parameters';

/**
 * How many more rows than expected a walk along an order may pass, because what is looked for and the order hang together: all
 * Zacharies are at the end of the names.
 */
const WORSE_THAN_EXPECTED = 16;

/**
 * How to come by a page: `gather` all that is looked for and sort it, `walk` along the order until the page is full, or walk no
 * further than `steps` and gather if it is not full by then.
 */
export type WayToPage = { way: 'gather' } | { way: 'walk' } | { way: 'walk a while'; steps: number };

/** One of `members` / `total` rows on a walk is one that is looked for, if they are spread evenly. */
export function wayToPage(
  { limit, offset }: Page,
  among: { total: number; members: number; isSlow: boolean },
): WayToPage {
  const { total, members, isSlow } = among;
  const expected = Math.ceil(((limit + offset) * members) / total);
  if (total === members) return { way: 'walk' };
  if (!isSlow) return total <= WORSE_THAN_EXPECTED * expected ? { way: 'gather' } : { way: 'walk' };
  // What is looked up for a row on the way costs as much as for one that is gathered.
  return total <= expected
    ? { way: 'gather' }
    : { way: 'walk a while', steps: WORSE_THAN_EXPECTED * expected };
}
