import type { Entry } from '../entry.ts';

/** What of an entry says in words what it is for. */
export type Worded = Pick<Entry, 'company' | 'entryDescription'>;

/** Ledgers say the same few thousand things over and over; what is said once need not be remembered. */
const MOST_REMEMBERED = 5_000;
const remembered = new Map<string, string>();

/** Company and entry description in capitals, punctuation to blanks: the text that keyword rules read. */
export function wordsOf(entry: Worded): string {
  const text = `${entry.company} ${entry.entryDescription ?? ''}`;
  let words = remembered.get(text);
  if (words === undefined) {
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    words = inWords(text);
    remembered.set(text, words);
  }
  return words;
}

/** Text in capitals, punctuation to blanks. */
export function inWords(text: string): string {
  return text.toUpperCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
}
