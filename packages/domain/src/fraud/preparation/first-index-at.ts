import type { PreparedEntry } from './prepared-entry.ts';

/** Index of the first of day-ordered entries on or after a day; the length when there is none. */
export function firstIndexAt(entries: readonly PreparedEntry[], epochDay: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle]?.entry.epochDay ?? Infinity) < epochDay) low = middle + 1;
    else high = middle;
  }
  return low;
}
