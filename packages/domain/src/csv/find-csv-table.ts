import { hash } from 'node:crypto';
import { CSV_DELIMITERS, type CsvDelimiter } from '@clearwatch/contracts/csv-mapping';
import type { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';
import { fieldOfHeader } from './csv-column-meanings.ts';
import { CsvReader, type CsvRecord, isBlankRecord } from './csv-reader.ts';

export interface CsvTable {
  delimiter: CsvDelimiter;
  /** The most common number of columns. */
  width: number;
  records: readonly CsvRecord[];
}

/** Spreadsheets use this line to declare the delimiter. */
const DELIMITER_DIRECTIVE = /^(?:\u00ef\u00bb\u00bf)?sep=([,;\t|])\r?\n/i;

/**
 * The table for the delimiter that splits the rows best; null with fewer than two columns.
 * @throws ImportFileError for UTF-16 and UTF-32
 */
export function findCsvTable(head: Buffer, { isWhole }: { isWhole: boolean }): CsvTable | null {
  const announced = DELIMITER_DIRECTIVE.exec(head.toString('latin1', 0, 16))?.[1];
  let best: { table: CsvTable; score: number } | null = null;
  for (const delimiter of CSV_DELIMITERS) {
    if (announced !== undefined && announced !== delimiter) continue;
    const { table, share } = readWithDelimiter(delimiter, head, isWhole);
    const score = share * (table.width - 1);
    if (table.width > 1 && (best === null || score > best.score)) best = { table, score };
  }
  return best?.table ?? null;
}

export function readCsvTable(
  head: Buffer,
  { delimiter, isWhole }: { delimiter: CsvDelimiter; isWhole: boolean },
): CsvTable {
  return readWithDelimiter(delimiter, head, isWhole).table;
}

/** Reads twice: rows joined by a stray quotation mark can only be recognized by the table's width. */
function readWithDelimiter(delimiter: CsvDelimiter, head: Buffer, isWhole: boolean) {
  const { width } = commonWidth(recordsOf(head, { delimiter, isWhole }));
  const records = recordsOf(head, { delimiter, isWhole, columns: width });
  const { share } = commonWidth(records);
  return { table: { delimiter, width, records }, share };
}

function recordsOf(
  head: Buffer,
  { isWhole, ...format }: { delimiter: CsvDelimiter; isWhole: boolean; columns?: number },
): CsvRecord[] {
  const reader = new CsvReader(format);
  const records = reader.push(head);
  if (isWhole) records.push(...reader.end());
  return records.filter((record) => !isBlankRecord(record));
}

/** Rows with a problem do not count. */
function commonWidth(records: readonly CsvRecord[]): { width: number; share: number } {
  const whole = records.filter(({ problem }) => problem === null);
  const [[width, rows] = [0, []]] = [...Map.groupBy(whole, ({ cells }) => cells.length)].toSorted(
    ([one, ofOne], [other, ofOther]) => ofOther.length - ofOne.length || other - one,
  );
  return { width, share: records.length === 0 ? 0 : rows.length / records.length };
}

const MAX_TITLE_ROWS = 30;
/** A date, an amount or a number: a digit before any letter, or three digits in a row. */
const IS_VALUE = /^[^\p{L}]*\d|\d{3}/u;

export interface HeaderPlace {
  /** Rows above the header, or above the first transaction if there is no header. */
  skippedRows: number;
  hasHeader: boolean;
  isSure: boolean;
}

/** A header has the table's width, no values, and either two known headings or values in the row below. */
export function findHeader({ records, width }: CsvTable): HeaderPlace {
  const top = records.slice(0, MAX_TITLE_ROWS + 1);
  const known = top.findIndex((record) => {
    const names = record.cells.filter((cell) => fieldOfHeader(cell) !== null);
    return isWide(record, width) && names.length >= 2 && !hasValues(record);
  });
  if (known !== -1) return { skippedRows: known, hasHeader: true, isSure: true };
  // A damaged row is rarely a title, and skipping it would lose it silently.
  const first = top.findIndex((record) => record.problem !== null || isWide(record, width));
  const row = records[first];
  const next = records[first + 1];
  if (row === undefined) return { skippedRows: 0, hasHeader: false, isSure: false };
  const looksLikeHeader = row.problem === null && !hasValues(row) && next !== undefined && hasValues(next);
  return { skippedRows: first, hasHeader: looksLikeHeader, isSure: false };
}

/** Some programs omit empty columns at the end of a header or add a delimiter. */
function isWide({ cells, problem }: CsvRecord, width: number): boolean {
  return problem === null && cells.length >= width - 1 && cells.filter((cell) => cell.trim() !== '').length >= 2;
}

function hasValues({ cells }: CsvRecord): boolean {
  return cells.some((cell) => IS_VALUE.test(cell.trim()));
}

/**
 * SHA-256 in hex. Titles above the header are left out because they change daily. Null without a header,
 * because unrelated tables can have the same width.
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

/** Unique names for people: the headers, or "Column 3" for an empty one. */
export function columnNames(header: readonly string[] | null, columnCount: number): string[] {
  const names: string[] = [];
  const used = new Set(['__proto__']);
  for (let column = 0; column < columnCount; column += 1) {
    const heading = (header?.[column] ?? '').replaceAll(/\s+/gu, ' ').trim().slice(0, MAX_COLUMN_NAME_LENGTH);
    const plain = `Column ${column + 1}`;
    let name = heading === '' ? plain : heading;
    for (let n = 1; used.has(name); n += 1) name = n === 1 ? `${heading} ${plain}`.trim() : `${plain} (${n})`;
    used.add(name);
    names.push(name);
  }
  return names;
}
