import type { Line } from './lines.ts';
import { textOf } from './lines.ts';
import { centreOf, middleOf, type Rule, rightOf, type Word } from './word.ts';

/** A cell's text as a reason quotes it. */
const LONGEST_QUOTE = 60;

/** Where the columns of a table part, and what they hold. */
export interface Columns {
  /** One less than there are columns, from left to right. */
  cuts: readonly number[];
  money: readonly number[];
  /** Columns whose cells may go on over several lines: names, companies, descriptions, and what nobody knows. */
  prose: readonly number[];
  /** Lines drawn on the pages. */
  rules?: readonly Rule[];
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
}

/** Cells that begin or end this close to one place, in points, begin or end there; and so many of them make it an edge. */
const AT_EDGE = 2;
const ENOUGH = 0.3;

/** Of each column. */
export function edgesOf(groups: readonly RowGroup[], cuts: readonly number[]): Edges[] {
  return Array.from({ length: cuts.length + 1 }, (_, column): Edges => {
    const cells = groups.flatMap(({ anchor }) => {
      const words = anchor.words.filter((word) => columnOf(word, cuts) === column);
      const [first, last] = [words[0], words.at(-1)];
      return first === undefined || last === undefined ? [] : [{ start: first.x, end: rightOf(last) }];
    });
    return {
      starts: usual(cells.map(({ start }) => start)),
      ends: usual(cells.map(({ end }) => end)),
    };
  });
}

function usual(places: readonly number[]): number | null {
  const counts = new Map<number, number>();
  for (const place of places) counts.set(Math.round(place), (counts.get(Math.round(place)) ?? 0) + 1);
  const [best] = [...counts].toSorted(([, one], [, other]) => other - one);
  return best !== undefined && best[1] >= Math.max(2, ENOUGH * places.length) ? best[0] : null;
}

/** Whether a word stands where cells of its column begin or end. */
export const isAtEdge = (word: Word, { starts, ends }: Edges): boolean =>
  (starts !== null && Math.abs(word.x - starts) <= AT_EDGE) ||
  (ends !== null && Math.abs(rightOf(word) - ends) <= AT_EDGE);
