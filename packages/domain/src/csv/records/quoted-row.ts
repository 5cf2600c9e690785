import { type CsvDelimiter, MOST_CSV_COLUMNS } from '@clearwatch/contracts/csv/csv-settings';
import { TEXT_AFTER_QUOTE } from './csv-record.ts';

const QUOTE = '"';
const LINE_FEED = '\n';
const CARRIAGE_RETURN = '\r';

/** A row that holds at least one quotation mark. */
export interface QuotedRow {
  cells: string[];
  /** Position of the line end behind it, or of the end of the text. */
  end: number;
  problem: string | null;
}

/**
 * Reads a row by RFC 4180: a cell that begins with a quotation mark goes on to its closing one, over delimiters and line
 * ends; two marks within stand for one. Blanks around the quotes are left out. A mark within an unquoted cell (`5" PIPE`)
 * is text.
 *
 * @returns null when the text ends before the row does (a mark is open, or the last one may be the first of two)
 */
export function readQuotedRow(
  text: string,
  start: number,
  { delimiter, isLast }: { delimiter: CsvDelimiter; isLast: boolean },
): QuotedRow | null {
  const cells: string[] = [];
  let problem: string | null = null;
  let at = start;
  for (;;) {
    const opening = skipBlanks(text, at);
    if (text[opening] === QUOTE) {
      const cell = readQuotedCell(text, opening + 1);
      if (cell === null || (cell.end === text.length && !isLast)) return null;
      if (cells.length <= MOST_CSV_COLUMNS) cells.push(cell.value);
      at = skipBlanks(text, cell.end);
      const next = text[at];
      if (next !== undefined && next !== delimiter && next !== LINE_FEED && next !== CARRIAGE_RETURN)
        problem ??= TEXT_AFTER_QUOTE;
      at = endOfPlainCell(text, at, delimiter);
    } else {
      const end = endOfPlainCell(text, at, delimiter);
      if (cells.length <= MOST_CSV_COLUMNS) cells.push(text.slice(at, end));
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
  const parting = delimiter.charCodeAt(0);
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === parting || code === 0x0a || code === 0x0d) return at;
  }
  return text.length;
}
