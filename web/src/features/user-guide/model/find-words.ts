/** Where one of the words stands in a text: [first, behind the last], in order, without overlap. */
export function findWords(text: string, words: readonly string[]): [from: number, to: number][] {
  if (words.length === 0) return [];
  const anyOf = new RegExp(words.toSorted(byLengthDown).map(literal).join('|'), 'gi');
  return [...text.matchAll(anyOf)].map(({ index, 0: found }) => [index, index + found.length]);
}

/** Of two words at one place the longer one counts. */
function byLengthDown(one: string, other: string): number {
  return other.length - one.length;
}

function literal(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
