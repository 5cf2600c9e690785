import type { Entry } from '../entry.ts';

/** Company and entry description in capitals, punctuation to blanks: the text that keyword rules read. */
export function wordsOf(entry: Entry): string {
  return inWords(`${entry.company} ${entry.entryDescription ?? ''}`);
}

/** Text in capitals, punctuation to blanks. */
export function inWords(text: string): string {
  return text.toUpperCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
}
