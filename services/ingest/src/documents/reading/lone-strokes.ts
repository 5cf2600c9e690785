import type { Dots } from './apart.ts';
import { goesBeyond } from './letter-ink.ts';
import type { ReadLine, ReadWord } from './read-line.ts';

const BAR = /^[|¦]$/;
/** Strokes this close to one another's place, in heights, stand below each other. */
const SAME_PLACE = 0.4;
/** So many of them below each other are the line of a table that was printed in pieces. */
const RULING = 3;
/** Percent: a closer look has to confirm it. */
const UNCLEAR = 40;

/**
 * An I that stands alone, a middle initial, is an upright stroke, and a reader takes it for a bar, which is then taken for what is
 * left of a table's lines. Bars as high as the letters beside them are read as what stands on paper: an I, unless they go on
 * above or below, or stand below each other.
 */
export function strokesRead(lines: readonly ReadLine[], dots: Dots): ReadLine[] {
  const bars = lines.flatMap(({ words }) => words.filter(({ text }) => BAR.test(text)));
  const isLetter = (word: ReadWord): boolean =>
    BAR.test(word.text) &&
    !goesBeyond(dots, word.bbox) &&
    bars.filter(({ bbox }) => Math.abs(bbox.x0 - word.bbox.x0) < SAME_PLACE * (bbox.y1 - bbox.y0)).length <
      RULING;
  return lines.map(({ words }) => ({
    words: words.map((word): ReadWord => {
      if (!isLetter(word)) return word;
      const confidence = Math.min(word.confidence, UNCLEAR);
      return { ...word, text: 'I', confidence, symbols: [{ text: 'I', confidence, bbox: word.bbox }] };
    }),
  }));
}
