import { CSV_FIELDS, type CsvField } from '@clearwatch/contracts/csv/csv-fields';
import { CSV_DATE_FIELDS } from '@clearwatch/contracts/csv/csv-settings';
import type { CsvMapping, CsvQuestion } from '@clearwatch/contracts/http/csv-mapping';
import type { Day } from '../../calendar/day.ts';
import { ColumnValues } from './column-values.ts';
import { columnsOfHeader } from './columns-of-header.ts';
import { columnsOfValues } from './columns-of-values.ts';
import { findHeader, type HeaderPlace } from './find-header.ts';
import type { Table } from './find-table.ts';
import { guessDateOrder } from './guess-date-order.ts';
import { guessDirection } from './guess-direction.ts';

export interface CsvGuess {
  mapping: CsvMapping;
  /** What somebody should look at; empty when everything was told apart with certainty. */
  questions: CsvQuestion[];
}

/** More than a month of a small institution: enough to tell month from day. */
const ROWS_LOOKED_AT = 5_000;

/** How a table is most likely to be read: by its header, and by what its first rows hold. */
export function guessMapping(table: Table, { latestDay }: { latestDay: Day }): CsvGuess {
  const place = findHeader(table);
  const header = place.hasHeader ? (table.records[place.skippedRows]?.cells ?? []) : null;
  const rows = table.records
    .slice(place.skippedRows + (place.hasHeader ? 1 : 0))
    .filter(({ cells, problem }) => problem === null && cells.length >= table.width - 1)
    .slice(0, ROWS_LOOKED_AT);
  const columnCount = Math.max(2, columnCountOf(table, header));
  const values = Array.from(
    { length: columnCount },
    (_, column) =>
      new ColumnValues(
        rows.map(({ cells }) => cells[column] ?? ''),
        latestDay,
      ),
  );
  const { columns, doubtful } =
    header === null
      ? { columns: columnsOfValues(values), doubtful: [] }
      : columnsOfHeader(header.slice(0, columnCount), values);
  const valuesOf = (field: CsvField): ColumnValues | null => {
    const column = columns.find((one) => one.field === field)?.column;
    return column === undefined ? null : (values[column] ?? null);
  };
  const dates = guessDateOrder(CSV_DATE_FIELDS.flatMap((field) => valuesOf(field)?.filled ?? []));
  const direction = guessDirection(valuesOf);
  return {
    mapping: {
      delimiter: table.delimiter,
      skippedRows: place.skippedRows,
      hasHeader: place.hasHeader,
      columnCount,
      columns,
      dateOrder: dates.dateOrder,
      direction: direction.direction,
    },
    questions: [
      ...aboutHeader(place),
      ...doubtful.map(aboutField),
      ...(dates.isSure ? [] : [ABOUT_DATES]),
      ...(direction.isSure ? [] : [ABOUT_DIRECTION]),
      ...(CSV_DATE_FIELDS.some((field) => valuesOf(field) !== null) ? [] : [ABOUT_MISSING_DATE]),
    ],
  };
}

/** The header's columns, as long as nothing stands behind them. */
function columnCountOf({ width, records }: Table, header: readonly string[] | null): number {
  if (header === null || header.length >= width) return header?.length ?? width;
  const isFilled = records.some(({ cells }) => cells.slice(header.length).some((cell) => cell.trim() !== ''));
  return isFilled ? width : header.length;
}

function aboutHeader({ hasHeader, isSure }: HeaderPlace): CsvQuestion[] {
  if (isSure) return [];
  const sentence = hasHeader
    ? 'No column of the header has a known name: choose what each means.'
    : 'The table seems to have no header; the columns were guessed from their values. Check each of them.';
  return [{ about: 'hasHeader', sentence }];
}

function aboutField(field: CsvField): CsvQuestion {
  return {
    about: field,
    sentence: `The header suggests the field "${CSV_FIELDS[field]}", the values of the column do not. Is it the right one?`,
  };
}

const ABOUT_DATES: CsvQuestion = {
  about: 'dateOrder',
  sentence:
    'The first rows do not tell whether dates begin with the month or with the day (03/04/2026). Choose which.',
};
const ABOUT_DIRECTION: CsvQuestion = {
  about: 'direction',
  sentence:
    'Only the sign tells credits from debits. Choose whether money that leaves the account is written with a minus sign.',
};
const ABOUT_MISSING_DATE: CsvQuestion = {
  about: 'postingDate',
  sentence:
    'No column holds a date. Entries without a date take no part in figures and rules that look at a period.',
};
