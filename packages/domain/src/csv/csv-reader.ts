import { type CsvDelimiter, MAX_CSV_COLUMNS } from '@clearwatch/contracts/csv-mapping';
import { ByteOrderMarkFilter, positionOf } from '../ledger/import-file-error.ts';

export interface CsvRecord {
  /** Without quotation marks, with spaces. For a row with a problem, the readable part. */
  cells: readonly string[];
  /** The row in the file, one character per byte, without its line end; the beginning of a row that is too long. */
  bytes: string;
  /** First line of the row, from 1. */
  line: number;
  /** Why the row is invalid, in words; null for nearly every row. */
  problem: string | null;
}

/** Longer rows are rejected without storing their bytes. */
export const MAX_ROW_BYTES = 1024 ** 2;

const TOO_MANY_COLUMNS = `the row has more than ${MAX_CSV_COLUMNS} columns; check its delimiters and quotation marks`;
const ROW_TOO_LONG = `the row is longer than ${MAX_ROW_BYTES} bytes; check for a missing line end or quotation mark`;
const QUOTE_NOT_CLOSED =
  'a quotation mark in this row is not closed; close it, remove it, or double it inside quoted text';
const TEXT_AFTER_QUOTE = 'text follows a closing quotation mark; double any quotation mark inside quoted text';

const NON_ASCII = /[\u0080-\u00ff]/;
const WINDOWS_1252 = new TextDecoder('windows-1252');

/** As UTF-8 if the whole row is valid UTF-8, otherwise as Windows-1252, which is almost never valid UTF-8. */
function decodeCells(cells: string[], row: string): string[] {
  if (!NON_ASCII.test(row)) return cells;
  const inUtf8 = isUtf8(Buffer.from(row, 'latin1'));
  return cells.map((cell) => {
    if (!NON_ASCII.test(cell)) return cell;
    const bytes = Buffer.from(cell, 'latin1');
    return inUtf8 ? bytes.toString('utf8') : WINDOWS_1252.decode(bytes);
  });
}

export function rowText({ bytes }: Pick<CsvRecord, 'bytes'>): string {
  return decodeCells([bytes], bytes).join('');
}

/** Only valid UTF-8 survives the round trip. */
function isUtf8(bytes: Buffer): boolean {
  return Buffer.from(bytes.toString('utf8')).equals(bytes);
}

/** `columns`: the expected number per row, if known. */
type CsvFormat = { delimiter: CsvDelimiter; columns?: number };

const QUOTE = '"';
const LINE_FEED = '\n';
const CARRIAGE_RETURN = '\r';

/**
 * RFC 4180. Spaces around the quotes are dropped; a mark inside an unquoted cell (`5" PIPE`) is text. `end` is the
 * position of the row's line end.
 * @returns null if the text ends before the row does: a quotation mark is open, or the last one may be half of a pair
 */
function readQuotedRow(
  text: string,
  start: number,
  { delimiter, isLast }: { delimiter: CsvDelimiter; isLast: boolean },
): { cells: string[]; end: number; problem: string | null } | null {
  const cells: string[] = [];
  let problem: string | null = null;
  let at = start;
  for (;;) {
    const opening = skipBlanks(text, at);
    if (text[opening] === QUOTE) {
      const cell = readQuotedCell(text, opening + 1);
      if (cell === null || (cell.end === text.length && !isLast)) return null;
      if (cells.length <= MAX_CSV_COLUMNS) cells.push(cell.value);
      at = skipBlanks(text, cell.end);
      const next = text[at];
      if (next !== undefined && ![delimiter, LINE_FEED, CARRIAGE_RETURN].includes(next)) problem ??= TEXT_AFTER_QUOTE;
      at = endOfPlainCell(text, at, delimiter);
    } else {
      const end = endOfPlainCell(text, at, delimiter);
      if (cells.length <= MAX_CSV_COLUMNS) cells.push(text.slice(at, end));
      at = end;
    }
    if (text[at] !== delimiter) return at === text.length && !isLast ? null : { cells, end: at, problem };
    at += 1;
  }
}

