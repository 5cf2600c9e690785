import type { Line } from './lines.ts';
import { textOf } from './lines.ts';
import { around, type Box, centreOf, middleOf, type Rule, rightOf, type Word } from './word.ts';

/** A cell's text as a reason quotes it. */
const LONGEST_QUOTE = 60;

/** Where the columns of a table part, and what they hold. */
export interface Columns {
  /** One less than there are columns, from left to right. */
  cuts: readonly number[];
  money: readonly number[];
  /** Columns whose cells may go on over several lines: names, companies, descriptions, and what nobody knows. */
  prose: readonly number[];
  /** Where the headings stand, one for each column. */
  headings?: readonly Box[];
  /** Lines drawn on the pages. */
  rules?: readonly Rule[];
  /** Whether a line looks like a row by itself, whatever its amount looks like. */
  isRow?: (line: Line) => boolean;
}

/** A row as it is put together: the line with its amount, and the lines above and below that may belong to it. */
export interface RowGroup {
  anchor: Line;
  lines: readonly Line[];
}

/** From 0. A word belongs where its middle is. */
export function columnOf(word: Word, cuts: readonly number[]): number {
  const middle = centreOf(word);
  const next = cuts.findIndex((cut) => middle < cut);
  return next === -1 ? cuts.length : next;
}

/** Whether a drawn line runs between two lines of text, at this distance from the left edge. */
export function isParted(
  one: Line,
  other: Line,
  { rules, at }: { rules: readonly Rule[]; at: number },
): boolean {
  const [upper, lower] = [middleOf(one.box), middleOf(other.box)].toSorted((a, b) => a - b);
  return rules.some(
    (rule) =>
      rule.isHorizontal &&
      rule.page === one.page &&
      rule.at > (upper ?? 0) &&
      rule.at < (lower ?? 0) &&
      rule.from <= at &&
      rule.to >= at,
  );
}

export const quoted = (words: readonly Word[]): string => {
  const text = textOf(words);
  return text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
};

/** Where the cells of a column begin and end, when enough of them do so at one place. */
export interface Edges {
  starts: number | null;
  ends: number | null;
  centres: number | null;
  /** Whether so many begin or end there that one that does not holds something that is not its own. */
  isStrict: boolean;
}

/** Print begins and ends at one place to this part of a point; of a picture letters jitter by this part of their height. */
const AT_EDGE = 0.75;
const AT_EDGE_OF_PICTURES = 0.3;
/** So many of a column's cells make it an edge. */
const ENOUGH = 0.3;
const MOST = 0.4;
/** A column of fewer cells has no edge that one of them could miss. */
const FEW = 4;

/** Of each column; where too few cells tell, the heading does. */
export function edgesOf(groups: readonly RowGroup[], { cuts, headings = [] }: Columns): Edges[] {
  return Array.from({ length: cuts.length + 1 }, (_, column): Edges => {
    const cells = groups.flatMap(({ anchor }) => {
      const words = anchor.words.filter((word) => columnOf(word, cuts) === column);
      const [first, last] = [words[0], words.at(-1)];
      return first === undefined || last === undefined ? [] : [{ start: first.x, end: rightOf(last) }];
    });
    const starts = usual(cells.map(({ start }) => start));
    const ends = usual(cells.map(({ end }) => end));
    const heading = headings[column];
    const share = Math.max(starts?.share ?? 0, ends?.share ?? 0);
    return {
      starts: starts?.at ?? heading?.x ?? null,
      ends: ends?.at ?? (heading === undefined ? null : rightOf(heading)),
      centres: usual(cells.map(({ start, end }) => (start + end) / 2))?.at ?? null,
      isStrict: cells.length >= FEW && share >= MOST,
    };
  });
}

function usual(places: readonly number[]): { at: number; share: number } | null {
  const sorted = places.toSorted((a, b) => a - b);
  let best = { at: 0, count: 0 };
  let from = 0;
  for (const [to, place] of sorted.entries()) {
    while (place - (sorted[from] ?? place) > AT_EDGE) from += 1;
    if (to - from + 1 > best.count) best = { at: sorted[(from + to) >> 1] ?? place, count: to - from + 1 };
  }
  if (best.count < Math.max(2, ENOUGH * places.length)) return null;
  return { at: best.at, share: best.count / places.length };
}

/** Whether words begin or end where cells of their column do, or stand around where those have their middle. */
export function isAtEdge(words: readonly Word[], { starts, ends, centres }: Edges): boolean {
  const box = around(words);
  const isPicture = words.some(({ confidence }) => confidence < 1);
  const near = isPicture ? AT_EDGE_OF_PICTURES * box.height : AT_EDGE;
  return (
    (starts !== null && Math.abs(box.x - starts) <= near) ||
    (ends !== null && Math.abs(rightOf(box) - ends) <= near) ||
    (centres !== null && Math.abs(centreOf(box) - centres) <= near / 2)
  );
}
