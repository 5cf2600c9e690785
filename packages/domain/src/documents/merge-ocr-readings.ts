import { fieldOfHeader } from '../csv/csv-column-meanings.ts';
import { bottomEdge, stripSpecks } from './document-words.ts';
import type { FoundTables } from './extracted-table.ts';
import { type Cell, type ExtractedTable, type PrintedSum, type TableRow, textOfRow } from './extracted-table.ts';
import { fieldLabelsOf } from './judge-columns.ts';

const NAME_FIELDS: ReadonlySet<string> = new Set(['fullName', 'firstName', 'lastName']);
/** After a name or within it. */
const LONE_STROKE = /(?<=\p{L}\s+)[1l|](?=\s|$)/gu;

/** OCR reads a middle initial I as 1, l or a bar, none of which is a word in a name. */
export function restoreInitials(text: string, label: string): string {
  return NAME_FIELDS.has(fieldOfHeader(label)?.field ?? '') ? text.replaceAll(LONE_STROKE, 'I') : text;
}

/** Rows at the same position in two readings, usually one from each. */
interface MatchedRows {
  first: TableRow[];
  second: TableRow[];
}

/** As a share of the smaller row height. */
const SAME_ROW_SHARE = 0.5;

export function matchRows(first: readonly TableRow[], second: readonly TableRow[]): MatchedRows[] {
  const groups = first.map((row): MatchedRows => ({ first: [row], second: [] }));
  for (const row of second) {
    const [group = { first: [], second: [] }, ...further] = groups.filter((one) =>
      [...one.first, ...one.second].some((other) => overlapVertically(row, other)),
    );
    if (!groups.includes(group)) groups.push(group);
    group.second.push(row);
    // A row that spans several rows in the other reading joins their groups.
    for (const one of further) {
      group.first.push(...one.first);
      group.second.push(...one.second);
      groups.splice(groups.indexOf(one), 1);
    }
  }
  return groups.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Greater than the height of any page in its units. */
const MAX_PAGE_HEIGHT = 1_000_000;

function placeOf({ first, second }: MatchedRows): number {
  return Math.min(...[...first, ...second].map(({ page, box }) => page * MAX_PAGE_HEIGHT + box.y));
}

type Placed = Pick<TableRow, 'page' | 'box'>;

export function overlapVertically({ page, box }: Placed, other: Placed): boolean {
  if (page !== other.page) return false;
  const shared = Math.min(bottomEdge(box), bottomEdge(other.box)) - Math.max(box.y, other.box.y);
  return shared >= SAME_ROW_SHARE * Math.min(box.height, other.box.height);
}

/** For two readings at different sizes that agree. */
export const AGREED_CONFIDENCE = 0.9;
/** A reading with a lower confidence is a guess. */
export const GUESS_CONFIDENCE = 0.5;

/**
 * The reading with more rows has amounts that the other treated as wrapped text, so the words of the other are assigned
 * to its rows.
 */
function mergeRows({ first, second }: MatchedRows): TableRow[] {
  const [base, others] = second.length > first.length ? [second, first] : [first, second];
  return base.map((row, index) => ({
    ...row,
    unclear: [...first, ...second].flatMap(({ unclear = [] }) => unclear),
    cells: row.cells.map((cell, column) => {
      const isPaired = others.length === base.length;
      const found = isPaired ? others[index]?.cells[column] : distributedWords(base, others, { index, column });
      return mergeCell(cell, found);
    }),
  }));
}

function distributedWords(
  base: readonly TableRow[],
  others: readonly TableRow[],
  { index, column }: { index: number; column: number },
): Cell | undefined {
  const counts = base.map((row) => wordsOf([row], column).length);
  const words = wordsOf(others, column);
  if (others.length === 0 || words.length !== counts.reduce((sum, count) => sum + count, 0)) return undefined;
  const from = counts.slice(0, index).reduce((sum, count) => sum + count, 0);
  return {
    text: words.slice(from, from + (counts[index] ?? 0)).join(' '),
    confidence: Math.min(...others.map(({ cells }) => cells[column]?.confidence ?? 0)),
    place: base[index]?.cells[column]?.place ?? null,
  };
}

const wordsOf = (rows: readonly TableRow[], column: number): string[] =>
  rows.flatMap(({ cells }) => stripSpecks(cells[column]?.text ?? '').match(/\S+/g) ?? []);

/** @param found undefined when the other reading has no such row */
function mergeCell(read: Cell, found: Cell | undefined): Cell {
  const cell = { ...read, text: stripSpecks(read.text) };
  if (found === undefined) return { ...cell, confidence: 0 };
  const other = stripSpecks(found.text);
  if (cell.text !== other) return { ...cell, confidence: 0, alternatives: [other], place: cell.place ?? found.place };
  const lowest = Math.min(cell.confidence, found.confidence);
  const highest = Math.max(cell.confidence, found.confidence);
  return { ...cell, confidence: lowest < GUESS_CONFIDENCE ? lowest : Math.max(highest, AGREED_CONFIDENCE) };
}

/** If two cells differ, the first text is kept with confidence 0, and the other becomes an alternative. */
export function mergeReadings(one: FoundTables, other: FoundTables): FoundTables {
  const first = withNames(one);
  const second = withNames(other);
  const matching = new Set<TableRow>();
  const tables = first.tables.map((table): ExtractedTable => {
    const same = second.tables.find((other) => hasSameColumns(table, other));
    // If the second reading has different columns, its rows only show that rows exist.
    const others = same?.rows ?? second.tables.flatMap(({ rows }) => rows);
    const groups = matchRows(
      table.rows,
      others.filter((row) => !matching.has(row)),
    );
    const rows = groups.flatMap((group) => {
      if (group.first.length === 0 && same === undefined) return [];
      for (const row of group.second) matching.add(row);
      return same === undefined ? unconfirmed(group) : mergeRows(group);
    });
    return { ...table, rows, totals: mergedSums(table.totals, same?.totals ?? []) };
  });
  const rows = tables.flatMap((table) => table.rows);
  const onlySecond = second.tables.flatMap((table) => table.rows).filter((row) => !matching.has(row));
  const [{ controls: known = [] }, { controls: others = [] }] = [first, second];
  const added = others.filter((control) => !known.some((other) => overlapVertically(control, other)));
  const controls = [...known, ...added];
  return {
    ...first,
    ...(controls.length > 0 && { controls }),
    tables,
    unread: [
      // A line that one reading could not place may be a row in the other.
      ...first.unread.filter(
        ({ page, box }) => !rows.some((row) => box !== undefined && overlapVertically(row, { page, box })),
      ),
      ...onlySecond.map(({ page, box, cells }) => ({ page, box, text: textOfRow(cells) })),
    ],
  };
}

function withNames(reading: FoundTables): FoundTables {
  const tables = reading.tables.map((table) => {
    const labels = fieldLabelsOf(table);
    const restored = (cell: Cell, column: number): Cell => ({
      ...cell,
      text: restoreInitials(cell.text, labels[column] ?? ''),
    });
    return { ...table, rows: table.rows.map((row) => ({ ...row, cells: row.cells.map(restored) })) };
  });
  return { ...reading, tables };
}

const unconfirmed = ({ first }: MatchedRows): TableRow[] =>
  first.map((row) => ({ ...row, cells: row.cells.map((cell) => mergeCell(cell, undefined)) }));

function mergedSums(first: readonly PrintedSum[], second: readonly PrintedSum[]): PrintedSum[] {
  const isSame = (one: PrintedSum, other: PrintedSum): boolean =>
    one.column === other.column && overlapVertically(one.place, other.place);
  return [
    ...first.map((sum): PrintedSum => {
      const other = second.find((candidate) => isSame(sum, candidate));
      return other === undefined || other.text === sum.text ? sum : { ...sum, alternatives: [other.text] };
    }),
    ...second.filter((sum) => !first.some((candidate) => isSame(candidate, sum))),
  ];
}

/** The readings of some headings may differ. */
const MIN_SAME_HEADINGS = 0.6;

function hasSameColumns({ header }: ExtractedTable, other: ExtractedTable): boolean {
  const same = header.filter((text, column) => text === other.header[column]);
  return header.length === other.header.length && same.length >= MIN_SAME_HEADINGS * header.length;
}
