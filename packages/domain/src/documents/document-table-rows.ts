import {
  type ColumnEdges,
  type ColumnLayout,
  columnEdges,
  columnOf,
  isAlignedWithColumn,
  isLineDrawn,
  quotedCell,
  type RowLines,
} from './document-table-columns.ts';
import {
  bottomEdge,
  boundingBox,
  COLUMN_GAP,
  centerX,
  centerY,
  type DrawnLine,
  IMAGE_COLUMN_GAP,
  type Line,
  rightEdge,
  splitLines,
  textOf,
  type Word,
} from './document-words.ts';
import type { Cell, ReviewReason } from './extracted-table.ts';
import { checkWrappedLines, type Wrapping } from './wrapped-cells.ts';

const SOME_AMOUNT = /(?<![\d.])\d[\d,]*\.\d{2}(?!\d)/;
/** In line heights. */
const MAX_LINE_DISTANCE = 2.5;
/** In word heights, on each side of a boundary. */
const OVERLAP_SHARE = 0.2;
/** As a multiple of the usual space between words. */
const MIN_COLUMN_GAP_BLANKS = 1.2;
/**
 * Rows with one amount each; wrapped text goes to the nearest row. A line that may belong to two rows adds a reason to
 * both. `before`: how text was wrapped on earlier pages.
 */
export function assembleRows(body: readonly Line[], columns: ColumnLayout, before?: Wrapping) {
  const { rules = [], isEntry } = columns;
  const anchors = body.map(isEntry);
  const groups = new Map<number, Line[]>();
  const unread: Line[] = [];
  for (const [index, line] of body.entries()) {
    // An amount outside the amount columns is not wrapped text. As part of another row, it would be overlooked.
    const isLoose = SOME_AMOUNT.test(textOf(line.words));
    let anchor: number | null = index;
    if (anchors[index] !== true) anchor = isLoose ? null : nearestAnchor({ body, anchors, rules }, index);
    if (anchor === null) unread.push(line);
    else groups.set(anchor, [...(groups.get(anchor) ?? []), line]);
  }
  const found = [...groups].map(
    ([anchor, lines]): RowLines => ({ anchor: body[anchor] as Line, lines: lines.toSorted(fromTop) }),
  );
  const edges = columnEdges(found, columns);
  const setting = { blank: usualBlankWidth(found, columns), edges };
  const { wrapping, reasons: unclear } = checkWrappedLines(found, { body, columns, edges, before });
  const separated = found.map(({ lines }) => separateTextsInColumn(lines, columns));
  const withoutHeading = hiddenColumns(separated);
  const overruns = found.map((group) => [
    ...textAcrossColumns(group.lines, columns, setting),
    ...misalignedCells(group, columns, edges),
  ]);
  const areOverrunsCommon =
    overruns.filter((reasons) => reasons.length > 0).length > MAX_OVERRUN_SHARE * overruns.length;
  const rows = found.map((group, index) =>
    rowOf(group, columns, [
      ...(unclear[index] ?? []),
      ...(overruns[index] ?? []),
      ...(areOverrunsCommon ? [{ column: null, reason: RUNS_OVER }] : []),
      ...(separated[index] ?? []),
      ...withoutHeading,
    ]),
  );
  return { rows, unread, wrapping };
}

/** If text extends beyond its column in a larger share of rows, it may have covered text in the others. */
const MAX_OVERRUN_SHARE = 0.3;
const RUNS_OVER =
  'in many rows of this table, text extends beyond its column and may cover other text. Compare the rows with the page';

/** Two separate texts in one column in this share of rows indicate another column without a heading. */
const MIN_HIDDEN_COLUMN_SHARE = 0.2;

function hiddenColumns(separated: readonly (readonly ReviewReason[])[]): ReviewReason[] {
  const columns = new Set(separated.flatMap((reasons) => reasons.map(({ column }) => column)));
  return [...columns].flatMap((column): ReviewReason[] => {
    const found = separated.filter((reasons) => reasons.some((doubt) => doubt.column === column));
    const [first] = found[0] ?? [];
    if (first === undefined || found.length < Math.max(2, MIN_HIDDEN_COLUMN_SHARE * separated.length)) return [];
    return [{ column, reason: `${first.reason}. In ${found.length} rows, there may be a column without a heading` }];
  });
}

function separateTextsInColumn(lines: readonly Line[], { cuts }: ColumnLayout): ReviewReason[] {
  return neighbors(lines).flatMap(({ left, right, gap }): ReviewReason[] => {
    const column = columnOf(left, cuts);
    const widest = left.confidence < 1 ? IMAGE_COLUMN_GAP : COLUMN_GAP;
    if (column !== columnOf(right, cuts) || gap <= widest) return [];
    const reason = `"${quotedCell([left])}" and "${quotedCell([right])}" are as far apart as separate columns`;
    return [{ column, reason }];
  });
}

/** Text that is not aligned with its column: part of it may belong to the next column. */
function misalignedCells({ anchor }: RowLines, { cuts }: ColumnLayout, edges: readonly ColumnEdges[]) {
  return edges.flatMap((edge, column): ReviewReason[] => {
    const words = anchor.words.filter((word) => columnOf(word, cuts) === column);
    const [first, last] = [words[0], words.at(-1)];
    if (!edge.isStrict || first === undefined || last === undefined || first.confidence < 1) return [];
    if (isAlignedWithColumn(words, edge)) return [];
    const reason = `"${quotedCell(words)}" is not aligned with the other cells in its column`;
    return [{ column, reason }];
  });
}

