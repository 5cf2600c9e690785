/**
 * How many more rows than expected a walk along an order may pass, because filters and order hang together, before gathering
 * all that is looked for would have been quicker.
 */
const WORSE_THAN_EXPECTED = 16;

/**
 * Whether rows are quicker gathered and sorted than met on a walk along their order: one of `members` / `total` rows on the
 * way is one that is looked for, if they are spread evenly.
 */
export function areFew({
  total,
  members,
  limit,
  offset,
}: {
  total: number;
  members: number;
  limit: number;
  offset: number;
}): boolean {
  const expectedSteps = ((limit + offset) * members) / total;
  return total <= WORSE_THAN_EXPECTED * expectedSteps;
}
