import { hash } from 'node:crypto';
import { CSV_DELIMITERS, type CsvDelimiter } from '@clearwatch/contracts/csv-mapping';
import type { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';
import { fieldOfHeader } from './csv-column-meanings.ts';
import { CsvReader, type CsvRecord, isBlankRecord } from './csv-reader.ts';

/** The first rows of a delimited text file. */
export interface CsvTable {
  delimiter: CsvDelimiter;
  /** How many columns most rows have. */
  width: number;
  /** Without blank ones. */
  records: readonly CsvRecord[];
}

/** What spreadsheets write to say which delimiter follows. */
const DELIMITER_DIRECTIVE = /^(?:\u00ef\u00bb\u00bf)?sep=([,;\t|])\r?\n/i;

/**
 * The delimiter that parts the rows most evenly into most columns; null when none gives two columns.
 *
 * @param head the first bytes of the file
 * @param isWhole whether that is all of it; otherwise the last row may be cut and is left out
 * @throws ImportFileError for UTF-16 and UTF-32
 */
export function findCsvTable(head: Buffer, { isWhole }: { isWhole: boolean }): CsvTable | null {
  const said = DELIMITER_DIRECTIVE.exec(head.toString('latin1', 0, 16))?.[1];
  let best: { table: CsvTable; score: number } | null = null;
  for (const delimiter of CSV_DELIMITERS) {
    if (said !== undefined && said !== delimiter) continue;
    const { table, share } = readWithDelimiter(delimiter, head, isWhole);
    const score = share * (table.width - 1);
    if (table.width > 1 && (best === null || score > best.score)) best = { table, score };
  }
  return best?.table ?? null;
}

/** The first rows as this delimiter parts them, however little sense that makes. */
export function readCsvTable(
  head: Buffer,
  { delimiter, isWhole }: { delimiter: CsvDelimiter; isWhole: boolean },
): CsvTable {
  return readWithDelimiter(delimiter, head, isWhole).table;
}

/** Read twice: only when the width is known are rows told apart that a stray quotation mark holds together. */
function readWithDelimiter(
  delimiter: CsvDelimiter,
  head: Buffer,
  isWhole: boolean,
): { table: CsvTable; share: number } {
  const { width } = commonWidth(recordsOf(head, { delimiter, isWhole, columns: null }));
  const records = recordsOf(head, { delimiter, isWhole, columns: width });
  const { share } = commonWidth(records);
  return { table: { delimiter, width, records }, share };
}

function recordsOf(
  head: Buffer,
  { delimiter, isWhole, columns }: { delimiter: CsvDelimiter; isWhole: boolean; columns: number | null },
): CsvRecord[] {
  const reader = new CsvReader({ delimiter, columns });
  const records = reader.push(head);
  if (isWhole) records.push(...reader.end());
  return records.filter((record) => !isBlankRecord(record));
}

/** Rows with a problem have no width. */
function commonWidth(records: readonly CsvRecord[]): { width: number; share: number } {
  const counts = new Map<number, number>();
  for (const { cells, problem } of records)
    if (problem === null) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  let width = 0;
  let most = 0;
  for (const [cells, count] of counts)
    if (count > most || (count === most && cells > width)) {
      width = cells;
      most = count;
    }
  return { width, share: records.length === 0 ? 0 : most / records.length };
}

/** Titles, dates and blank lines of a report above its table. */
const MAX_TITLE_ROWS = 30;
/** A digit with few letters around it: a date, an amount, a number. */
const IS_VALUE = /^[^\p{L}]*\d|\d{3}/u;

export interface HeaderPlace {
  /** Rows above the header, or above the first transaction when there is none. */
  skippedRows: number;
  hasHeader: boolean;
  /** False when it can be either. */
  isSure: boolean;
}

/**
 * Where the table begins. A header is a row of the table's width without values, of which at least two columns have a known
 * name, or below which values follow.
 */
export function findHeader({ records, width }: CsvTable): HeaderPlace {
  const top = records.slice(0, MAX_TITLE_ROWS + 1);
  const known = top.findIndex(
    (record) => isWide(record, width) && namesIn(record) >= 2 && !hasValues(record),
  );
  if (known !== -1) return { skippedRows: known, hasHeader: true, isSure: true };
  // A damaged row is hardly a title: skipped, it would be lost without a word.
  const first = top.findIndex((record) => record.problem !== null || isWide(record, width));
  const row = records[first];
  const next = records[first + 1];
  if (row === undefined) return { skippedRows: 0, hasHeader: false, isSure: false };
  const looksLikeHeader = row.problem === null && !hasValues(row) && next !== undefined && hasValues(next);
  return { skippedRows: first, hasHeader: looksLikeHeader, isSure: false };
}

/** Programs leave empty columns off at the end of a header, or write one delimiter more. */
function isWide({ cells, problem }: CsvRecord, width: number): boolean {
  return (
    problem === null && cells.length >= width - 1 && cells.filter((cell) => cell.trim() !== '').length >= 2
  );
}

function namesIn({ cells }: CsvRecord): number {
  return cells.filter((cell) => fieldOfHeader(cell) !== null).length;
}

function hasValues({ cells }: CsvRecord): boolean {
  return cells.some((cell) => IS_VALUE.test(cell.trim()));
}

/**
 * What files with the same columns have in common: the header, whatever its case and blanks. Titles above it change from day
 * to day, and a spreadsheet that saves the file may part it by another delimiter.
 *
 * @returns SHA-256 in hex, null without a header: tables that share only their width can mean anything
 */
export function headerFingerprint(
  { records }: Pick<CsvTable, 'records'>,
  { hasHeader, skippedRows }: Pick<CsvMapping, 'hasHeader' | 'skippedRows'>,
): string | null {
  const header = records[skippedRows];
  if (!hasHeader || header === undefined) return null;
  const names = header.cells.map((cell) => cell.replaceAll(/\s+/gu, ' ').trim().toLowerCase());
  while (names.at(-1) === '') names.pop();
  return hash('sha256', JSON.stringify(names), 'hex');
}

const MAX_COLUMN_NAME_LENGTH = 60;

/**
 * What each column is called to people and in the problems of a row: its header, or "Column 3" where that says nothing.
 * No name occurs twice.
 */
export function columnNames(header: readonly string[] | null, columnCount: number): string[] {
  const names: string[] = [];
  const taken = new Set(['__proto__']);
  for (let column = 0; column < columnCount; column += 1) {
    const written = (header?.[column] ?? '').replaceAll(/\s+/gu, ' ').trim().slice(0, MAX_COLUMN_NAME_LENGTH);
    const plain = `Column ${column + 1}`;
    let name = written === '' ? plain : written;
    for (let n = 1; taken.has(name); n += 1)
      name = n === 1 ? `${written} ${plain}`.trim() : `${plain} (${n})`;
    taken.add(name);
    names.push(name);
  }
  return names;
}
