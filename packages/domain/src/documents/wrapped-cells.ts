import {
  type ColumnEdges,
  type ColumnLayout,
  columnOf,
  isAlignedWithColumn,
  isLineDrawn,
  quotedCell,
  type RowLines,
} from './document-table-columns.ts';
import {
  bottomEdge,
  boundingBox,
  centerX,
  centerY,
  type DrawnLine,
  type Line,
  rightEdge,
  splitLines,
  type Word,
} from './document-words.ts';
import type { ReviewReason } from './extracted-table.ts';

/** In line heights. OCR measures letters without the space above and below them. */
const MAX_WRAP_GAP = 0.5;
const MAX_WRAP_GAP_IN_IMAGES = 1.1;
/** In line heights, between the gap to a line's own row and the gap to the next row. */
const MIN_GAP_DIFFERENCE = 0.15;
/** Text that would have fit on the line above was not wrapped. */
const PRINT_WIDTH_TOLERANCE = 0.98;
/** In word heights. */
const BLANK_WIDTH = 0.25;
/** With a greater share of unneeded breaks, a column is not wrapped. */
const MAX_UNNEEDED_BREAKS = 0.2;
const MIN_AGREEING_CELLS = 3;

/** Where a cell's lines are, relative to the line with the row's amount. */
type CellAlignment = 'top' | 'middle' | 'bottom' | 'odd';

interface WrappedCell {
  row: number;
  column: number;
  alignment: CellAlignment;
  words: readonly Word[];
}

export interface Wrapping {
  widest: readonly number[];
  /** Columns with line breaks where the text would have fit, which indicate a second value. */
  broken: ReadonlySet<number>;
}

/**
 * Finds lines above and below a row's amount that may not belong to the row: captions, group headings, page numbers, or
 * the end of the row above. Wrapped text is in a text column, closer to its row than to any other, on the same side of
 * the amount as most wrapped text, and would not have fit on the previous line. An unclear line holds the rows on both
 * sides. `before`: how text was wrapped on earlier pages.
 */
export function checkWrappedLines(
  groups: readonly RowLines[],
  {
    body,
    columns,
    edges,
    before,
  }: { body: readonly Line[]; columns: ColumnLayout; edges: readonly ColumnEdges[]; before?: Wrapping },
): { wrapping: Wrapping; reasons: ReviewReason[][] } {
  const cells = groups.flatMap((group, row) => wrappedCellsOf(group, row, columns));
  const usual = usualAlignment(cells);
  const widest = widestTexts(groups, columns, before);
  const broken = columns.prose.filter((column) => {
    const own = cells.filter((cell) => cell.column === column && cell.alignment === usual);
    const fitting = own.filter(({ words }) => wouldHaveFitted(words, widest[column] ?? 0));
    return before?.broken.has(column) === true || fitting.length > MAX_UNNEEDED_BREAKS * own.length;
  });
  const reasons = groups.map((): ReviewReason[] => []);
  const places = new Map(body.map((line, index) => [line, index]));
  /** The lines above and below a line, with the one toward its row first. */
  const linesBeside = (line: Line, { anchor }: RowLines): (Line | undefined)[] => {
    const index = places.get(line) ?? 0;
    const beside = [body[index - 1], body[index + 1]];
    return index > (places.get(anchor) ?? 0) ? beside : beside.toReversed();
  };
  const addReason = (row: number, line: Line, column: number | null): void => {
    const reason = `"${quotedCell(line.words)}" is printed close to this row on page ${line.page}, but may belong to another row. Compare the row with the page`;
    const [, away] = linesBeside(line, groups[row] as RowLines);
    const other = groups.findIndex(({ lines }) => lines.includes(away as Line));
    reasons[row]?.push({ column, reason });
    if (other !== -1 && other !== row && groups[other]?.anchor.page === line.page)
      reasons[other]?.push({ column: null, reason });
  };
  const context = { rules: columns.rules ?? [], usualGap: usualGapOf(groups) };
  for (const [row, group] of groups.entries())
    for (const line of group.lines) {
      if (line === group.anchor) continue;
      const [toOwn, away] = linesBeside(line, group);
      if (isElsewhere(line, columns, edges) || !isNear(line, group, { ...context, toOwn, away }))
        addReason(row, line, null);
    }
  for (const { row, column, alignment, words } of cells) {
    const isOdd = alignment !== usual || broken.includes(column) || wouldHaveFitted(words, widest[column] ?? 0);
    const { anchor, lines } = groups[row] as RowLines;
    const line = lines.find((one) => one !== anchor && one.words.some((word) => words.includes(word)));
    if (isOdd && line !== undefined) addReason(row, line, column);
  }
  return { wrapping: { widest, broken: new Set(broken) }, reasons };
}

