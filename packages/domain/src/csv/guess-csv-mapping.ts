import { CSV_DATE_FIELDS, CSV_FIELDS, type CsvDirection, type CsvField } from '@clearwatch/contracts/csv-mapping';
import type { CsvColumn, CsvMapping, CsvQuestion } from '@clearwatch/contracts/csv-mapping.dto';
import type { Day } from '../calendar/day.ts';
import { ColumnValues, fieldOfHeader, type ValueKind } from './csv-column-meanings.ts';
import { contradictsDateOrder, guessDateOrder } from './csv-dates.ts';
import { withoutSpreadsheetGuard } from './csv-reader.ts';
import { type CsvTable, findHeader, type HeaderPlace } from './find-csv-table.ts';

/** Kinds of values that confirm a header's field. */
const EXPECTED_KINDS: Partial<Record<CsvField, ValueKind>> = {
  amount: 'amount',
  debitAmount: 'amount',
  creditAmount: 'amount',
  transactionType: 'direction',
  transactionCode: 'transactionCode',
  class: 'secCode',
  postingDate: 'date',
  settlementDate: 'date',
  effectiveDate: 'date',
};
const FIELDS_BY_VALUES: readonly (readonly [ValueKind, CsvField])[] = [
  ['transactionCode', 'transactionCode'],
  ['secCode', 'class'],
  ['direction', 'transactionType'],
];

/** By headings and values; of two columns for one field, the one with the more certain heading wins. */
function columnsOfHeader(header: readonly string[], values: readonly ColumnValues[]) {
  const chosen = new Map<CsvField, { column: number; rank: number; isDoubtful: boolean }>();
  for (const [column, name] of header.entries()) {
    const named = fieldOfHeader(name);
    const found = values[column];
    if (named === null || found === undefined) continue;
    const { field, isDoubtful } = withCheckedValues(named.field, found);
    if (field === null) continue;
    const other = chosen.get(field);
    const rank = named.rank + (isDoubtful ? 1_000 : 0) + (found.filled.length === 0 ? 500 : 0);
    if (other === undefined || rank < other.rank) chosen.set(field, { column, rank, isDoubtful });
  }
  removeContradictions(chosen);
  const columns = [...chosen].map(([field, { column }]) => ({ column, field }));
  const doubtful = [...chosen].filter(([, { isDoubtful }]) => isDoubtful).map(([field]) => field);
  return { columns: columns.toSorted(fromLeft), doubtful };
}

const fromLeft = (one: CsvColumn, other: CsvColumn): number => one.column - other.column;

function withCheckedValues(field: CsvField, values: ColumnValues) {
  const expected = EXPECTED_KINDS[field];
  if (expected === undefined || values.filled.length === 0 || values.are(expected)) return { field, isDoubtful: false };
  if (!FIELDS_BY_VALUES.some(([, ambiguous]) => ambiguous === field)) return { field, isDoubtful: true };
  const byValues = FIELDS_BY_VALUES.find(([kind]) => values.are(kind));
  if (byValues !== undefined) return { field: byValues[1], isDoubtful: false };
  // Classes are stored as written, but an unreadable type or code is useless.
  const isUsable = field === 'class' || values.areMostly(expected);
  return { field: isUsable ? field : null, isDoubtful: true };
}

function removeContradictions(chosen: Map<CsvField, { column: number; rank: number; isDoubtful: boolean }>) {
  if (chosen.has('lastName')) chosen.delete('fullName');
  else if (chosen.has('fullName')) chosen.delete('firstName');
  if (chosen.has('debitAmount') && chosen.has('creditAmount')) chosen.delete('amount');
  else if (chosen.has('amount')) {
    chosen.delete('debitAmount');
    chosen.delete('creditAmount');
  }
  const member = chosen.get('memberId');
  if (!chosen.has('accountNumber') && member !== undefined) {
    chosen.set('accountNumber', { ...member, isDoubtful: true });
    chosen.delete('memberId');
  }
}

