import { type CsvDelimiter, MOST_CSV_COLUMNS } from '@clearwatch/contracts/csv/csv-settings';
import { byteOrderMarkLength, ENCODING_BYTES } from '../import/json/byte-order-mark.ts';
import {
  type CsvRecord,
  LONGEST_ROW,
  QUOTE_NOT_CLOSED,
  TOO_LONG,
  TOO_MANY_COLUMNS,
} from './records/csv-record.ts';
import { decodeCells } from './records/decode-cells.ts';
import { readQuotedRow } from './records/quoted-row.ts';
import { swallowsARow } from './records/swallows-a-row.ts';

/** Bytes are taken over in slices of this size, which bounds what is held beside one row. */
const SLICE_BYTES = 128 * 1024;
/** Of a row that is too long so much is kept, to show what it was. */
const KEPT = 200;
const QUOTE = '"';
const LINE_FEED = '\n';
const CARRIAGE_RETURN = '\r';

/**
 * Reads delimited text (RFC 4180 and what programs make of it) as its bytes arrive, in chunks cut anywhere. LF, CRLF and CR
 * end a row, line ends within quotes belong to the text; rows without any character are left out (their lines count). Each
 * row is UTF-8 or Windows-1252.
 *
 * Nothing stops it: a row that cannot be trusted is delivered with its problem. A quotation mark that is never closed costs
 * its own line and not the rest of the file: reading goes on with the line after it. Memory is bounded by one row and one
 * slice.
 */
export class CsvReader {
  readonly #delimiter: CsvDelimiter;
  /** Columns a row should have; null when that is not known. */
  readonly #columns: number | null;
  #records: CsvRecord[] = [];
  /** Bytes that are not cut into rows yet, one character each. */
  #rest = '';
  #line = 1;
  #head: Buffer | null = Buffer.alloc(0);
  /** Within a row that is too long, whose end is looked for. */
  #isPassingOver = false;

  constructor({ delimiter, columns = null }: { delimiter: CsvDelimiter; columns?: number | null }) {
    this.#delimiter = delimiter;
    this.#columns = columns;
  }

  /**
   * Takes the next bytes of the file.
   *
   * @returns the rows that became complete
   * @throws ImportFileError for UTF-16 and UTF-32; the reader is of no use afterwards
   */
  push(chunk: Buffer): CsvRecord[] {
    let bytes = chunk;
    if (this.#head !== null) {
      this.#head = Buffer.concat([this.#head, chunk]);
      if (this.#head.length < ENCODING_BYTES) return [];
      bytes = this.#withoutMark(this.#head);
    }
    for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
      this.#rest += bytes.toString('latin1', from, Math.min(from + SLICE_BYTES, bytes.length));
      this.#cut(false);
    }
    return this.#take();
  }

  /** Says that there are no more bytes. */
  end(): CsvRecord[] {
    if (this.#head !== null) this.#rest = this.#withoutMark(this.#head).toString('latin1');
    this.#cut(true);
    return this.#take();
  }

  #withoutMark(head: Buffer): Buffer {
    this.#head = null;
    return head.subarray(byteOrderMarkLength(head));
  }

  /** This loop is where an import spends its reading: plain rows are found and parted by the engine's own searches. */
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
      if (this.#isPassingOver) {
        this.#isPassingOver = false;
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
    if (this.#rest.length > LONGEST_ROW) this.#passOver();
  }

  #addPlain(row: string): void {
    if (row === '') return;
    if (row.length > LONGEST_ROW) {
      this.#refuse(row, TOO_LONG);
      return;
    }
    this.#add(row.split(this.#delimiter, MOST_CSV_COLUMNS + 1), { row, problem: null });
  }

  /** @returns where the next row begins, null when this one is not complete */
  #readQuoted(
    text: string,
    start: number,
    { firstLineEnd, isLast }: { firstLineEnd: number; isLast: boolean },
  ): number | null {
    const read = readQuotedRow(text, start, { delimiter: this.#delimiter, isLast });
    if (read === null) {
      if (!isLast && text.length - start <= LONGEST_ROW) return null;
      return this.#refuseLine(text, start, firstLineEnd);
    }
    // The line feed of CRLF may come with the next bytes.
    if (!isLast && read.end + 1 >= text.length) return null;
    const row = text.slice(start, read.end);
    if (read.end > firstLineEnd) {
      const isOneRow =
        read.problem === null &&
        row.length <= LONGEST_ROW &&
        !swallowsARow(row, this.#delimiter, this.#columns);
      if (!isOneRow) return this.#refuseLine(text, start, firstLineEnd);
    }
    if (row.length > LONGEST_ROW) this.#refuse(row, TOO_LONG);
    else this.#add(read.cells, { row, problem: read.problem });
    this.#line += read.end > firstLineEnd ? lineEndsIn(row) : 0;
    return this.#behindLineEnd(text, read.end);
  }

  /** The first line alone is lost; what follows it is read as if the mark were not there. */
  #refuseLine(text: string, start: number, end: number): number {
    this.#refuse(text.slice(start, end), QUOTE_NOT_CLOSED);
    return this.#behindLineEnd(text, end);
  }

  /** A row longer than a row can be: it is rejected now, and its bytes are let go until the line ends. */
  #passOver(): void {
    if (!this.#isPassingOver) this.#refuse(this.#rest, TOO_LONG);
    this.#isPassingOver = true;
    this.#line += lineEndsIn(this.#rest.slice(0, -1));
    // A carriage return at the end may be half of a line end.
    this.#rest = this.#rest.endsWith(CARRIAGE_RETURN) ? CARRIAGE_RETURN : ' ';
  }

  #refuse(row: string, problem: string): void {
    const beginning = row.slice(0, KEPT);
    this.#add([beginning], { row: beginning, problem });
  }

  #add(cells: string[], { row, problem }: { row: string; problem: string | null }): void {
    const isTooWide = cells.length > MOST_CSV_COLUMNS;
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

  #take(): CsvRecord[] {
    const records = this.#records;
    this.#records = [];
    return records;
  }
}

/** Infinity when there is none, so that it is not looked for again. */
function positionOf(text: string, mark: string, from: number): number {
  const position = text.indexOf(mark, from);
  return position === -1 ? Infinity : position;
}

/** CRLF counts once. */
function lineEndsIn(row: string): number {
  return row.match(/\r\n|\r|\n/g)?.length ?? 0;
}
