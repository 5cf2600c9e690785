/**
 * The number that follows these words in a text; "$3,000" is 3000, "0.5%" is 0.5.
 *
 * @throws Error if the text does not contain the words followed by a number.
 */
export function numberAfter(text: string, words: string): number {
  const digits = text.includes(words)
    ? /^\W*(\d[\d,]*(?:\.\d+)?)/.exec(text.slice(text.indexOf(words) + words.length))?.[1]
    : undefined;
  if (digits === undefined) throw new Error(`no number after "${words}" in: ${text}`);
  return Number(digits.replaceAll(',', ''));
}
