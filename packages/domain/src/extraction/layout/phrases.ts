import { centreOf, rightOf, type Word } from './word.ts';

/** Words further apart than this many of their heights stand in different columns. */
export const COLUMN_GAP = 0.9;
/** A reader of pictures measures letters without the room above and below them. */
export const COLUMN_GAP_OF_PICTURES = 1.35;

/** Neighbouring words that belong together, from left to right. @param verticals lines that are drawn between them */
export function phrasesOf(words: readonly Word[], verticals: readonly number[] = []): Word[][] {
  const phrases: Word[][] = [];
  for (const word of words) {
    const phrase = phrases.at(-1);
    const last = phrase?.at(-1);
    const gap = last === undefined ? 0 : word.x - rightOf(last);
    if (
      phrase !== undefined &&
      last !== undefined &&
      !verticals.some((at) => at > centreOf(last) && at < centreOf(word)) &&
      gap <= (last.confidence < 1 ? COLUMN_GAP_OF_PICTURES : COLUMN_GAP) * Math.min(last.height, word.height)
    )
      phrase.push(word);
    else phrases.push([word]);
  }
  return phrases;
}
