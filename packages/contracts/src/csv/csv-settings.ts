import type { CsvField } from './csv-fields.ts';

/** What parts the columns: comma, semicolon, tab or vertical bar. */
export const CSV_DELIMITERS = [',', ';', '\t', '|'] as const;
export type CsvDelimiter = (typeof CSV_DELIMITERS)[number];

/** More columns than any program writes; wider tables are refused. */
export const MOST_CSV_COLUMNS = 1_000;

export const CSV_DATE_FIELDS = [
  'postingDate',
  'settlementDate',
  'effectiveDate',
] as const satisfies readonly CsvField[];

/** Order of numeric dates that begin with the month or the day. A date that begins with the year is told by itself. */
export const CSV_DATE_ORDERS = ['month_first', 'day_first'] as const;
export type CsvDateOrder = (typeof CSV_DATE_ORDERS)[number];

/**
 * What says whether an amount is a credit or a debit. type_column: the column "Credit or debit" · transaction_code: the
 * NACHA code · two_columns: which of the two amount columns is filled · negative_is_debit, negative_is_credit: its sign.
 */
export const CSV_DIRECTIONS = [
  'type_column',
  'transaction_code',
  'two_columns',
  'negative_is_debit',
  'negative_is_credit',
] as const;
export type CsvDirection = (typeof CSV_DIRECTIONS)[number];
