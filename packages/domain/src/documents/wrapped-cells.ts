import {
  type ColumnEdges,
  type ColumnLayout,
  columnOf,
  isAlignedWithColumn,
  isSeparatedByLine,
  quotedCell,
  type RowLines,
} from './document-table-columns.ts';
import {
  bottomEdge,
  boundingBox,
  centerX,
  centerY,
  type Line,
  rightEdge,
  type Word,
} from './document-words.ts';
import type { ReviewReason } from './extracted-table.ts';

/** In heights of a line; OCR measures letters alone. */
const MAX_WRAP_GAP = 0.5;
const MAX_WRAP_GAP_IN_IMAGES = 1.1;
/** In heights of a line, between the gaps to the own and to the next row. */
const MIN_GAP_DIFFERENCE = 0.15;
/** A text that would have fitted on the line above was not wrapped. */
const PRINT_WIDTH_TOLERANCE = 0.98;
/** In heights. */
const BLANK_WIDTH = 0.25;
/** With a greater share of unneeded breaks, a column is not wrapped. */
const MAX_UNNEEDED_BREAKS = 0.2;
const MIN_AGREEING_CELLS = 3;

/** Where a cell's lines are, relative to the line with the row's amount. */
type CellAlignment = 'top' | 'middle' | 'bottom' | 'odd';

interface WrappedCell {
  row: number;
  column: number;
  setting: CellAlignment;
  words: readonly Word[];
}

/**
 * For each row, why lines above and below its amount may not belong to it: captions, group headings, page numbers, or
 * the end of the row above. Wrapped text is in a text column, closer to its row than to any other, on the same side of
 * the amount as all other wrapped text, and would not have fitted on the line before. Unclear lines hold the rows on
 * both sides.
 */
export function unrelatedLineReasons(
  groups: readonly RowLines[],
  {
    body,
    columns,
    edges,
    wrapping,
  }: { body: readonly Line[]; columns: ColumnLayout; edges: readonly ColumnEdges[]; wrapping: Wrapping },
): ReviewReason[][] {
  const reasons = groups.map((): ReviewReason[] => []);
  const places = new Map(body.map((line, index) => [line, index]));
  const addReason = (row: number, line: Line, column: number | null): void => {
    const reason = `"${quotedCell(line.words)}" stands close to this row on page ${line.page}, and it is not certain whose it is. Compare the row with the page`;
    const index = places.get(line) ?? 0;
    const isBelow = index > (places.get(groups[row]?.anchor as Line) ?? 0);
    const other = groups.findIndex(({ lines }) => lines.includes(body[index + (isBelow ? 1 : -1)] as Line));
    reasons[row]?.push({ column, reason });
    if (other !== -1 && other !== row && groups[other]?.anchor.page === line.page)
      reasons[other]?.push({ column: null, reason });
  };
  const context = { body, places, columns, usualGap: usualGapOf(groups) };
  for (const [row, group] of groups.entries())
    for (const line of group.lines)
      if (line !== group.anchor && (isElsewhere(line, columns, edges) || !isNear(line, group, context)))
        addReason(row, line, null);
  const chains = groups.flatMap((group, row) => wrappedCellsOf(group, row, columns));
  const usual = usualAlignment(chains);
  for (const chain of chains) {
    const { row, column, setting, words } = chain;
    const group = groups[row] as RowLines;
    const isOdd =
      setting !== usual ||
      wrapping.broken.has(column) ||
      wouldHaveFitted(words, wrapping.widest[column] ?? 0);
    const line = group.lines.find(
      (one) => one !== group.anchor && one.words.some((word) => words.includes(word)),
    );
    if (isOdd && line !== undefined) addReason(row, line, column);
  }
  return reasons;
}

/** Whether a line has text in a column of numbers, codes or dates, or runs over several columns as a sentence. */
function isElsewhere({ words }: Line, { cuts, prose }: ColumnLayout, edges: readonly ColumnEdges[]): boolean {
  const isText = words.every((word) => prose.includes(columnOf(word, cuts)));
  const runsOn = words.some((word, index) => {
    const before = words[index - 1];
    const column = columnOf(word, cuts);
    const edge = edges[column];
    return (
      before !== undefined &&
      columnOf(before, cuts) !== column &&
      (edge === undefined || !isAlignedWithColumn([word], edge)) &&
      word.x - rightEdge(before) < 2 * BLANK_WIDTH * word.height
    );
  });
  return !isText || runsOn;
}

interface BodyContext {
  body: readonly Line[];
  places: ReadonlyMap<Line, number>;
  columns: ColumnLayout;
  usualGap: number | null;
}