function readQuotedCell(text: string, start: number): { value: string; end: number } | null {
  let value = '';
  let from = start;
  for (;;) {
    const mark = text.indexOf(QUOTE, from);
    if (mark === -1) return null;
    value += text.slice(from, mark);
    if (text[mark + 1] !== QUOTE) return { value, end: mark + 1 };
    value += QUOTE;
    from = mark + 2;
  }
}

function skipBlanks(text: string, start: number): number {
  let at = start;
  while (text[at] === ' ') at += 1;
  return at;
}

function endOfPlainCell(text: string, start: number, delimiter: CsvDelimiter): number {
  const separator = delimiter.charCodeAt(0);
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === separator || code === 0x0a || code === 0x0d) return at;
  }
  return text.length;
}

/**
 * Whether a stray quotation mark joins several rows: both the first line and a later one have a full row's delimiters.
 */
function joinsSeveralRows(row: string, { delimiter, columns = 0 }: CsvFormat): boolean {
  if (columns < 2) return false;
  const [first = '', ...later] = row.split(/\r\n|\r|\n/);
  const isWhole = (line: string): boolean => line.split(delimiter, columns).length === columns;
  return isWhole(first) && later.some(isWhole);
}

const SLICE_BYTES = 128 * 1024;
const DISPLAYED_ROW_CHARACTERS = 200;

/**
 * Reads RFC 4180 and common deviations, in chunks split anywhere. An unclosed quotation mark costs only one line.
 * Memory holds one row and one slice.
 */
export class CsvReader {
  readonly #records: CsvRecord[] = [];
  /** Unread bytes, one character each. */
  #rest = '';
  #line = 1;
  readonly #mark = new ByteOrderMarkFilter();
  #isSkipping = false;

  constructor(private readonly format: CsvFormat) {}

