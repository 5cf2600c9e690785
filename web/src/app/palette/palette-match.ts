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

/** Fewer letters match most names. */
const MIN_SUBSTRING_LENGTH = 3;

/** 0 is best: the whole name, its start, the starts of its words, those of keywords, any part of it. Null: no match. */
export function matchRank(entry: { label: string; keywords: string }, typed: string): number | null {
  const label = normalizeText(entry.label);
  const query = normalizeText(typed).trim();
  if (query === '') return null;
  if (label === query) return 0;
  if (label.startsWith(query)) return 1;
  const names = splitWords(label);
  const queryWords = splitWords(query);
  const allBegin = (all: readonly string[]): boolean =>
    queryWords.length > 0 && queryWords.every((part) => all.some((word) => word.startsWith(part)));
  if (allBegin(names)) return 2;
  if (allBegin([...names, ...splitWords(entry.keywords)])) return 3;
  return query.length >= MIN_SUBSTRING_LENGTH && label.includes(query) ? 4 : null;
}

export function rankMatches<Entry extends { label: string; keywords: string }>(
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

type HighlightPart = { text: string; isMatch: boolean };

export function highlightParts(text: string, typed: string): HighlightPart[] {
  const letters = Array.from(text);
  const plain = letters.map(normalizeText);
  const query = normalizeText(typed).trim();
  const isMarked = letters.map(() => false);
  if (!markMatches(plain, query, isMarked)) for (const word of splitWords(typed)) markMatches(plain, word, isMarked);
  const parts: HighlightPart[] = [];
  for (const [at, letter] of letters.entries()) {
    const isMatch = isMarked[at] === true;
    const last = parts.at(-1);
    if (last?.isMatch === isMatch) last.text += letter;
    else parts.push({ text: letter, isMatch });
  }
  return parts;
}

function markMatches(plain: readonly string[], query: string, isMarked: boolean[]): boolean {
  if (query === '') return false;
  const origins = plain.flatMap((letter, at) => Array.from({ length: letter.length }, () => at));
  const whole = plain.join('');
  let found = whole.indexOf(query);
  const isThere = found >= 0;
  while (found >= 0) {
    for (const at of origins.slice(found, found + query.length)) isMarked[at] = true;
    found = whole.indexOf(query, found + query.length);
  }
  return isThere;
}
