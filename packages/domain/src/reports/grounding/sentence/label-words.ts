const IDLE = new Set(
  (
    'a an and are as at be been between by did do for from had has have in into is it its no not of on or per than ' +
    'that the their them there these they this those to was were which while who will with within total all each ' +
    'about around nearly over under more less most least period day days jan feb mar apr may jun jul aug sep oct nov ' +
    'dec amount number count share percent dollar times'
  ).split(' '),
);

/** The words that carry meaning, without endings: "Members with alerts" has `member` and `alert`. */
export function meaningOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];
  return new Set(words.filter((word) => !IDLE.has(word)).map(withoutEnding));
}

function withoutEnding(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

export function sharedWords(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  return [...left].filter((word) => right.has(word)).length;
}