  /** @throws ImportFileError for UTF-16 and UTF-32; the reader cannot be used afterwards */
  push(chunk: Buffer): CsvRecord[] {
    const bytes = this.#mark.push(chunk);
    for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
      this.#rest += bytes.toString('latin1', from, Math.min(from + SLICE_BYTES, bytes.length));
      this.#cut(false);
    }
    return this.#records.splice(0);
  }

  end(): CsvRecord[] {
    this.#rest += this.#mark.end().toString('latin1');
    this.#cut(true);
    return this.#records.splice(0);
  }

  /** An import spends most of its reading time here, so plain rows are found and split by built-in searches. */
  #cut(isLast: boolean): void {
    const text = this.#rest;
    let at = 0;
    let lineFeed = -1;
    let carriageReturn = -1;
    let quote = -1;
    while (at < text.length) {
      if (lineFeed < at) lineFeed = positionOf(text, LINE_FEED, at);
      if (carriageReturn < at) carriageReturn = positionOf(text, CARRIAGE_RETURN, at);
      const end = Math.min(lineFeed, carriageReturn, text.length);
      // The line feed of CRLF may come with the next bytes.
      if (!isLast && (end === text.length || (end === carriageReturn && end + 1 === text.length))) break;
      if (this.#isSkipping) {
        this.#isSkipping = false;
        at = this.#behindLineEnd(text, end);
        continue;
      }
      if (quote < at) quote = positionOf(text, QUOTE, at);
      if (quote > end) {
        this.#addPlain(text.slice(at, end));
        at = this.#behindLineEnd(text, end);
        continue;
      }
      const next = this.#readQuoted(text, at, { firstLineEnd: end, isLast });
      if (next === null) break;
      at = next;
    }
    this.#rest = text.slice(at);
    if (this.#rest.length > MAX_ROW_BYTES) this.#skipLongRow();
  }

  #addPlain(row: string): void {
    if (row === '') return;
    if (row.length > MAX_ROW_BYTES) {
      this.#reject(row, ROW_TOO_LONG);
      return;
    }
    this.#add(row.split(this.format.delimiter, MAX_CSV_COLUMNS + 1), { row, problem: null });
  }

  /** @returns the start of the next row, null when this one is not complete */
  #readQuoted(
    text: string,
    start: number,
    { firstLineEnd, isLast }: { firstLineEnd: number; isLast: boolean },
  ): number | null {
    const read = readQuotedRow(text, start, { delimiter: this.format.delimiter, isLast });
    if (read === null) {
      if (!isLast && text.length - start <= MAX_ROW_BYTES) return null;
      return this.#rejectLine(text, start, firstLineEnd);
    }
    // The line feed of CRLF may come with the next bytes.
    if (!isLast && read.end + 1 >= text.length) return null;
    const row = text.slice(start, read.end);
    if (read.end > firstLineEnd) {
      const isOneRow = read.problem === null && row.length <= MAX_ROW_BYTES && !joinsSeveralRows(row, this.format);
      if (!isOneRow) return this.#rejectLine(text, start, firstLineEnd);
    }
    if (row.length > MAX_ROW_BYTES) this.#reject(row, ROW_TOO_LONG);
    else this.#add(read.cells, { row, problem: read.problem });
    this.#line += read.end > firstLineEnd ? lineEndsIn(row) : 0;
    return this.#behindLineEnd(text, read.end);
  }

  /** Rejects the line with the stray quotation mark. Reading continues on the next line. */
  #rejectLine(text: string, start: number, end: number): number {
    this.#reject(text.slice(start, end), QUOTE_NOT_CLOSED);
    return this.#behindLineEnd(text, end);
  }

  #skipLongRow(): void {
    if (!this.#isSkipping) this.#reject(this.#rest, ROW_TOO_LONG);
    this.#isSkipping = true;
    this.#line += lineEndsIn(this.#rest.slice(0, -1));
    // A carriage return at the end may be half of a line end.
    this.#rest = this.#rest.endsWith(CARRIAGE_RETURN) ? CARRIAGE_RETURN : ' ';
  }

  #reject(row: string, problem: string): void {
    const beginning = row.slice(0, DISPLAYED_ROW_CHARACTERS);
    this.#add([beginning], { row: beginning, problem });
  }

  #add(cells: string[], { row, problem }: { row: string; problem: string | null }): void {
    const isTooWide = cells.length > MAX_CSV_COLUMNS;
    this.#records.push({
      cells: decodeCells(isTooWide ? cells.slice(0, 1) : cells, row),
      bytes: row,
      line: this.#line,
      problem: problem ?? (isTooWide ? TOO_MANY_COLUMNS : null),
    });
  }

  #behindLineEnd(text: string, end: number): number {
    if (end >= text.length) return text.length;
    this.#line += 1;
    return end + (text[end] === CARRIAGE_RETURN && text[end + 1] === LINE_FEED ? 2 : 1);
  }
}

/** CRLF counts once. */
function lineEndsIn(row: string): number {
  return row.match(/\r\n|\r|\n/g)?.length ?? 0;
}

/** `="00123"` keeps the zeros in spreadsheets. */
const TEXT_FORMULA = /^="([^"]*)"$/;
/** An apostrophe that keeps a spreadsheet from evaluating the text as a formula. */
const ESCAPED_FORMULA = /^'[=+\-@\t\r]/;
/** `'00123` keeps the zeros in spreadsheets. */
const TEXT_NUMBER = /^'\d+$/;
const APOSTROPHE = 0x27;
const EQUALS = 0x3d;

/** A cell without the marks that keep spreadsheets from changing it. */
export function withoutSpreadsheetGuard(cell: string): string {
  const first = cell.charCodeAt(0);
  if (first === EQUALS) return TEXT_FORMULA.exec(cell)?.[1] ?? cell;
  if (first !== APOSTROPHE) return cell;
  return ESCAPED_FORMULA.test(cell) || TEXT_NUMBER.test(cell) ? cell.slice(1) : cell;
}

/** Spreadsheets write rows that contain only delimiters below a table. */
export function isBlankRecord({ cells, problem }: CsvRecord): boolean {
  return problem === null && cells.every((cell) => cell.trim() === '');
}