function widestTexts(groups: readonly RowLines[], { cuts }: ColumnLayout, before?: Wrapping): number[] {
  const lines = groups.flatMap((group) => group.lines);
  return Array.from({ length: cuts.length + 1 }, (_, column) =>
    lines.reduce((widest, { words }) => {
      const own = words.filter((word) => columnOf(word, cuts) === column);
      return own.length === 0 ? widest : Math.max(widest, boundingBox(own).width);
    }, before?.widest[column] ?? 0),
  );
}

/** Whether a line has text in a column of numbers, codes or dates, or runs across several columns like a sentence. */
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

/** Whether a line is clearly closer to its own row than to the next one, or a drawn line separates it from the next. */
function isNear(
  line: Line,
  group: RowLines,
  {
    toOwn,
    away,
    rules,
    usualGap,
  }: Record<'toOwn' | 'away', Line | undefined> & { rules: readonly DrawnLine[]; usualGap: number | null },
): boolean {
  if (toOwn === undefined) return false;
  const { page, box } = line;
  const next = away?.page === page ? away : undefined;
  const isOwn = away !== undefined && group.lines.includes(away);
  const isSeparated = (other: Line): boolean =>
    isLineDrawn(rules, { page, heights: [centerY(box), centerY(other.box)], x: centerX(box) });
  const isEnclosed = isOwn || next === undefined || isSeparated(next);
  if (isEnclosed && rules.some((rule) => rule.isHorizontal && rule.page === page)) return true;
  const tight = line.words.some(({ confidence }) => confidence < 1) ? MAX_WRAP_GAP_IN_IMAGES : MAX_WRAP_GAP;
  const own = gapBetween(line, toOwn);
  if (own > tight * box.height) return false;
  const toOther = next === undefined ? usualGap : gapBetween(line, next);
  return isOwn || toOther === null || toOther >= own + MIN_GAP_DIFFERENCE * box.height;
}

/** The median. Below the last row, nothing else shows whether a line belongs to that row. */
function usualGapOf(groups: readonly RowLines[]): number | null {
  const gaps = groups
    .slice(1)
    .flatMap(({ lines: [first] }, index) => {
      const last = groups[index]?.lines.at(-1);
      return first === undefined || last === undefined || first.page !== last.page ? [] : [gapBetween(last, first)];
    })
    .toSorted((a, b) => a - b);
  return gaps[gaps.length >> 1] ?? null;
}

function gapBetween(one: Line, other: Line): number {
  const [upper, lower] = one.box.y < other.box.y ? [one, other] : [other, one];
  return lower.box.y - bottomEdge(upper.box);
}

/** Cells with several lines, or with none on the line with the amount. */
function wrappedCellsOf({ anchor, lines }: RowLines, row: number, { cuts, prose }: ColumnLayout) {
  const at = lines.indexOf(anchor);
  return prose.flatMap((column): WrappedCell[] => {
    const places = lines.flatMap(({ words }, index) =>
      words.some((word) => columnOf(word, cuts) === column) ? [index - at] : [],
    );
    if (places.length === 0 || (places.length === 1 && places[0] === 0)) return [];
    const words = lines.flatMap((line) => line.words.filter((word) => columnOf(word, cuts) === column));
    return [{ row, column, alignment: alignmentOf(places), words }];
  });
}

/** @param places positions of the cell's lines, relative to the line with the amount */
function alignmentOf(places: readonly number[]): CellAlignment {
  const [first = 0, last = 0] = [places[0], places.at(-1)];
  if (places.length > 1 && first === 0) return 'top';
  if (places.length > 1 && last === 0) return 'bottom';
  const above = places.filter((place) => place < 0).length;
  const below = places.filter((place) => place > 0).length;
  return above === below ? 'middle' : 'odd';
}

/** The most common one; `bottom` only if several cells agree, because a single one is a caption. */
function usualAlignment(cells: readonly WrappedCell[]): CellAlignment {
  const groups = Map.groupBy(cells, ({ alignment }) => alignment);
  const [[alignment, { length }] = ['odd' as const, []]] = [...groups].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  return alignment === 'odd' || (alignment === 'bottom' && length < MIN_AGREEING_CELLS) ? 'top' : alignment;
}

/** Whether the first word of any line would have fit on the previous line. */
function wouldHaveFitted(words: readonly Word[], widest: number): boolean {
  const lines = splitLines(words);
  return lines.slice(1).some(([word], index) => {
    const line = lines[index] ?? [];
    const blank = BLANK_WIDTH * (word?.height ?? 0);
    // Some programs include the space after a word in its width.
    const needed = (line.at(-1)?.text.endsWith('-') === true ? 0 : blank) + (word?.width ?? 0) + blank;
    return boundingBox(line).width + needed <= widest * PRINT_WIDTH_TOLERANCE;
  });
}
