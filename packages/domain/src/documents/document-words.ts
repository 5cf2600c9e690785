/** In page units, with the origin at the top left. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Word extends Box {
  text: string;
  /** 0 to 1, as OCR reports it; 1 for text that does not come from OCR. */
  confidence: number;
}

export interface DrawnLine {
  page: number;
  isHorizontal: boolean;
  /** Distance from the top of the page if horizontal, otherwise from the left edge. */
  at: number;
  from: number;
  to: number;
}

export interface WordPage {
  /** From 1. */
  page: number;
  width: number;
  height: number;
  words: readonly Word[];
  rules?: readonly DrawnLine[];
  /** Whether the page has printed content that is in none of the words. */
  hasUnreadPrint?: boolean;
}

export const rightEdge = (box: Box): number => box.x + box.width;
export const bottomEdge = (box: Box): number => box.y + box.height;
export const centerX = (box: Box): number => box.x + box.width / 2;
export const centerY = (box: Box): number => box.y + box.height / 2;

/** @throws RangeError for an empty list */
export function boundingBox(boxes: readonly Box[]): Box {
  if (boxes.length === 0) throw new RangeError('nothing to draw a box around');
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    left = Math.min(left, box.x);
    top = Math.min(top, box.y);
    right = Math.max(right, rightEdge(box));
    bottom = Math.max(bottom, bottomEdge(box));
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

export interface Line {
  page: number;
  words: readonly Word[];
  box: Box;
  /** Positions of the vertical drawn lines that cross this line, from left to right. */
  verticals?: readonly number[];
}

/** As a share of the smaller height. */
const SAME_LINE_SHARE = 0.5;

/** Also ">>" in front of the heading of a group. */
const SEPARATOR_TEXT = /^[\s|¦>]*$/;

/** From top to bottom. Words of different heights on one line stay together. */
export function linesOf({ page, words, rules = [] }: WordPage): Line[] {
  const lines: { words: Word[]; middle: number; height: number }[] = [];
  for (const word of words
    .filter(({ text }) => !SEPARATOR_TEXT.test(text))
    .toSorted((a, b) => centerY(a) - centerY(b))) {
    const last = lines.at(-1);
    const reach = last === undefined ? 0 : SAME_LINE_SHARE * Math.min(last.height, word.height);
    if (last !== undefined && Math.abs(centerY(word) - last.middle) <= reach) {
      last.words.push(word);
      // The mean, so that the last words on a slanted line still belong to it.
      last.middle += (centerY(word) - last.middle) / last.words.length;
      last.height = Math.max(last.height, word.height);
    } else lines.push({ words: [word], middle: centerY(word), height: word.height });
  }
  return lines.map((line) => {
    const words = line.words.toSorted((a, b) => a.x - b.x);
    const box = boundingBox(words);
    const verticals = verticalsAt(rules, centerY(box));
    return { page, words, box, ...(verticals.length > 0 && { verticals }) };
  });
}

const DOUBLE_LINE_DISTANCE = 4;

function verticalsAt(rules: readonly DrawnLine[], y: number): number[] {
  const crossing = rules.filter(({ isHorizontal, from, to }) => !isHorizontal && from <= y && to >= y);
  const places = crossing.map(({ at }) => at).toSorted((a, b) => a - b);
  return places.filter((place, index) => place - (places[index - 1] ?? -Infinity) > DOUBLE_LINE_DISTANCE);
}

export function textOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ');
}

export function splitLines(words: readonly Word[]): Word[][] {
  const lines: Word[][] = [];
  for (const word of words) {
    const last = lines.at(-1)?.at(-1);
    if (last === undefined || word.y > centerY(last)) lines.push([word]);
    else lines.at(-1)?.push(word);
  }
  return lines;
}

/** In word heights. */
export const COLUMN_GAP = 0.9;
/** OCR measures letters without the space above and below them. */
export const IMAGE_COLUMN_GAP = 1.35;

/** Neighboring words that belong together. @param verticals positions of vertical drawn lines */
export function phrasesOf(words: readonly Word[], verticals: readonly number[] = []): Word[][] {
  const phrases: Word[][] = [];
  for (const word of words) {
    const phrase = phrases.at(-1);
    const last = phrase?.at(-1);
    const gap = last === undefined ? 0 : word.x - rightEdge(last);
    if (
      phrase !== undefined &&
      last !== undefined &&
      !verticals.some((at) => at > centerX(last) && at < centerX(word)) &&
      gap <= (last.confidence < 1 ? IMAGE_COLUMN_GAP : COLUMN_GAP) * Math.min(last.height, word.height)
    )
      phrase.push(word);
    else phrases.push([word]);
  }
  return phrases;
}

/** Without the minus sign, because removing it would turn a debit into a credit. */
const LEADING_SPECKS = /^[\s‘’'`"~|_•·°«»]+/gu;
const TRAILING_SPECKS = /(?:[\s‘’'`"~|_•·°«»=—–]|\s[^\p{L}\p{N}\s)-]{1,2})+$/gu;

export function stripSpecks(text: string): string {
  return text.replaceAll(LEADING_SPECKS, '').replaceAll(TRAILING_SPECKS, '');
}
