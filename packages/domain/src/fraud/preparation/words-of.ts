import type { Entry } from '../entry.ts';

/** What of an entry says in words what it is for. */
export type Worded = Pick<Entry, 'company' | 'entryDescription'>;

/** Ledgers say the same few thousand things over and over; what is said once need not be remembered. */
const MOST_REMEMBERED = 5_000;

/**
 * What words mean, read once for what many entries say: by the two texts as they are, because putting them together for each of
 * a million entries takes longer than all that is read from them.
 */
export function readInWords<Meaning>(read: (words: string) => Meaning): (entry: Worded) => Meaning {
  const byCompany = new Map<string, Map<string | null, { meaning: Meaning }>>();
  let remembered = 0;

  function said({ company, entryDescription }: Worded): { meaning: Meaning } {
    if (remembered >= MOST_REMEMBERED) {
      byCompany.clear();
      remembered = 0;
    }
    const words = inWords(`${company} ${entryDescription ?? ''}`);
    const known = { meaning: read(words) };
    const ofCompany = byCompany.get(company);
    if (ofCompany === undefined) byCompany.set(company, new Map([[entryDescription, known]]));
    else ofCompany.set(entryDescription, known);
    remembered += 1;
    return known;
  }

  return (entry) => (byCompany.get(entry.company)?.get(entry.entryDescription) ?? said(entry)).meaning;
}

/** Company and entry description in capitals, punctuation to blanks: the text that keyword rules read. */
export const wordsOf = readInWords((words) => words);

/** Text in capitals, punctuation to blanks. */
export function inWords(text: string): string {
  return text.toUpperCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
}
