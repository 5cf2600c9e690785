import type { Word } from '@clearwatch/domain/documents/document-words';
import {
  extendsBeyondLine,
  findLetterIn,
  type GrayPixels,
  gapsBetweenLetters,
  inkDistance,
  type PixelBox,
} from './page-ink.ts';

/** Tesseract results: confidence in percent, boxes by their corners. */
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
/** Strokes whose x positions differ by less than this share of their height are one above another. */
const SAME_COLUMN_TOLERANCE = 0.4;
/** This many strokes one above another are a table line that was printed in pieces. */
const MIN_STROKES_OF_RULING = 3;
/** Percent; so low that the letter is read again. */
const UNCLEAR_STROKE_CONFIDENCE = 40;

/**
 * OCR reads a lone I, a middle initial, as a bar, which would be dropped as part of a table line. A bar is an I unless
 * its ink continues above or below, or several bars are one above another.
 */
function readLoneStrokesAsLetters(lines: readonly OcrLine[], dots: GrayPixels): OcrLine[] {
  const bars = lines.flatMap(({ words }) => words.filter(({ text }) => BAR_CHARACTER.test(text)));
  const isLetter = (word: OcrWord): boolean =>
    BAR_CHARACTER.test(word.text) &&
    !extendsBeyondLine(dots, word.bbox) &&
    bars.filter(({ bbox }) => Math.abs(bbox.x0 - word.bbox.x0) < SAME_COLUMN_TOLERANCE * (bbox.y1 - bbox.y0)).length <
      MIN_STROKES_OF_RULING;
  return lines.map(({ words }) => ({
    words: words.map((word): OcrWord => {
      if (!isLetter(word)) return word;
      const confidence = Math.min(word.confidence, UNCLEAR_STROKE_CONFIDENCE);
      return { ...word, text: 'I', confidence, symbols: [{ text: 'I', confidence, bbox: word.bbox }] };
    }),
  }));
}

/** The gap between two neighboring letters, and whether OCR took it for a space. */
export interface LetterGap {
  /** Distance between their ink as a share of the line height, which is independent of the font size. */
  size: number;
  isBlank: boolean;
}

/** Letters up to `together` apart belong to one word, those at least `apart` to two; gaps in between are uncertain. */
export interface LetterSpacing {
  together: number;
  apart: number;
}

/** Fewer gaps are not enough to measure a page. */
const MIN_GAPS = 30;
const MIN_BLANKS = 6;
/** Leaves out the extremes, where OCR makes mistakes. */
const WITHIN_WORD_QUANTILE = 0.98;
const BETWEEN_WORDS_QUANTILE = 0.1;
/** Spaces must be this much wider than gaps within words, or the print is too loose to tell them apart. */
const MIN_RATIO = 1.25;
/** As shares of the range from the widest gap within words to the narrowest space. */
const UNCERTAIN_RANGE = { from: 0.35, to: 0.65 } as const;
/** Used where gaps and spaces overlap, as shares of the median space. */
const OVERLAPPING_SPACING = { together: 0.45, apart: 0.8 } as const;

/** Computed from the gaps on a whole page; null if there are too few. */
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
  const range = narrowest - widest;
  return { together: widest + UNCERTAIN_RANGE.from * range, apart: widest + UNCERTAIN_RANGE.to * range };
}

const sizes = (gaps: readonly LetterGap[], isBlank: boolean): number[] =>
  gaps
    .filter((gap) => gap.isBlank === isBlank && Number.isFinite(gap.size))
    .map(({ size }) => size)
    .toSorted((one, other) => one - other);

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;

/** Not digits, because a 1 has wide margins. */
const LETTER = /\p{L}/u;
/** Percent. */
const UNCLEAR_SPLIT_CONFIDENCE = 40;

/** The position of a gap: after this symbol of this word. */
interface PlacedGap extends LetterGap {
  word: number;
  symbol: number;
  /** After the last letter but within the word's box. A wide gap means that OCR left something out. */
  isBehind: boolean;
}

/**
 * OCR joins words ("OLGA T" as "OLGAT") and splits them. Letters as far apart as words on this page become separate
 * words, and uncertain ones get a low confidence.
 * @param known the page's spacing, if only part of the page is read
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

/** Distance after a word, in word heights, searched for a letter that OCR left out. */
const UNREAD_LETTER_DISTANCE = 1.5;

/**
 * OCR leaves out lone initials, so a word followed by ink as high as a letter is extended to that ink and read again.
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
      const middle = blanks.find((at) => before !== undefined && at > middleOf(before) && at < middleOf(symbol));
      if (before === undefined || middle === undefined || !areLetters(before, symbol)) return [];
      const size = inkDistance(dots, middle, word.bbox) / height;
      return [{ word: index, symbol: place, size, isBlank: false, isBehind: false }];
    });
    const symbol = word.symbols.length - 1;
    const last = word.symbols[symbol];
    for (const middle of blanks)
      if (last !== undefined && LETTER.test(last.text) && middle > middleOf(last)) {
        const size = inkDistance(dots, middle, word.bbox) / height;
        within.push({ word: index, symbol, size, isBlank: false, isBehind: true });
      }
    const next = words[index + 1];
    const first = next?.symbols[0];
    if (next === undefined || last === undefined || first === undefined || !areLetters(last, first)) return within;
    const between = next.bbox.x0 - word.bbox.x1;
    // A gap wider than the line height separates columns.
    if (between <= 0 || between >= height) return within;
    const size = inkDistance(dots, (word.bbox.x1 + next.bbox.x0) / 2, boundingBox(word.bbox, next.bbox)) / height;
    return [...within, { word: index, symbol, size, isBlank: true, isBehind: false }];
  });
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
    const confidence = unclear.has(index) ? Math.min(word.confidence, UNCLEAR_SPLIT_CONFIDENCE) : word.confidence;
    const ends = gaps
      .filter(
        (gap) => gap.word === index && !gap.isBlank && !gap.isBehind && spacing !== null && gap.size >= spacing.apart,
      )
      .map(({ symbol }) => symbol + 1);
    if (ends.length === 0) return [toWord({ ...word, confidence })];
    return [...ends, word.symbols.length].map((end, part) =>
      toWord(joinSymbols(word.symbols.slice(ends[part - 1] ?? 0, end), confidence)),
    );
  });
}

/** In the uncertain range, the spaces found by OCR count. */
const matchesOcrBlank = ({ size, isBlank }: LetterGap, { together }: LetterSpacing): boolean =>
  isBlank ? size > together : size <= together;

const areLetters = (one: OcrSymbol, other: OcrSymbol): boolean => LETTER.test(one.text) && LETTER.test(other.text);
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

/** OCR is never certain. */
const toWord = ({ text, confidence, bbox: { x0, y0, x1, y1 } }: OcrSymbol): Word => ({
  text: text.trim(),
  x: x0,
  y: y0,
  width: x1 - x0,
  height: y1 - y0,
  confidence: Math.min(0.99, confidence / 100),
});
