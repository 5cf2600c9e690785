import type { Cell, TableRow } from './extracted-table.ts';
import type { Line } from './lines.ts';
import { textOf } from './lines.ts';
import { around, type Box, bottomOf, centreOf, middleOf, type Word } from './word.ts';

/** Where the columns of a table part, and which of them hold money. */
export interface Columns {
  /** One less than there are columns, from left to right. */
  cuts: readonly number[];
  money: readonly number[];
}

const MONEY = /^[-+(]?\s*\$?\s*[-(]?\d[\d,]*\.\d{2}\)?-?(?:\s*(?:CR|DR|C|D))?$/i;
const SOME_AMOUNT = /(?<![\d.])\d[\d,]*\.\d{2}(?!\d)/;
/** A line further from its row than this many of its heights is no part of it. */
const FAR = 2.5;

/** The lines of a table's body as rows: one amount each, wrapped text with the row it is nearest to. */
export function rowsOf(body: readonly Line[], columns: Columns): { rows: TableRow[]; unread: Line[] } {
  const anchors = body.map((line) => isAnchor(line, columns));
  const groups = new Map<number, Line[]>();
  const unread: Line[] = [];
  for (const [index, line] of body.entries()) {
    // An amount that stands in no column of amounts is not wrapped text: joined to a row, it would be seen by nobody.
    const isLoose = anchors[index] !== true && SOME_AMOUNT.test(textOf(line.words));
    const anchor = anchors[index] === true ? index : isLoose ? null : nearestAnchor(body, anchors, index);
    if (anchor === null) unread.push(line);
    else groups.set(anchor, [...(groups.get(anchor) ?? []), line]);
  }
  return { rows: [...groups.values()].map((lines) => rowOf(lines, columns)), unread };
}

function isAnchor({ words }: Line, { cuts, money }: Columns): boolean {
  return money.some((column) => {
    const text = textOf(words.filter((word) => columnOf(word, cuts) === column));
    return MONEY.test(text.trim());
  });
}

/** The anchor that the line is joined to by gaps no wider than a line; of two the nearer, the one above when they tie. */
function nearestAnchor(body: readonly Line[], anchors: readonly boolean[], index: number): number | null {
  const above = reach(body, anchors, index, -1);
  const below = reach(body, anchors, index, 1);
  if (above === null) return below?.anchor ?? null;
  if (below === null) return above.anchor;
  // A printed line spacing jitters by a fraction of a point.
  return below.gap < above.gap * 0.9 ? below.anchor : above.anchor;
}

function reach(
  body: readonly Line[],
  anchors: readonly boolean[],
  index: number,
  step: 1 | -1,
): { anchor: number; gap: number } | null {
  let widest = 0;
  for (let at = index; ; at += step) {
    const [line, next] = [body[at], body[at + step]];
    if (line === undefined || next === undefined || next.page !== line.page) return null;
    const gap = step === 1 ? next.box.y - bottomOf(line.box) : line.box.y - bottomOf(next.box);
    if (gap > FAR * line.box.height) return null;
    widest = Math.max(widest, gap);
    if (anchors[at + step] === true) return { anchor: at + step, gap: widest };
  }
}

function rowOf(lines: readonly Line[], { cuts }: Columns): TableRow {
  const columns = Array.from({ length: cuts.length + 1 }, (): Word[] => []);
  for (const line of lines) for (const word of line.words) columns[columnOf(word, cuts)]?.push(word);
  const [first] = lines;
  return {
    cells: columns.map((words) => cellOf(words, first?.page ?? 1)),
    page: first?.page ?? 1,
    box: around(lines.map(({ box }) => box)),
  };
}

function cellOf(words: readonly Word[], page: number): Cell {
  if (words.length === 0) return { text: '', confidence: 1, place: null };
  return {
    text: unwrapped(textOf(words)),
    confidence: Math.min(...words.map(({ confidence }) => confidence)),
    place: { page, box: around(words), lines: linesIn(words) },
  };
}

/** Words come line by line. */
function linesIn(words: readonly Word[]): Box[] {
  const lines: Word[][] = [];
  for (const word of words) {
    const last = lines.at(-1)?.at(-1);
    if (last === undefined || word.y > middleOf(last)) lines.push([word]);
    else lines.at(-1)?.push(word);
  }
  return lines.map(around);
}

/** "SMITH- JONES" was one word before it was wrapped; "A - B" never was. */
export const unwrapped = (text: string): string => text.trim().replaceAll(/(\p{L})- (?=\p{L})/gu, '$1-');

/** From 0. A word belongs where its middle is. */
export function columnOf(word: Word, cuts: readonly number[]): number {
  const middle = centreOf(word);
  const next = cuts.findIndex((cut) => middle < cut);
  return next === -1 ? cuts.length : next;
}
