import type { Word } from '@clearwatch/domain/documents/document-words';
import {
  extendsBeyondLine,
  findLetterIn,
  type GrayPixels,
  gapsBetweenLetters,
  inkDistance,
  type PixelBox,
} from './page-ink.ts';

/** What a reader of pictures found, in its own words: percent, and boxes by their corners. */
interface OcrSymbol {
  text: string;
  confidence: number;
  bbox: PixelBox;
}

export interface OcrWord extends OcrSymbol {
  symbols: readonly OcrSymbol[];
}

export interface OcrLine {
  words: readonly OcrWord[];
}

const BAR_CHARACTER = /^[|¦]$/;
/** Strokes this close to one another's place, in heights, stand below each other. */
const SAME_COLUMN_TOLERANCE = 0.4;
/** So many of them below each other are the line of a table that was printed in pieces. */
const MIN_STROKES_OF_RULING = 3;
/** Percent: a closer look has to confirm it. */
const UNCLEAR_STROKE_CONFIDENCE = 40;

/**
 * An I that stands alone, a middle initial, is an upright stroke, and a reader takes it for a bar, which is then taken for what is
 * left of a table's lines. Bars as high as the letters beside them are read as what stands on paper: an I, unless they go on
 * above or below, or stand below each other.
 */
function readLoneStrokesAsLetters(lines: readonly OcrLine[], dots: GrayPixels): OcrLine[] {
  const bars = lines.flatMap(({ words }) => words.filter(({ text }) => BAR_CHARACTER.test(text)));
  const isLetter = (word: OcrWord): boolean =>
    BAR_CHARACTER.test(word.text) &&
    !extendsBeyondLine(dots, word.bbox) &&
    bars.filter(({ bbox }) => Math.abs(bbox.x0 - word.bbox.x0) < SAME_COLUMN_TOLERANCE * (bbox.y1 - bbox.y0))
      .length < MIN_STROKES_OF_RULING;
  return lines.map(({ words }) => ({
    words: words.map((word): OcrWord => {
      if (!isLetter(word)) return word;
      const confidence = Math.min(word.confidence, UNCLEAR_STROKE_CONFIDENCE);
      return { ...word, text: 'I', confidence, symbols: [{ text: 'I', confidence, bbox: word.bbox }] };
    }),
  }));
}

/** White between two neighbouring letters, and whether the reader took it for a blank between words. */
export interface LetterGap {
  /** How far apart their ink stands, as a part of how high the line is: the same at every size of print. */
  size: number;
  isBlank: boolean;
}

/** Letters that stand no further apart than `together` are of one word, those at least `apart` of two; in between nobody knows. */
export interface LetterSpacing {
  together: number;
  apart: number;
}

/** Fewer gaps say nothing of a page. */
const MIN_GAPS = 30;
const MIN_BLANKS = 6;
/** The reader errs in a few: the widest of its gaps within words, and the narrowest of its blanks, are left out. */
const WITHIN_WORD_QUANTILE = 0.98;
const BETWEEN_WORDS_QUANTILE = 0.1;
/** So much wider than gaps within words blanks are, or the print is too loose to tell. */
const MIN_RATIO = 1.25;
/** Of the stretch between the two. */
const UNCERTAIN_RANGE = { from: 0.35, to: 0.65 } as const;
/** Where gaps and blanks run into each other: parts of a usual blank. */
const OVERLAPPING_SPACING = { together: 0.45, apart: 0.8 } as const;

/** How wide gaps and blanks are in this print, by those of a whole page; null when there are too few to tell. */
export function measureLetterSpacing(gaps: readonly LetterGap[]): LetterSpacing | null {
  const within = sizes(gaps, false);
  const between = sizes(gaps, true);
  if (between.length < MIN_BLANKS) return null;
  const widest = quantile(within, WITHIN_WORD_QUANTILE);
  const narrowest = quantile(between, BETWEEN_WORDS_QUANTILE);
  if (within.length < MIN_GAPS || narrowest < MIN_RATIO * widest) {
    const usual = quantile(between, 0.5);
    return { together: OVERLAPPING_SPACING.together * usual, apart: OVERLAPPING_SPACING.apart * usual };
  }
  const stretch = narrowest - widest;
  return { together: widest + UNCERTAIN_RANGE.from * stretch, apart: widest + UNCERTAIN_RANGE.to * stretch };
}

const sizes = (gaps: readonly LetterGap[], isBlank: boolean): number[] =>
  gaps
    .filter((gap) => gap.isBlank === isBlank && Number.isFinite(gap.size))
    .map(({ size }) => size)
    .toSorted((one, other) => one - other);

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;

/** Digits are left: a 1 has much room around it. */
const LETTER = /\p{L}/u;
/** Percent. */
const UNCLEAR_SPLIT_CONFIDENCE = 40;

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
export function splitWords(
  read: readonly OcrLine[],
  { dots, known = null }: { dots: GrayPixels; known?: LetterSpacing | null },
): { words: Word[]; spacing: LetterSpacing | null } {
  const lines = readLoneStrokesAsLetters(read, dots).map((line) => withUnreadInk(line, dots));
  const gaps = lines.map((line) => gapsOf(line, dots));
  const spacing = known ?? measureLetterSpacing(gaps.flat().filter(({ isBehind }) => !isBehind));
  return { words: lines.flatMap((line, index) => wordsOf(line, gaps[index] ?? [], spacing)), spacing };
}