/** Whether a line is clearly closer to its own row than to the other one, or separated from that by a drawn line. */
function isNear(line: Line, group: RowLines, { body, places, columns, usualGap }: BodyContext): boolean {
  const index = places.get(line) ?? 0;
  const isBelow = index > (places.get(group.anchor) ?? 0);
  const [toOwn, away] = isBelow ? [body[index - 1], body[index + 1]] : [body[index + 1], body[index - 1]];
  if (toOwn === undefined) return false;
  const tight = line.words.some(({ confidence }) => confidence < 1) ? MAX_WRAP_GAP_IN_IMAGES : MAX_WRAP_GAP;
  const own = gapBetween(line, toOwn);
  const rules = columns.rules ?? [];
  const isEnclosed =
    rules.some((rule) => rule.isHorizontal && rule.page === line.page) &&
    (away === undefined ||
      away.page !== line.page ||
      isSeparatedByLine(line, away, { rules, at: centerX(line.box) }) ||
      group.lines.includes(away));
  if (isEnclosed) return true;
  if (own > tight * line.box.height) return false;
  if (away !== undefined && group.lines.includes(away)) return true;
  const toOther = away === undefined || away.page !== line.page ? usualGap : gapBetween(line, away);
  return toOther === null || toOther >= own + MIN_GAP_DIFFERENCE * line.box.height;
}

/** The median. Below the last row nothing else shows whether a line belongs to it. */
function usualGapOf(groups: readonly RowLines[]): number | null {
  const gaps = groups
    .slice(1)
    .flatMap(({ lines: [first] }, index) => {
      const last = groups[index]?.lines.at(-1);
      return first === undefined || last === undefined || first.page !== last.page
        ? []
        : [gapBetween(last, first)];
    })
    .toSorted((a, b) => a - b);
  return gaps[gaps.length >> 1] ?? null;
}

function gapBetween(one: Line, other: Line): number {
  const [upper, lower] = one.box.y < other.box.y ? [one, other] : [other, one];
  return lower.box.y - bottomEdge(upper.box);
}

export interface Wrapping {
  /** Of each column. */
  widest: readonly number[];
  /** Columns with a line break where the text would have fitted: a second value. */
  broken: ReadonlySet<number>;
}

export function findWrapping(
  groups: readonly RowLines[],
  columns: ColumnLayout,
  before?: Wrapping,
): Wrapping {
  const widest = Array.from({ length: columns.cuts.length + 1 }, (_, column) => before?.widest[column] ?? 0);
  for (const { lines } of groups)
    for (const { words } of lines)
      for (const column of widest.keys()) {
        const own = words.filter((word) => columnOf(word, columns.cuts) === column);
        if (own.length > 0) widest[column] = Math.max(widest[column] ?? 0, boundingBox(own).width);
      }
  const chains = groups.flatMap((group, row) => wrappedCellsOf(group, row, columns));
  const usual = usualAlignment(chains);
  const broken = columns.prose.filter((column) => {
    const own = chains.filter((chain) => chain.column === column && chain.setting === usual);
    const fitting = own.filter(({ words }) => wouldHaveFitted(words, widest[column] ?? 0));
    return before?.broken.has(column) === true || fitting.length > MAX_UNNEEDED_BREAKS * own.length;
  });
  return { widest, broken: new Set(broken) };
}

/** Cells with several lines, or with none beside the amount. */
function wrappedCellsOf(
  { anchor, lines }: RowLines,
  row: number,
  { cuts, prose }: ColumnLayout,
): WrappedCell[] {
  const at = lines.indexOf(anchor);
  return prose.flatMap((column): WrappedCell[] => {
    const places = lines.flatMap(({ words }, index) =>
      words.some((word) => columnOf(word, cuts) === column) ? [index - at] : [],
    );
    if (places.length === 0 || (places.length === 1 && places[0] === 0)) return [];
    const words = lines.flatMap((line) => line.words.filter((word) => columnOf(word, cuts) === column));
    return [{ row, column, setting: alignmentOf(places), words }];
  });
}

/** @param places of the cell's lines, counted from the line of the amount */
function alignmentOf(places: readonly number[]): CellAlignment {
  const [first = 0, last = 0] = [places[0], places.at(-1)];
  if (places.length > 1 && first === 0) return 'top';
  if (places.length > 1 && last === 0) return 'bottom';
  const above = places.filter((place) => place < 0).length;
  const below = places.filter((place) => place > 0).length;
  return above === below ? 'middle' : 'odd';
}

/** Of most cells; at the bottom only when several agree, because a single one is a caption. */
function usualAlignment(chains: readonly WrappedCell[]): CellAlignment {
  const groups = Map.groupBy(chains, ({ setting }) => setting).values();
  const [best = []] = [...groups].toSorted((one, other) => other.length - one.length);
  const setting = best[0]?.setting ?? 'odd';
  if (setting === 'odd') return 'top';
  return setting === 'bottom' && best.length < MIN_AGREEING_CELLS ? 'top' : setting;
}

/** Whether a line's first word would have fitted on the line before. */
function wouldHaveFitted(words: readonly Word[], widest: number): boolean {
  let line: Word[] = [];
  for (const word of words) {
    const last = line.at(-1);
    if (last === undefined || word.y <= centerY(last)) {
      line.push(word);
      continue;
    }
    const blank = BLANK_WIDTH * word.height;
    // Some programs count the trailing blank of a word.
    const needed = (last.text.endsWith('-') ? 0 : blank) + word.width + blank;
    if (boundingBox(line).width + needed <= widest * PRINT_WIDTH_TOLERANCE) return true;
    line = [word];
  }
  return false;
}
