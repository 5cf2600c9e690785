import type { CsvRecord } from '../records/csv-record.ts';
import { fieldOfHeader } from './field-synonyms.ts';
import type { Table } from './find-table.ts';

/** Titles, dates and blank lines of a report above its table. */
const MOST_TITLE_ROWS = 30;
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
export function findHeader({ records, width }: Table): HeaderPlace {
  const top = records.slice(0, MOST_TITLE_ROWS + 1);
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
