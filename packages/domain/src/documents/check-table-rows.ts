import { CSV_DATE_FIELDS, CSV_FIELDS, type CsvField } from '@clearwatch/contracts/csv-mapping';
import type { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';
import type { Day } from '../calendar/day.ts';
import { AMOUNT_FIELDS, ColumnValues, type ValueKind } from '../csv/csv-column-meanings.ts';
import { contradictsDateOrder } from '../csv/csv-dates.ts';
import { columnNames } from '../csv/find-csv-table.ts';
import type { ReadRow } from '../ledger/read-transaction-row.ts';
import { transactionCodeOf } from '../nacha/ach-codes.ts';
import type { Cell, ReviewReason, TableRow } from './extracted-table.ts';

/** Numbers that have the same form in all rows; one with a different form was probably misread ("44S1"). */
const UNIFORM_FIELDS: readonly CsvField[] = ['accountNumber', 'originalAccount', 'routingNumber', 'checkTracerNumber'];
/** A cell with a lower confidence was read from an image. */
const IMAGE_ONLY_FIELDS = 1;
const MIN_COMMON_FORM_SHARE = 0.7;

export interface CheckedTable {
  header: readonly string[];
  rows: readonly TableRow[];
  mapping: CsvMapping;
  latestDay: Day;
  /** Columns of numbers printed in groups, in the same form in all rows: "0050 6505 89". */
  grouped?: ReadonlySet<number>;
}

/** Columns whose cells contain blanks at the same places in all rows. */
export function groupedColumns({ rows, mapping }: Pick<CheckedTable, 'rows' | 'mapping'>): Set<number> {
  const grouped = mapping.columns.filter(({ column, field }) => {
    if (!UNIFORM_FIELDS.includes(field)) return false;
    const forms = new Set(textsIn(rows, column).flatMap((text) => (text === '' ? [] : [formOf(text)])));
    return forms.size === 1 && rows.length >= MIN_GROUPED_ROWS;
  });
  return new Set(grouped.map(({ column }) => column));
}

const MIN_GROUPED_ROWS = 3;

/** Dates, codes and the like that are missing in a few rows were probably not found. */
const FILLED_FIELDS: ReadonlySet<CsvField> = new Set([
  ...CSV_DATE_FIELDS,
  'transactionCode',
  'transactionType',
  'checkTracerNumber',
  'entryDescription',
]);
const MIN_FILLED_SHARE = 0.8;

export function emptyCells({ rows, mapping }: Pick<CheckedTable, 'rows' | 'mapping'>): ReviewReason[][] {
  const reasons = rows.map((): ReviewReason[] => []);
  for (const { column, field } of mapping.columns) {
    const texts = textsIn(rows, column);
    const filled = texts.filter((text) => text !== '').length;
    if (!FILLED_FIELDS.has(field) || filled < MIN_FILLED_SHARE * rows.length) continue;
    const reason = 'this cell is empty, but nearly all others in its column are filled';
    for (const [index, text] of texts.entries()) if (text === '') reasons[index]?.push({ column, reason });
  }
  return reasons;
}

const CENTS = /\.\d{2}(?!\d)/;

/** "125" among amounts such as "1,250.00" may have lost its cents or may be another number. */
export function amountsWithoutCents({ rows, mapping }: Pick<CheckedTable, 'rows' | 'mapping'>): ReviewReason[][] {
  const reasons = rows.map((): ReviewReason[] => []);
  for (const { column } of mapping.columns.filter(({ field }) => AMOUNT_FIELDS.has(field))) {
    const texts = textsIn(rows, column);
    const filled = texts.filter((text) => text !== '');
    if (filled.filter((text) => CENTS.test(text)).length < filled.length / 2) continue;
    const reason = 'this amount has no cents, but most others in its column do';
    for (const [index, text] of texts.entries())
      if (text !== '' && !CENTS.test(text)) reasons[index]?.push({ column, reason });
  }
  return reasons;
}

const textsIn = (rows: readonly TableRow[], column: number): string[] =>
  rows.map(({ cells }) => (cells[column]?.text ?? '').trim());

export function checkColumnForms({ rows, mapping }: CheckedTable): ReviewReason[][] {
  const reasons = rows.map((): ReviewReason[] => []);
  const isRead = rows.some(({ cells }) => cells.some(({ confidence }) => confidence < IMAGE_ONLY_FIELDS));
  if (!isRead) return reasons;
  for (const { column, field } of mapping.columns) {
    const isNumber = UNIFORM_FIELDS.includes(field);
    if (!isNumber && field !== 'fullName') continue;
    const forms = rows.map(({ cells }) => (isNumber ? formOf : orderOf)(cells[column]?.text ?? ''));
    const usual = mostCommon(forms);
    if (usual === null) continue;
    const reason = `it does not look like the other ${isNumber ? 'numbers' : 'names'} in its column`;
    for (const [index, form] of forms.entries()) if (form !== usual) reasons[index]?.push({ column, reason });
  }
  return reasons;
}

/** "44S1-00" has the form "99A9-99". */
const formOf = (text: string): string => text.replaceAll(/\d/g, '9').replaceAll(/\p{L}/gu, 'A');

/** If a comma is misread as a period, the first and last names are swapped. */
const orderOf = (name: string): string => (name.includes(',') ? 'LAST, FIRST' : 'FIRST LAST');

function mostCommon(forms: readonly string[]): string | null {
  const groups = Map.groupBy(forms, (form) => form).values();
  const [best = []] = [...groups].toSorted((one, other) => other.length - one.length);
  return best.length / forms.length >= MIN_COMMON_FORM_SHARE ? (best[0] ?? null) : null;
}

/** Measured on printed test pages: every misread cell that no other check found had a lower confidence. */
export const MIN_CONFIDENCE = 0.88;

const WITHOUT_BLANKS: ReadonlySet<CsvField> = new Set([...UNIFORM_FIELDS, 'transactionCode', 'class']);

const NAMES: ReadonlySet<CsvField> = new Set(['fullName', 'firstName', 'middleInitial', 'lastName']);

export function checkRow(cells: readonly Cell[], { row, mapping, header, grouped }: { row: ReadRow } & CheckedTable) {
  const used = new Set(mapping.columns.map(({ column }) => column));
  const unsure = cells.flatMap(({ confidence }, column): ReviewReason[] =>
    used.has(column) && confidence < MIN_CONFIDENCE
      ? [{ column, reason: 'the characters could not be read with certainty' }]
      : [],
  );
  const suspect = CELL_CHECKS.flatMap((reasonOf) =>
    mapping.columns.flatMap(({ column, field }): ReviewReason[] => {
      const cell = cells[column];
      if (cell !== undefined && grouped?.has(column) === true && reasonOf === severalValues) return [];
      const reason = cell === undefined ? null : reasonOf(cell, field);
      return reason === null ? [] : [{ column, reason }];
    }),
  );
  return [...unsure, ...suspect, ...problemsOf(row, { mapping, header })];
}

/** Names such as "O'BRIEN-ST. JOHN, ANNA" have no other characters. */
const SIGNS_OF_NAMES = /[^\p{L}\p{M}\s,.'’-]/u;

/** Numbers and codes contain no spaces, so two values in a cell are two columns read as one. */
const severalValues = ({ text }: Cell, field: CsvField): string | null =>
  WITHOUT_BLANKS.has(field) && /\S\s+\S/.test(text) ? 'it contains more than one value' : null;

/** Why a cell was probably misread, or null. */
const CELL_CHECKS: readonly ((cell: Cell, field: CsvField) => string | null)[] = [
  severalValues,
  // OCR misreads I as 1 and a comma as a semicolon, whatever the size of the image.
  ({ text, confidence }, field) => {
    if (!NAMES.has(field) || confidence === 1) return null;
    if (/\d/.test(text)) return 'a name that contains a digit was probably misread';
    return SIGNS_OF_NAMES.test(text) ? 'a name that contains this kind of character was probably misread' : null;
  },
  // OCR may drop a digit or the decimal point: "572.1" and "57211" are valid amounts, but not the printed one.
  ({ text, confidence }, field) =>
    AMOUNT_FIELDS.has(field) && confidence < 1 && text !== '' && !/\.\d{2}(?!\d)/.test(text)
      ? 'an amount without cents was probably misread'
      : null,
];

function problemsOf(row: ReadRow, { mapping, header }: Pick<CheckedTable, 'mapping' | 'header'>) {
  if ('problems' in row) {
    const names = columnNames(header, header.length);
    return row.problems.map(({ field, reason }) => ({
      column: names.includes(field) ? names.indexOf(field) : null,
      reason,
    }));
  }
  const { transactionCode, transactionType } = row.row;
  const direction = transactionCodeOf(transactionCode)?.direction;
  if (direction === undefined || direction === transactionType) return [];
  const reason = `the code ${transactionCode} is for ${direction.toLowerCase()}s, but the row says ${transactionType.toLowerCase()}`;
  return (['transactionCode', 'transactionType', 'amount'] satisfies CsvField[]).flatMap((field) => {
    const column = mapping.columns.find((one) => one.field === field)?.column;
    return column === undefined ? [] : [{ column, reason }];
  });
}

/** A reason for review if dates that were read with certainty contradict the assumed date order. */
export function checkDateOrder({ rows, mapping }: CheckedTable): ReviewReason[] {
  const dated = mapping.columns.filter(({ field }) => CSV_DATE_FIELDS.some((date) => date === field));
  const dates = rows.flatMap(({ cells }) =>
    dated.flatMap(({ column }) => {
      const cell = cells[column];
      return cell === undefined || cell.confidence < MIN_CONFIDENCE ? [] : [cell.text];
    }),
  );
  if (!contradictsDateOrder(dates, mapping.dateOrder)) return [];
  const reason = 'some dates begin with the day, so this date may be wrong when it is read with the month first';
  return [{ column: dated[0]?.column ?? null, reason }];
}

const VALUE_DESCRIPTIONS: readonly (readonly [ValueKind, string])[] = [
  ['direction', 'credit or debit labels'],
  ['transactionCode', 'transaction codes'],
  ['secCode', 'SEC codes'],
  ['date', 'dates'],
  ['trace', 'trace numbers'],
  ['routing', 'routing numbers'],
  ['account', 'account or reference numbers'],
  ['amount', 'amounts'],
  ['personName', 'names'],
  ['text', 'text'],
];

const MAX_EXAMPLES = 3;
const MAX_EXAMPLE_LENGTH = 30;

/** Minimum requirements for the cells of a column whose meaning comes only from its heading. */
const EXPECTED_CONTENT: readonly (readonly [readonly CsvField[], (values: ColumnValues) => boolean])[] = [
  [['fullName', 'lastName', 'company'], (values) => values.are('text') && !values.are('date')],
  [
    ['accountNumber', 'originalAccount', 'checkTracerNumber', 'routingNumber', 'memberId'],
    (values) => values.filled.every((text) => /\d/.test(text)) && !values.are('date'),
  ],
];

/** Columns whose cells contradict their heading: all rows are held. */
export function checkColumnMeanings({ header, rows, mapping, latestDay }: CheckedTable): ReviewReason[] {
  return mapping.columns.flatMap(({ column, field }): ReviewReason[] => {
    const fits = EXPECTED_CONTENT.find(([fields]) => fields.includes(field))?.[1];
    const values = new ColumnValues(textsIn(rows, column), latestDay);
    if (fits === undefined || values.filled.length === 0 || fits(values)) return [];
    const reason = `Column "${header[column] ?? ''}" is read as "${CSV_FIELDS[field]}", but its cells contain ${describeValues(values)}: ${examplesOf(values)}. Correct the cells, or import the table as CSV and choose what each column means.`;
    return [{ column, reason }];
  });
}

function describeValues(values: ColumnValues): string {
  return VALUE_DESCRIPTIONS.find(([kind]) => values.are(kind))?.[1] ?? 'values';
}

function examplesOf({ filled }: ColumnValues): string {
  const different = [...new Set(filled)];
  const shown = different.slice(0, MAX_EXAMPLES).map((text) => `"${text.slice(0, MAX_EXAMPLE_LENGTH)}"`);
  return `${shown.join(', ')}${different.length > MAX_EXAMPLES ? ' …' : ''}`;
}
