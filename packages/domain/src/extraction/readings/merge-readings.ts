import type { Cell, ExtractedTable, TableRow } from '../layout/extracted-table.ts';
import type { ReadTables } from '../layout/read-tables.ts';
import { withoutSpecks } from '../layout/specks.ts';
import { bottomOf } from '../layout/word.ts';

/** Two readings of the same dots that agree, at different sizes, are surer than either. */
const AGREED = 0.9;
/** But not when one of them was hardly more than a guess. */
const GUESS = 0.5;
/** Rows are the same when they share so much of their height. */
const SAME_ROW = 0.5;

/**
 * One reading out of two of the same pictures. What both say alike stands; where they differ, and where only one has seen
 * anything, nothing is certain: the first text stays, with no confidence and the other beside it.
 */
export function mergeReadings(first: ReadTables, second: ReadTables): ReadTables {
  const others = second.tables.flatMap(({ rows }) => rows);
  const met = new Set<TableRow>();
  const tables = first.tables.map((table): ExtractedTable => {
    const isSame = second.tables.some(({ header }) => sameTexts(header, table.header));
    const rows = table.rows.map((row) => {
      const other = others.find((candidate) => isSameRow(row, candidate));
      if (other !== undefined) met.add(other);
      return { ...row, cells: merged(row.cells, isSame ? other?.cells : undefined) };
    });
    return { ...table, rows };
  });
  const onlySecond = others.filter((row) => !met.has(row));
  return {
    tables,
    unread: [
      ...first.unread,
      ...onlySecond.map(({ page, cells }) => ({ page, text: cells.map(({ text }) => text).join(' ') })),
    ],
  };
}

function merged(cells: readonly Cell[], others: readonly Cell[] | undefined): Cell[] {
  return cells.map((read, column): Cell => {
    const cell = { ...read, text: withoutSpecks(read.text) };
    const found = others?.[column];
    const other = found === undefined ? undefined : { ...found, text: withoutSpecks(found.text) };
    if (other === undefined) return { ...cell, confidence: 0 };
    if (cell.text !== other.text)
      return { ...cell, confidence: 0, alternatives: [other.text], place: cell.place ?? other.place };
    const [least, most] = [
      Math.min(cell.confidence, other.confidence),
      Math.max(cell.confidence, other.confidence),
    ];
    return { ...cell, confidence: least < GUESS ? least : Math.max(most, AGREED) };
  });
}

function isSameRow(one: TableRow, other: TableRow): boolean {
  if (one.page !== other.page) return false;
  const shared = Math.min(bottomOf(one.box), bottomOf(other.box)) - Math.max(one.box.y, other.box.y);
  return shared >= SAME_ROW * Math.min(one.box.height, other.box.height);
}

const sameTexts = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, index) => text === other[index]);

/**
 * What a third, closer look at one cell says: where it agrees with one of the two readings, that one stands.
 * @param confidence of the third reading
 */
export function settled(cell: Cell, third: { text: string; confidence: number }): Cell {
  const agrees = [cell.text, ...(cell.alternatives ?? [])].find((text) => text === withoutSpecks(third.text));
  if (agrees === undefined || third.confidence < GUESS) return cell;
  return { text: agrees, confidence: AGREED, place: cell.place };
}
