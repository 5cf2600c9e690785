import type { CsvField } from '@clearwatch/contracts/csv/csv-fields';
import type { CsvMapping } from '@clearwatch/contracts/http/csv-mapping';
import { columnNames } from '../../csv/mapping/column-names.ts';
import type { ReadRow } from '../../import/read-transaction-row.ts';
import { transactionCodeOf } from '../../nacha/codes/transaction-codes.ts';
import type { Doubt } from '../document-row.ts';
import type { Cell } from '../layout/extracted-table.ts';

/**
 * Below it a reader of images is wrong too often: on printed test pages every misread cell that no other check found lay
 * under this.
 */
export const LEAST_CONFIDENCE = 0.88;

const WITHOUT_BLANKS: ReadonlySet<CsvField> = new Set([
  'accountNumber',
  'originalAccount',
  'transactionCode',
  'class',
  'checkTracerNumber',
  'routingNumber',
]);

const NAMES: ReadonlySet<CsvField> = new Set(['fullName', 'firstName', 'middleInitial', 'lastName']);

/** What speaks against importing one row as it was read. */
export function doubtsOfRow(
  cells: readonly Cell[],
  { row, mapping, header }: { row: ReadRow; mapping: CsvMapping; header: readonly string[] },
): Doubt[] {
  const used = new Set(mapping.columns.map(({ column }) => column));
  const unsure = cells.flatMap(({ confidence }, column): Doubt[] =>
    used.has(column) && confidence < LEAST_CONFIDENCE
      ? [{ column, reason: 'the characters could not be read with certainty' }]
      : [],
  );
  return [
    ...unsure,
    ...severalValues(cells, mapping),
    ...oddNames(cells, mapping),
    ...oddAmounts(cells, mapping),
    ...problemsOf(row, header),
    ...contradictions(row, mapping),
  ];
}

/** Numbers and codes hold no blank: two of them are two columns that were taken for one. */
function severalValues(cells: readonly Cell[], { columns }: CsvMapping): Doubt[] {
  return columns.flatMap(({ column, field }) =>
    WITHOUT_BLANKS.has(field) && /\S\s+\S/.test(cells[column]?.text ?? '')
      ? [{ column, reason: 'it holds more than one value' }]
      : [],
  );
}

/** Besides letters, what people's names hold: "O'BRIEN-ST. JOHN, ANNA". */
const SIGNS_OF_NAMES = /[^\p{L}\p{M}\s,.'’-]/u;

/** A reader of pictures takes an I for a 1 and a comma for a semicolon, at every size alike; people's names hold neither. */
function oddNames(cells: readonly Cell[], { columns }: CsvMapping): Doubt[] {
  return columns.flatMap(({ column, field }) => {
    const cell = cells[column];
    if (!NAMES.has(field) || cell === undefined || cell.confidence === 1) return [];
    if (/\d/.test(cell.text)) return [{ column, reason: 'a name with a digit in it was probably misread' }];
    return SIGNS_OF_NAMES.test(cell.text)
      ? [{ column, reason: 'a name with such a sign in it was probably misread' }]
      : [];
  });
}

const AMOUNTS: ReadonlySet<CsvField> = new Set(['amount', 'debitAmount', 'creditAmount']);

/** A reader of pictures loses a figure or the point: "572.1" and "57211" are amounts too, but not the one on paper. */
function oddAmounts(cells: readonly Cell[], { columns }: CsvMapping): Doubt[] {
  return columns.flatMap(({ column, field }) => {
    const { text, confidence } = cells[column] ?? { text: '', confidence: 1 };
    const isOdd = AMOUNTS.has(field) && confidence < 1 && text !== '' && !/\.\d{2}(?!\d)/.test(text);
    return isOdd ? [{ column, reason: 'an amount without cents was probably misread' }] : [];
  });
}

function problemsOf(row: ReadRow, header: readonly string[]): Doubt[] {
  if ('row' in row) return [];
  const names = columnNames(header, header.length);
  return row.problems.map(({ field, reason }) => {
    const column = names.indexOf(field);
    return { column: column === -1 ? null : column, reason };
  });
}

/** A code that is a credit beside a type that is a debit: one of the two was misread, or is wrong on paper. */
function contradictions(row: ReadRow, mapping: CsvMapping): Doubt[] {
  if (!('row' in row)) return [];
  const { transactionCode, transactionType } = row.row;
  const direction = transactionCodeOf(transactionCode)?.direction;
  if (direction === undefined || direction === transactionType) return [];
  const reason = `the code ${transactionCode} is a ${direction.toLowerCase()}, but the row says ${transactionType.toLowerCase()}`;
  return (['transactionCode', 'transactionType', 'amount'] satisfies CsvField[]).flatMap((field) => {
    const column = mapping.columns.find((one) => one.field === field)?.column;
    return column === undefined ? [] : [{ column, reason }];
  });
}
