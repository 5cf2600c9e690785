/** Texts as searching compares them: without case and accents. */
export function normalizeText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}

export function splitWords(text: string): string[] {
  return normalizeText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** From this on a text may also stand in the middle of a word: fewer letters are in every other one. */
const MIN_SUBSTRING_LENGTH = 3;

/**
 * How well an entry answers to what was typed, 0 best: the whole name, its beginning, beginnings of its words, of its other
 * names, any part. Null: not at all.
 *
 * @param entry.words other names, parted by blanks
 */
export function matchRank(entry: { label: string; words: string }, typed: string): number | null {
  const label = normalizeText(entry.label);
  const asked = normalizeText(typed).trim();
  if (asked === '') return null;
  if (label === asked) return 0;
  if (label.startsWith(asked)) return 1;
  const names = splitWords(label);
  const begun = splitWords(asked);
  const areBegun = (all: readonly string[]): boolean =>
    begun.length > 0 && begun.every((part) => all.some((word) => word.startsWith(part)));
  if (areBegun(names)) return 2;
  if (areBegun([...names, ...splitWords(entry.words)])) return 3;
  return asked.length >= MIN_SUBSTRING_LENGTH && label.includes(asked) ? 4 : null;
}

/** The entries that answer, the best first; of equals the earlier first. */
export function rankMatches<Entry extends { label: string; words: string }>(
  entries: readonly Entry[],
  typed: string,
): Entry[] {
  return entries
    .flatMap((entry) => {
      const rank = matchRank(entry, typed);
      return rank === null ? [] : [{ entry, rank }];
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ entry }) => entry);
}

interface HighlightPart {
  text: string;
  isMatch: boolean;
}

/** A text in parts, those marked that were typed: the whole of it where it stands so, else each of its words. */
export function highlightParts(text: string, typed: string): HighlightPart[] {
  const letters = Array.from(text);
  const plain = letters.map(normalizeText);
  const wanted = normalizeText(typed).trim();
  const isMarked = letters.map(() => false);
  if (!markMatches(plain, wanted, isMarked))
    for (const word of splitWords(typed)) markMatches(plain, word, isMarked);
  const parts: HighlightPart[] = [];
  for (const [at, letter] of letters.entries()) {
    const isMatch = isMarked[at] === true;
    const last = parts.at(-1);
    if (last?.isMatch === isMatch) last.text += letter;
    else parts.push({ text: letter, isMatch });
  }
  return parts;
}

/** @param plain the letters folded one by one: one may become none or two. @returns whether it stands there */
function markMatches(plain: readonly string[], wanted: string, isMarked: boolean[]): boolean {
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
