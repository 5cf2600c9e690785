import type { Entry } from '../entry.ts';

/** Nacha prescribes the word REVERSAL in the entry description (same company, SEC code and amount). */
export function isReversal(entry: Entry): boolean {
  return entry.entryDescription !== null && /REVERSAL/i.test(entry.entryDescription);
}
