/** Texts as searching compares them: without case and accents. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}

export function wordsOf(text: string): string[] {
  return folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** From this on a text may also stand in the middle of a word: fewer letters are in every other one. */
const LEAST_WITHIN = 3;

/**
 * How well an entry answers to what was typed, 0 best: the whole name, its beginning, beginnings of its words, of its other
 * names, any part. Null: not at all.
 *
 * @param entry.words other names, parted by blanks
 */
export function rankOf(entry: { label: string; words: string }, typed: string): number | null {
  const label = folded(entry.label);
  const asked = folded(typed).trim();
  if (asked === '') return null;
  if (label === asked) return 0;
  if (label.startsWith(asked)) return 1;
  const names = wordsOf(label);
  const begun = wordsOf(asked);
  const areBegun = (all: readonly string[]): boolean =>
    begun.length > 0 && begun.every((part) => all.some((word) => word.startsWith(part)));
  if (areBegun(names)) return 2;
  if (areBegun([...names, ...wordsOf(entry.words)])) return 3;
  return asked.length >= LEAST_WITHIN && label.includes(asked) ? 4 : null;
}

/** The entries that answer, the best first; of equals the earlier first. */
export function ranked<Entry extends { label: string; words: string }>(
  entries: readonly Entry[],
  typed: string,
): Entry[] {
  return entries
    .flatMap((entry) => {
      const rank = rankOf(entry, typed);
      return rank === null ? [] : [{ entry, rank }];
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ entry }) => entry);
}

interface Part {
  text: string;
  isMatch: boolean;
}

/** A text in parts, those marked that were typed: the whole of it where it stands so, else each of its words. */
export function markedParts(text: string, typed: string): Part[] {
  const letters = Array.from(text);
  const plain = letters.map(folded);
  const wanted = folded(typed).trim();
  const isMarked = letters.map(() => false);
  if (!mark(plain, wanted, isMarked)) for (const word of wordsOf(typed)) mark(plain, word, isMarked);
  const parts: Part[] = [];
  for (const [at, letter] of letters.entries()) {
    const isMatch = isMarked[at] === true;
    const last = parts.at(-1);
    if (last?.isMatch === isMatch) last.text += letter;
    else parts.push({ text: letter, isMatch });
  }
  return parts;
}

/** @param plain the letters folded one by one: one may become none or two. @returns whether it stands there */
function mark(plain: readonly string[], wanted: string, isMarked: boolean[]): boolean {
  if (wanted === '') return false;
  // Which letter each character of the folded text comes from.
  const origins = plain.flatMap((letter, at) => Array.from({ length: letter.length }, () => at));
  const whole = plain.join('');
  let found = whole.indexOf(wanted);
  const isThere = found >= 0;
  while (found >= 0) {
    for (const at of origins.slice(found, found + wanted.length)) isMarked[at] = true;
    found = whole.indexOf(wanted, found + wanted.length);
  }
  return isThere;
}
