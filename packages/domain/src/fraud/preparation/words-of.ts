import type { Entry } from '../entry.ts';

/** Company and entry description in capitals, punctuation to blanks: the text that keyword rules read. */
export function wordsOf(entry: Entry): string {
  return `${entry.company} ${entry.entryDescription ?? ''}`.toUpperCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
}