const fromTop = (one: Line, other: Line): number => centerY(one.box) - centerY(other.box);

interface Body {
  body: readonly Line[];
  anchors: readonly boolean[];
  rules: readonly DrawnLine[];
}

/** The row above or below with the smaller gaps (at most `MAX_LINE_DISTANCE`); the upper one if about equal. */
function nearestAnchor(context: Body, index: number): number | null {
  const above = reach(context, index, -1);
  const below = reach(context, index, 1);
  // Printed line spacing varies by a fraction of a point.
  const isBelow = above === null || (below !== null && below.gap < above.gap * 0.9);
  return (isBelow ? below : above)?.anchor ?? null;
}

function reach({ body, anchors, rules }: Body, index: number, step: 1 | -1) {
  let widest = 0;
  const from = body[index];
  for (let at = index; ; at += step) {
    const [line, next] = [body[at], body[at + step]];
    if (from === undefined || line === undefined || next === undefined || next.page !== line.page) return null;
    const heights = [centerY(line.box), centerY(next.box)] as const;
    if (isLineDrawn(rules, { page: line.page, heights, x: centerX(from.box) })) return null;
    const gap = step === 1 ? next.box.y - bottomEdge(line.box) : line.box.y - bottomEdge(next.box);
    if (gap > MAX_LINE_DISTANCE * line.box.height) return null;
    widest = Math.max(widest, gap);
    if (anchors[at + step] === true) return { anchor: at + step, gap: widest };
  }
}

/** The median, in word heights; null if no cell has two words. */
function usualBlankWidth(groups: readonly RowLines[], { cuts }: ColumnLayout): number | null {
  const blanks = neighbors(groups.flatMap(({ lines }) => lines))
    .filter(({ left, right }) => columnOf(left, cuts) === columnOf(right, cuts))
    .map(({ gap }) => gap)
    .filter((blank) => blank > 0 && blank < COLUMN_GAP)
    .toSorted((a, b) => a - b);
  return blanks[Math.floor(blanks.length / 2)] ?? null;
}

/** Adjacent words and the gap between them, in heights of the smaller word. */
const neighbors = (lines: readonly Line[]): { left: Word; right: Word; gap: number }[] =>
  lines.flatMap(({ words }) =>
    words.slice(1).map((right, index) => {
      const left = words[index] as Word;
      return { left, right, gap: (right.x - rightEdge(left)) / Math.min(left.height, right.height) };
    }),
  );

function textAcrossColumns(
  lines: readonly Line[],
  { cuts, rules = [] }: ColumnLayout,
  { blank, edges }: { blank: number | null; edges: readonly ColumnEdges[] },
): ReviewReason[] {
  return lines.flatMap((line) => {
    const reasons: ReviewReason[] = [];
    for (const word of line.words) {
      const overruns = OVERLAP_SHARE * word.height;
      const column = columnOf(word, cuts);
      if (cuts.some((cut) => word.x < cut - overruns && rightEdge(word) > cut + overruns))
        reasons.push({ column, reason: `"${quotedCell([word])}" extends into the next column` });
      const heights = [word.y + overruns, bottomEdge(word) - overruns] as const;
      if (isLineDrawn(rules, { page: line.page, heights, x: centerX(word) }))
        reasons.push({ column, reason: `a drawn line runs through "${quotedCell([word])}"` });
    }
    for (const { left, right, gap } of neighbors([line])) {
      const column = columnOf(right, cuts);
      const edge = edges[column];
      const isOwn = edge !== undefined && isAlignedWithColumn([right], edge);
      const isNear = blank !== null && gap < MIN_COLUMN_GAP_BLANKS * blank;
      if (columnOf(left, cuts) !== column && !isOwn && isNear)
        reasons.push({ column, reason: `"${quotedCell([left, right])}" runs across two columns` });
    }
    return reasons;
  });
}

/** Outside text columns, other lines count only if the line with the amount has no text in the column. */
function rowOf({ anchor, lines }: RowLines, { cuts, prose }: ColumnLayout, unclear: readonly ReviewReason[]) {
  const columns = Array.from({ length: cuts.length + 1 }, (): Word[] => []);
  const isFilled = new Set(anchor.words.map((word) => columnOf(word, cuts)));
  for (const line of lines)
    for (const word of line.words) {
      const column = columnOf(word, cuts);
      if (line === anchor || prose.includes(column) || !isFilled.has(column)) columns[column]?.push(word);
    }
  return {
    cells: columns.map((words) => cellOf(words, anchor.page)),
    page: anchor.page,
    box: boundingBox(lines.map(({ box }) => box)),
    ...(unclear.length > 0 && { unclear }),
  };
}

function cellOf(words: readonly Word[], page: number): Cell {
  if (words.length === 0) return { text: '', confidence: 1, place: null };
  return {
    text: joinWrappedLines(textOf(words)),
    confidence: Math.min(...words.map(({ confidence }) => confidence)),
    place: { page, box: boundingBox(words), lines: splitLines(words).map(boundingBox) },
  };
}

/** "SMITH- JONES" was one word before it was wrapped; "A - B" was not. */
export const joinWrappedLines = (text: string): string => text.trim().replaceAll(/(\p{L})- (?=\p{L})/gu, '$1-');