/** So far behind a word, in heights of it, a letter is looked for that the reader has left out. */
const UNREAD_LETTER_DISTANCE = 1.5;

/**
 * A reader leaves out a lone initial, mostly an I: a word with ink behind it, as high as a letter and in no word, is unclear and
 * reaches as far as that ink, so that closer looks see it.
 */
function withUnreadInk({ words }: OcrLine, dots: GrayPixels): OcrLine {
  return {
    words: words.map((word, index): OcrWord => {
      const { bbox } = word;
      const end = Math.min(
        words[index + 1]?.bbox.x0 ?? dots.width,
        bbox.x1 + UNREAD_LETTER_DISTANCE * (bbox.y1 - bbox.y0),
      );
      const letterEnd = LETTER.test(word.text) ? findLetterIn(dots, { ...bbox, x0: bbox.x1, x1: end }) : null;
      if (letterEnd === null) return word;
      return {
        ...word,
        confidence: Math.min(word.confidence, UNCLEAR_SPLIT_CONFIDENCE),
        bbox: { ...bbox, x1: letterEnd },
      };
    }),
  };
}

function gapsOf({ words }: OcrLine, dots: GrayPixels): PlacedGap[] {
  const heights = words.map(({ bbox }) => bbox.y1 - bbox.y0).toSorted((one, other) => one - other);
  const height = Math.max(1, heights[Math.floor(heights.length / 2)] ?? 1);
  return words.flatMap((word, index) => {
    const blanks = gapsBetweenLetters(dots, word.bbox);
    const within = word.symbols.slice(1).flatMap((symbol, place): PlacedGap[] => {
      const before = word.symbols[place];
      const middle = blanks.find(
        (at) => before !== undefined && at > middleOf(before) && at < middleOf(symbol),
      );
      if (before === undefined || middle === undefined || !areLetters(before, symbol)) return [];
      const size = inkDistance(dots, middle, word.bbox) / height;
      return [{ word: index, symbol: place, size, isBlank: false, isBehind: false }];
    });
    within.push(...gapsAfterWord(word, { index, dots, height, blanks }));
    const next = words[index + 1];
    const last = word.symbols.at(-1);
    const first = next?.symbols[0];
    if (next === undefined || last === undefined || first === undefined || !areLetters(last, first))
      return within;
    const between = next.bbox.x0 - word.bbox.x1;
    // Wider than the line is high it parts columns.
    if (between <= 0 || between >= height) return within;
    const size =
      inkDistance(dots, (word.bbox.x1 + next.bbox.x0) / 2, boundingBox(word.bbox, next.bbox)) / height;
    return [
      ...within,
      { word: index, symbol: word.symbols.length - 1, size, isBlank: true, isBehind: false },
    ];
  });
}

function gapsAfterWord(
  word: OcrWord,
  {
    index,
    dots,
    height,
    blanks,
  }: { index: number; dots: GrayPixels; height: number; blanks: readonly number[] },
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

function wordsOf({ words }: OcrLine, gaps: readonly PlacedGap[], spacing: LetterSpacing | null): Word[] {
  const unclear = new Set(
    gaps.flatMap((gap) => {
      if (spacing === null || matchesOcrBlank(gap, spacing)) return [];
      if (gap.isBlank) return [gap.word, gap.word + 1];
      return gap.size < spacing.apart || gap.isBehind ? [gap.word] : [];
    }),
  );
  return words.flatMap((word, index) => {
    const confidence = unclear.has(index)
      ? Math.min(word.confidence, UNCLEAR_SPLIT_CONFIDENCE)
      : word.confidence;
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
      toWord(joinSymbols(word.symbols.slice(ends[part - 1] ?? 0, end), confidence)),
    );
  });
}

/** In the stretch where it may be either, a blank that the reader saw is one: that a letter is missing there, it did not say. */
const matchesOcrBlank = ({ size, isBlank }: LetterGap, { together }: LetterSpacing): boolean =>
  isBlank ? size > together : size <= together;

const areLetters = (one: OcrSymbol, other: OcrSymbol): boolean =>
  LETTER.test(one.text) && LETTER.test(other.text);
const middleOf = ({ bbox }: OcrSymbol): number => (bbox.x0 + bbox.x1) / 2;

const boundingBox = (one: PixelBox, other: PixelBox): PixelBox => ({
  x0: Math.min(one.x0, other.x0),
  y0: Math.min(one.y0, other.y0),
  x1: Math.max(one.x1, other.x1),
  y1: Math.max(one.y1, other.y1),
});

function joinSymbols(symbols: readonly OcrSymbol[], confidence: number): OcrSymbol {
  return {
    text: symbols.map(({ text }) => text).join(''),
    confidence: Math.min(confidence, ...symbols.map((symbol) => symbol.confidence)),
    bbox: symbols.map(({ bbox }) => bbox).reduce(boundingBox),
  };
}

/** Confidence comes in percent; a reader of pictures is never certain. */
const toWord = ({ text, confidence, bbox: { x0, y0, x1, y1 } }: OcrSymbol): Word => ({
  text: text.trim(),
  x: x0,
  y: y0,
  width: x1 - x0,
  height: y1 - y0,
  confidence: Math.min(0.99, confidence / 100),
});
