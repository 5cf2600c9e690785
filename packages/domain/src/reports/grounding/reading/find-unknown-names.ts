import type { Statement } from './statement.ts';

/** A word with a capital; "McDonald's", "High-Risk" and "A&B" are one word each. */
const WORD = String.raw`\p{Lu}[\p{L}\p{M}\p{N}]*(?:['’.&-][\p{L}\p{M}\p{N}]+)*`;
const CAPITALS = new RegExp(String.raw`(?<![\p{L}\p{N}])${WORD}(?: (?:& )?${WORD})*`, 'gu');
/** Where a sentence begins, every word has a capital. */
const AT_BEGINNING = /(?:^|[.!?:;•|]["”’')]*\s+|[\n(“"‘\uFFFC–—]\s*)["“‘(]*$/u;
/** What follows a subject that acts or is: behind a single word at the beginning it makes that word a name. */
const ACTS =
  /^(?:['’]s\b| (?:sent|paid|pays|received|receives|originated|originates|posted|made|makes|credited|debited|moved|transferred|withdrew|deposited|accounted|accounts for|contributed|led|leads|was|is|has|had|and \p{Lu}|grew|fell|rose)\b)/u;

/**
 * Capitalised words that belong to nobody known: a company that was made up. A word is known when it is in the
 * vocabulary in any case of letters. One word alone at the beginning of a sentence is taken for a name only when it
 * acts like one.
 */
export function findUnknownNames(text: string, isKnown: (word: string) => boolean): Statement[] {
  const found: Statement[] = [];
  for (const match of text.matchAll(CAPITALS)) {
    const words = [...match[0].matchAll(/[^ &]+/gu)].map(({ index, 0: word }) => ({
      start: match.index + index,
      end: match.index + index + word.length,
      word,
    }));
    const after = text.slice(match.index + match[0].length);
    const isAtBeginning = AT_BEGINNING.test(text.slice(Math.max(0, match.index - 8), match.index));
    const counted = isAtBeginning && (words.length > 1 || !ACTS.test(after)) ? words.slice(1) : words;
    const unknown = counted.filter(({ word }) => !isKnownWord(word, isKnown));
    const [first, last] = [unknown[0], words.at(-1)];
    if (first === undefined || last === undefined) continue;
    // All of the capitals belong to the name, but for a known word that only begins the sentence.
    const opener = words[0];
    const beginsAt =
      opener !== undefined && isAtBeginning && isKnownWord(opener.word, isKnown)
        ? counted[0]?.start
        : opener?.start;
    found.push({ start: beginsAt ?? first.start, end: last.end, said: { kind: 'unclear' } });
  }
  return found;
}

function isKnownWord(word: string, isKnown: (word: string) => boolean): boolean {
  const bare = word.replace(/['’]s$/u, '');
  return (
    bare.length === 1 ||
    isKnown(bare) ||
    bare.split(/[-&.'’]/u).every((part) => part.length < 2 || isKnown(part))
  );
}
