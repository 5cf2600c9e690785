import {
  type Box,
  boundingBox,
  centerX,
  type DrawnLine,
  type Line,
  rightEdge,
  textOf,
  type Word,
} from './document-words.ts';

const LONG_QUOTE = /^(.{60}).+$/s;

export interface ColumnLayout {
  cuts: readonly number[];
  money: readonly number[];
  /** Columns whose cells may have several lines: names, companies, descriptions, and unknown columns. */
  prose: readonly number[];
  headings?: readonly Box[];
  rules?: readonly DrawnLine[];
  /** Whether the line is the first one of a row. */
  isEntry: (line: Line) => boolean;
}

/** The line with the amount, and lines above and below that may belong to the row. */
export interface RowLines {
  anchor: Line;
  lines: readonly Line[];
}

/** Index of the column that contains the center of the word. */
export function columnOf(word: Word, cuts: readonly number[]): number {
  const middle = centerX(word);
  const next = cuts.findIndex((cut) => middle < cut);
  return next === -1 ? cuts.length : next;
}

/** Whether a horizontal line is drawn between two heights on a page, at distance `x` from the left edge. */
export function isLineDrawn(
  rules: readonly DrawnLine[],
  { page, heights, x }: { page: number; heights: readonly [number, number]; x: number },
): boolean {
  const [top, bottom] = [Math.min(...heights), Math.max(...heights)];
  return rules.some(
    ({ isHorizontal, at, from, to, page: drawnOn }) =>
      isHorizontal && drawnOn === page && at > top && at < bottom && from <= x && to >= x,
  );
}

export const quotedCell = (words: readonly Word[]): string => textOf(words).replace(LONG_QUOTE, '$1…');

export interface ColumnEdges {
  starts: number | null;
  ends: number | null;
  centres: number | null;
  /** Whether so many cells share an edge that a cell off that edge probably contains text from another column. */
  isStrict: boolean;
}

/** In points; for images, in text heights, because the positions of letters vary. */
const EDGE_TOLERANCE = 0.75;
const IMAGE_EDGE_TOLERANCE = 0.3;
/** Share of a column's cells that must agree on an edge. */
const MIN_EDGE_SHARE = 0.3;
const MIN_COMMON_EDGE_SHARE = 0.4;
const MIN_EDGE_CELLS = 4;

/** If too few cells agree, the heading determines the edge. */
export function columnEdges(groups: readonly RowLines[], { cuts, headings = [] }: ColumnLayout) {
  return Array.from({ length: cuts.length + 1 }, (_, column): ColumnEdges => {
    const cells = groups.flatMap(({ anchor }) => {
      const words = anchor.words.filter((word) => columnOf(word, cuts) === column);
      const [first, last] = [words[0], words.at(-1)];
      return first === undefined || last === undefined ? [] : [{ start: first.x, end: rightEdge(last) }];
    });
    const starts = commonPosition(cells.map(({ start }) => start));
    const ends = commonPosition(cells.map(({ end }) => end));
    const heading = headings[column];
    const share = Math.max(starts?.share ?? 0, ends?.share ?? 0);
    return {
      starts: starts?.at ?? heading?.x ?? null,
      ends: ends?.at ?? (heading === undefined ? null : rightEdge(heading)),
      centres: commonPosition(cells.map(({ start, end }) => (start + end) / 2))?.at ?? null,
      isStrict: cells.length >= MIN_EDGE_CELLS && share >= MIN_COMMON_EDGE_SHARE,
    };
  });
}

function commonPosition(places: readonly number[]): { at: number; share: number } | null {
  const sorted = places.toSorted((a, b) => a - b);
  let best = { at: 0, count: 0 };
  let from = 0;
  for (const [to, place] of sorted.entries()) {
    while (place - (sorted[from] ?? place) > EDGE_TOLERANCE) from += 1;
    if (to - from + 1 > best.count) best = { at: sorted[(from + to) >> 1] ?? place, count: to - from + 1 };
  }
  if (best.count < Math.max(2, MIN_EDGE_SHARE * places.length)) return null;
  return { at: best.at, share: best.count / places.length };
}

const SIGN_BEHIND = /\d[-+)]$/;
const MONEY_END = /\.\d\d[-+)]?$/;

export function isAlignedWithColumn(words: readonly Word[], { starts, ends, centres }: ColumnEdges): boolean {
  const box = boundingBox(words);
  const isPicture = words.some(({ confidence }) => confidence < 1);
  const near = isPicture ? IMAGE_EDGE_TOLERANCE * box.height : EDGE_TOLERANCE;
  const last = words.at(-1);
  // "12.00-" and "(12.00)" are aligned at the digits, with the sign behind them.
  const sign = last !== undefined && MONEY_END.test(last.text) ? last.width / last.text.length : 0;
  const beyond = sign > 0 && SIGN_BEHIND.test(last?.text ?? '') ? sign : -sign;
  return (
    (starts !== null && Math.abs(box.x - starts) <= near) ||
    (ends !== null && Math.abs(rightEdge(box) - ends) <= near) ||
    (ends !== null && sign > 0 && Math.abs(rightEdge(box) - beyond - ends) <= near + sign / 2) ||
    (centres !== null && Math.abs(centerX(box) - centres) <= near / 2)
  );
}
