import { MOST_CSV_COLUMNS } from '@clearwatch/contracts/csv/csv-settings';

/** One row of a delimited text file. */
export interface CsvRecord {
  /** Without the quotes around them; blanks are kept. Of a row with a problem, what could be read. */
  cells: readonly string[];
  /** The row as its bytes stand in the file, one character each, without its line end; of a row that is too long the beginning. */
  bytes: string;
  /** Line of the file on which the row begins, from 1. */
  line: number;
  /** Why the row cannot be trusted, in plain words; null for nearly every row. */
  problem: string | null;
}

/** A longer row is rejected; its bytes are passed over, never held. */
export const LONGEST_ROW = 1024 ** 2;

export const TOO_MANY_COLUMNS = `the row has more than ${MOST_CSV_COLUMNS} columns; a transaction is a short list of fields`;
export const TOO_LONG = `the row is longer than ${LONGEST_ROW} bytes; a transaction is a short list of fields`;
export const QUOTE_NOT_CLOSED =
  'a quotation mark opens here and is not closed in this row; remove it or write it twice within quotes';
export const TEXT_AFTER_QUOTE =
  'text follows a closing quotation mark; write quotation marks within a quoted text twice';