/** In this order, because trace numbers look like account numbers, and those look like amounts without cents. */
const FIELD_OF_KIND: readonly (readonly [ValueKind | 'cents', CsvField])[] = [
  ['secCode', 'class'],
  ['direction', 'transactionType'],
  ['trace', 'checkTracerNumber'],
  ['routing', 'routingNumber'],
  ['date', 'postingDate'],
  ['transactionCode', 'transactionCode'],
  ['cents', 'amount'],
  ['account', 'accountNumber'],
  ['amount', 'amount'],
  ['personName', 'fullName'],
  ['text', 'company'],
  ['text', 'fullName'],
  ['text', 'entryDescription'],
];

/** A proposal for a table without a header, from its values only. */
function columnsOfValues(values: readonly ColumnValues[]): CsvColumn[] {
  const columns: CsvColumn[] = [];
  for (const [kind, field] of FIELD_OF_KIND) {
    const column = values.findIndex(
      (one, index) =>
        columns.every((chosen) => chosen.column !== index) &&
        (kind === 'cents' ? one.are('amount') && one.filled.some((text) => text.includes('.')) : one.are(kind)),
    );
    if (column !== -1 && columns.every((chosen) => chosen.field !== field)) columns.push({ column, field });
  }
  return columns.toSorted(fromLeft);
}

/** Why the mapping used for earlier files with the same header does not fit this one. */
export function mappingConflicts(mapping: CsvMapping, { records }: Pick<CsvTable, 'records'>): CsvQuestion[] {
  const columns = mapping.columns.filter(({ field }) => CSV_DATE_FIELDS.some((date) => date === field));
  const dates = records
    .slice(mapping.skippedRows + (mapping.hasHeader ? 1 : 0))
    .flatMap(({ cells }) => columns.map(({ column }) => withoutSpreadsheetGuard(cells[column] ?? '')));
  if (!contradictsDateOrder(dates, mapping.dateOrder)) return [];
  const sentence =
    'The dates in this file have the month and day in a different order than in earlier files with this header. Choose month first or day first.';
  return [{ about: 'dateOrder', sentence }];
}

const NEGATIVE = /^[^\d]*[-(]|-$/;
const SIDE = /\d[)-]?\s*(?:CR|DR)$/i;

/** Unsure if only the sign shows the direction, because institutions and members use it in opposite ways. */
function guessDirection(valuesOf: (field: CsvField) => ColumnValues | null): {
  direction: CsvDirection;
  isSure: boolean;
} {
  if (valuesOf('debitAmount') !== null && valuesOf('creditAmount') !== null)
    return { direction: 'two_columns', isSure: true };
  if (valuesOf('transactionType') !== null) return { direction: 'type_column', isSure: true };
  const amounts = valuesOf('amount')?.filled ?? [];
  if (amounts.length > 0 && amounts.every((amount) => SIDE.test(amount)))
    return { direction: 'negative_is_debit', isSure: true };
  if (valuesOf('transactionCode')?.are('transactionCode') === true)
    return { direction: 'transaction_code', isSure: true };
  if (amounts.some((amount) => NEGATIVE.test(amount))) return { direction: 'negative_is_debit', isSure: false };
  return { direction: 'type_column', isSure: true };
}

export interface CsvGuess {
  mapping: CsvMapping;
  questions: CsvQuestion[];
}

/** More than a month of entries at a small institution: enough to tell month from day. */
const ROWS_CHECKED = 5_000;

