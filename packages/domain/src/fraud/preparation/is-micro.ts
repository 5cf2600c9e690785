import type { Entry } from '../entry.ts';

/** Nacha's micro-entry rule prescribes ACCTVERIFY for account validation. */
export function isMicro(entry: Entry): boolean {
  return entry.entryDescription !== null && /\bACCTVERIFY\b/i.test(entry.entryDescription);
}
