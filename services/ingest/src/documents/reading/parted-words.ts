import type { Word } from '@clearwatch/domain/documents/document-words';
import { blanksIn, type DotBox, type Dots, inkDistance } from './apart.ts';
import { letterWithin } from './letter-ink.ts';
import { strokesRead } from './lone-strokes.ts';
import type { Placed, ReadLine, ReadWord } from './read-line.ts';
import { type LetterGap, type Spacing, spacingOf } from './spacing.ts';

/** Digits are left: a 1 has much room around it. */
const LETTER = /\p{L}/u;
/** Percent. */
const UNCLEAR = 40;

/** A gap between two neighbouring letters: behind this symbol of this word. */
interface PlacedGap extends LetterGap {
  word: number;
  symbol: number;
  /** Behind the last letter that was read, and yet within the word's box: more stands there when it is wide. */
  isBehind: boolean;
}

/**
 * The words of a page. A reader joins what a blank parts, "OLGA T" as "OLGAT", and parts what is one word: letters that stand as
 * far apart as words do on this page are words of their own, and where it may be either nobody knows.
 * @param known of the page, when only a part of it is looked at: a line is too little to tell
 */
export function partedWords(
  read: readonly ReadLine[],
  { dots, known = null }: { dots: Dots; known?: Spacing | null },
): { words: Word[]; spacing: Spacing | null } {
  const lines = strokesRead(read, dots).map((line) => withUnreadInk(line, dots));
  const gaps = lines.map((line) => gapsOf(line, dots));
  const spacing = known ?? spacingOf(gaps.flat().filter(({ isBehind }) => !isBehind));
  return { words: lines.flatMap((line, index) => wordsOf(line, gaps[index] ?? [], spacing)), spacing };
}

/** So far behind a word, in heights of it, a letter is looked for that the reader has left out. */
const BEHIND = 1.5;

/**
 * A reader leaves out a lone initial, mostly an I: a word with ink behind it, as high as a letter and in no word, is unclear and
 * reaches as far as that ink, so that closer looks see it.
 */
function withUnreadInk({ words }: ReadLine, dots: Dots): ReadLine {
  return {
    words: words.map((word, index): ReadWord => {
      const { bbox } = word;
      const end = Math.min(words[index + 1]?.bbox.x0 ?? dots.width, bbox.x1 + BEHIND * (bbox.y1 - bbox.y0));
      const letterEnd = LETTER.test(word.text) ? letterWithin(dots, { ...bbox, x0: bbox.x1, x1: end }) : null;
      if (letterEnd === null) return word;
      return { ...word, confidence: Math.min(word.confidence, UNCLEAR), bbox: { ...bbox, x1: letterEnd } };
    }),
  };
}

function gapsOf({ words }: ReadLine, dots: Dots): PlacedGap[] {
  const heights = words.map(({ bbox }) => bbox.y1 - bbox.y0).toSorted((one, other) => one - other);
  const height = Math.max(1, heights[Math.floor(heights.length / 2)] ?? 1);
  return words.flatMap((word, index) => {
    const blanks = blanksIn(dots, word.bbox);
    const within = word.symbols.slice(1).flatMap((symbol, place): PlacedGap[] => {
      const before = word.symbols[place];
      const middle = blanks.find(
        (at) => before !== undefined && at > middleOf(before) && at < middleOf(symbol),
      );
      if (before === undefined || middle === undefined || !areLetters(before, symbol)) return [];
      const size = inkDistance(dots, middle, word.bbox) / height;
      return [{ word: index, symbol: place, size, isBlank: false, isBehind: false }];
    });
    within.push(...gapsBehind(word, { index, dots, height, blanks }));
    const next = words[index + 1];
    const last = word.symbols.at(-1);
    const first = next?.symbols[0];
    if (next === undefined || last === undefined || first === undefined || !areLetters(last, first))
      return within;
    const between = next.bbox.x0 - word.bbox.x1;
    // Wider than the line is high it parts columns.
    if (between <= 0 || between >= height) return within;
    const size = inkDistance(dots, (word.bbox.x1 + next.bbox.x0) / 2, both(word.bbox, next.bbox)) / height;
    return [
      ...within,
      { word: index, symbol: word.symbols.length - 1, size, isBlank: true, isBehind: false },
    ];
  });
}

function gapsBehind(
  word: ReadWord,
  { index, dots, height, blanks }: { index: number; dots: Dots; height: number; blanks: readonly number[] },
): PlacedGap[] {
  const last = word.symbols.at(-1);
  if (last === undefined || !LETTER.test(last.text)) return [];
  return blanks
    .filter((middle) => middle > middleOf(last))
    .map((middle) => ({
      word: index,
      symbol: word.symbols.length - 1,
      size: inkDistance(dots, middle, word.bbox) / height,
      isBlank: false,
      isBehind: true,
    }));
}

function wordsOf({ words }: ReadLine, gaps: readonly PlacedGap[], spacing: Spacing | null): Word[] {
  const unclear = new Set(
    gaps.flatMap((gap) => {
      if (spacing === null || isAsRead(gap, spacing)) return [];
      if (gap.isBlank) return [gap.word, gap.word + 1];
      return gap.size < spacing.apart || gap.isBehind ? [gap.word] : [];
    }),
  );
  return words.flatMap((word, index) => {
    const confidence = unclear.has(index) ? Math.min(word.confidence, UNCLEAR) : word.confidence;
    const ends = gaps
      .filter(
        (gap) =>
          gap.word === index &&
          !gap.isBlank &&
          !gap.isBehind &&
          spacing !== null &&
          gap.size >= spacing.apart,
      )
      .map(({ symbol }) => symbol + 1);
    if (ends.length === 0) return [toWord({ ...word, confidence })];
    return [...ends, word.symbols.length].map((end, part) =>
      toWord(joined(word.symbols.slice(ends[part - 1] ?? 0, end), confidence)),
    );
  });
}

/** In the stretch where it may be either, a blank that the reader saw is one: that a letter is missing there, it did not say. */
const isAsRead = ({ size, isBlank }: LetterGap, { together }: Spacing): boolean =>
  isBlank ? size > together : size <= together;

const areLetters = (one: Placed, other: Placed): boolean => LETTER.test(one.text) && LETTER.test(other.text);
const middleOf = ({ bbox }: Placed): number => (bbox.x0 + bbox.x1) / 2;

const both = (one: DotBox, other: DotBox): DotBox => ({
  x0: Math.min(one.x0, other.x0),
  y0: Math.min(one.y0, other.y0),
  x1: Math.max(one.x1, other.x1),
  y1: Math.max(one.y1, other.y1),
});

function joined(symbols: readonly Placed[], confidence: number): Placed {
  return {
    text: symbols.map(({ text }) => text).join(''),
    confidence: Math.min(confidence, ...symbols.map((symbol) => symbol.confidence)),
    bbox: symbols.map(({ bbox }) => bbox).reduce(both),
  };
}

/** Confidence comes in percent; a reader of pictures is never certain. */
const toWord = ({ text, confidence, bbox: { x0, y0, x1, y1 } }: Placed): Word => ({
  text: text.trim(),
  x: x0,
  y: y0,
  width: x1 - x0,
  height: y1 - y0,
  confidence: Math.min(0.99, confidence / 100),
});