export function guessMapping(table: CsvTable, { latestDay }: { latestDay: Day }): CsvGuess {
  const place = findHeader(table);
  const header = place.hasHeader ? (table.records[place.skippedRows]?.cells ?? []) : null;
  const rows = table.records
    .slice(place.skippedRows + (place.hasHeader ? 1 : 0))
    .filter(({ cells, problem }) => problem === null && cells.length >= table.width - 1)
    .slice(0, ROWS_CHECKED);
  const columnCount = Math.max(2, columnCountOf(table, header));
  const values = Array.from({ length: columnCount }, (_, column) => {
    const cells = rows.map((row) => row.cells[column] ?? '');
    return new ColumnValues(cells, latestDay);
  });
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
      ...(place.isSure ? [] : [{ about: 'hasHeader', sentence: headerSentence(place) } as const]),
      ...doubtful.map((field) => ({
        about: field,
        sentence: `The header suggests the field "${CSV_FIELDS[field]}", but the values in the column do not. Check the choice.`,
      })),
      ...(dates.isSure ? [] : [{ about: 'dateOrder', sentence: DATE_ORDER_QUESTION } as const]),
      ...(direction.isSure ? [] : [{ about: 'direction', sentence: DIRECTION_QUESTION } as const]),
      ...(CSV_DATE_FIELDS.some((field) => valuesOf(field) !== null)
        ? []
        : [{ about: 'postingDate', sentence: MISSING_DATE_QUESTION } as const]),
    ],
  };
}

/** The header's columns, unless rows have filled cells to the right of them. */
function columnCountOf({ width, records }: CsvTable, header: readonly string[] | null): number {
  if (header === null || header.length >= width) return header?.length ?? width;
  const isFilled = records.some(({ cells }) => cells.slice(header.length).some((cell) => cell.trim() !== ''));
  return isFilled ? width : header.length;
}

function headerSentence({ hasHeader }: HeaderPlace): string {
  return hasHeader
    ? 'No column name in the header was recognized. Choose what each column means.'
    : 'The table appears to have no header, so the columns were guessed from their values. Check each one.';
}

const DATE_ORDER_QUESTION =
  'The first rows do not show whether dates begin with the month or the day (03/04/2026). Choose the order.';
const DIRECTION_QUESTION =
  'Only the sign of the amount distinguishes credits from debits. Choose whether a minus sign means a debit or a credit.';
const MISSING_DATE_QUESTION =
  'No column contains a date. Figures and rules that look at a period leave out entries without a date.';

/** Settings that depend on the file, not on its header. */
export type FileLayout = Pick<CsvMapping, 'delimiter' | 'skippedRows' | 'columnCount'>;

export function fileLayoutOf({ delimiter, skippedRows, columnCount }: FileLayout): FileLayout {
  return { delimiter, skippedRows, columnCount };
}

export function applyMappingToFile(remembered: CsvMapping, file: FileLayout): CsvMapping {
  return Object.assign({}, remembered, fileLayoutOf(file));
}

/** One sentence per problem. Dates are optional: entries without one are used by rules that need no period. */
export function mappingProblems(mapping: CsvMapping): string[] {
  const has = (field: CsvField): boolean => mapping.columns.some((column) => column.field === field);
  const needs = (field: CsvField): string[] => (has(field) ? [] : [`Choose a column for "${CSV_FIELDS[field]}".`]);
  return [
    ...mappingContradictions(mapping),
    ...needs('accountNumber'),
    ...(mapping.direction === 'two_columns' ? [...needs('debitAmount'), ...needs('creditAmount')] : needs('amount')),
    ...(mapping.direction === 'type_column' ? needs('transactionType') : []),
    ...(mapping.direction === 'transaction_code' ? needs('transactionCode') : []),
    ...(has('fullName') || has('lastName') ? [] : ['Choose a column for the member name: "Full name" or "Last name".']),
    ...(has('company') || has('entryDescription')
      ? []
      : ['Choose a column for the company, or for a description that names it.']),
  ];
}

function mappingContradictions({ columns, columnCount }: CsvMapping): string[] {
  const sentences = new Set<string>();
  const fields = new Set<CsvField>();
  const positions = new Set<number>();
  for (const { column, field } of columns) {
    if (fields.has(field)) sentences.add(`Choose only one column for "${CSV_FIELDS[field]}".`);
    if (positions.has(column)) sentences.add(`Choose only one field for column ${column + 1}.`);
    if (column >= columnCount) sentences.add(`The table has no column ${column + 1}.`);
    fields.add(field);
    positions.add(column);
  }
  if (fields.has('fullName') && (fields.has('lastName') || fields.has('firstName')))
    sentences.add('Choose either the full name or the first and last name.');
  return [...sentences];
}
