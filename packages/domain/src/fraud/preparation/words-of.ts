import type { Entry } from '../entry.ts';

/** What of an entry says in words what it is for. */
export type Worded = Pick<Entry, 'company' | 'entryDescription'>;

/** Company and entry description in capitals, punctuation to blanks: the text that keyword rules read. */
export function wordsOf(entry: Worded): string {
  return inWords(`${entry.company} ${entry.entryDescription ?? ''}`);
}

/** Text in capitals, punctuation to blanks. */
export function inWords(text: string): string {
  return text.toUpperCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
}
