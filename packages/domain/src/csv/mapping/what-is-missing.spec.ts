import type { CsvField } from '@clearwatch/contracts/csv/csv-fields';
import type { CsvMapping } from '@clearwatch/contracts/http/csv-mapping';
import { whatIsMissing } from './what-is-missing.ts';

const WHOLE: readonly CsvField[] = ['accountNumber', 'lastName', 'company', 'amount', 'transactionType'];

function aMapping(fields: readonly CsvField[], settings: Partial<CsvMapping> = {}): CsvMapping {
  return {
    delimiter: ',',
    skippedRows: 0,
    hasHeader: true,
    columnCount: 20,
    columns: fields.map((field, column) => ({ column, field })),
    dateOrder: 'month_first',
    direction: 'type_column',
    ...settings,
  };
}

it('is nothing for the least that a transaction needs', () => {
  expect(whatIsMissing(aMapping(WHOLE))).toEqual([]);
  expect(
    whatIsMissing(aMapping(['accountNumber', 'fullName', 'entryDescription', 'amount', 'transactionType'])),
  ).toEqual([]);
});

it.each([
  ['accountNumber', /Account number/],
  ['lastName', /name/],
  ['company', /company/],
  ['amount', /"Amount"/],
  ['transactionType', /Credit or debit/],
] as const)('names %s', (field, sentence) => {
  expect(whatIsMissing(aMapping(WHOLE.filter((one) => one !== field)))).toEqual([
    expect.stringMatching(sentence),
  ]);
});

it.each([
  ['two_columns', ['Debit amount', 'Credit amount']],
  ['transaction_code', ['Transaction code']],
  ['negative_is_debit', []],
] as const)('follows from where the direction is told: %s', (direction, missing) => {
  expect(whatIsMissing(aMapping(WHOLE, { direction }))).toEqual(
    missing.map((field) => expect.stringContaining(field)),
  );
});

it.each([
  [
    [
      { column: 1, field: 'amount' },
      { column: 2, field: 'amount' },
    ],
    /one column only/,
  ],
  [
    [
      { column: 1, field: 'amount' },
      { column: 1, field: 'batch' },
    ],
    /one field only for column 2/,
  ],
  [[{ column: 20, field: 'amount' }], /no column 21/],
  [
    [
      { column: 1, field: 'fullName' },
      { column: 2, field: 'firstName' },
    ],
    /either the full name/,
  ],
] as [CsvMapping['columns'], RegExp][])('finds contradictions', (columns, sentence) => {
  expect(whatIsMissing(aMapping([], { columns }))).toEqual(
    expect.arrayContaining([expect.stringMatching(sentence)]),
  );
});
