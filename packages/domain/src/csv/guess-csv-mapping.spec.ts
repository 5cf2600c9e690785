import type { CsvField } from '@clearwatch/contracts/csv-mapping';
import type { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';
import { mappingProblems } from './guess-csv-mapping.ts';
import { guessOf } from './testing/csv-fixtures.ts';

describe('two columns for one field', () => {
  const fieldsOf = (header: string, ...rows: string[]) => guessOf([header, ...rows].join('\n')).fields;

  it('the guessed CSV mapping prefers the parts of a name to the full name', () => {
    const { fields } = guessOf(
      'Account,Name,Last Name,Type,Amount,Date\n100000017,Paula Sample,Sample,Credit,1.00,2026-03-16',
    );
    expect(fields).toMatchObject({ lastName: 2 });
    expect(fields).not.toHaveProperty('fullName');
  });

  it('the guessed CSV mapping prefers the full name when a part is missing', () => {
    const fields = fieldsOf(
      'Account,Name,First Name,Type,Amount,Date',
      '100000017,Paula Sample,Paula,Credit,1.00,2026-03-16',
    );
    expect(fields).toMatchObject({ fullName: 1 });
    expect(fields).not.toHaveProperty('firstName');
  });

  it('the guessed CSV mapping prefers debits and credits to one amount, and one amount to debits alone', () => {
    const both = fieldsOf(
      'Account,Name,Company,Debit,Credit,Amount,Date',
      '100000017,Paula Sample,ACME,1.00,,1.00,2026-03-16',
    );
    expect(both).toMatchObject({ debitAmount: 3, creditAmount: 4 });
    expect(both).not.toHaveProperty('amount');
    const alone = fieldsOf(
      'Account,Name,Company,Debit,Amount,Date',
      '100000017,Paula Sample,ACME,1.00,1.00,2026-03-16',
    );
    expect(alone).toMatchObject({ amount: 4 });
    expect(alone).not.toHaveProperty('debitAmount');
    const credits = fieldsOf(
      'Account,Name,Company,Credit,Amount,Date',
      '100000017,Paula Sample,ACME,1.00,1.00,2026-03-16',
    );
    expect(credits).not.toHaveProperty('creditAmount');
  });

  it('the guessed CSV mapping prefers the column that is filled and has fitting values', () => {
    const header = 'Account,Name,Company,Type,Amount,Tran Amt,Date';
    expect(fieldsOf(header, '100000017,Paula Sample,ACME,Credit,1.00,2.00,2026-03-16')).toMatchObject({
      amount: 4,
    });
    expect(fieldsOf(header, '100000017,Paula Sample,ACME,Credit,,2.00,2026-03-16')).toMatchObject({
      amount: 5,
    });
    expect(fieldsOf(header, '100000017,Paula Sample,ACME,Credit,ten,2.00,2026-03-16')).toMatchObject({
      amount: 5,
    });
    expect(fieldsOf(header, '100000017,Paula Sample,ACME,Credit,ten,,2026-03-16')).toMatchObject({
      amount: 5,
    });
  });

  it('the guessed CSV mapping ignores a mostly unusable Type column and asks about a mostly usable one', () => {
    const of = (...types: string[]) =>
      guessOf(
        [
          'Account,Name,Company,Type,Amount,Date',
          ...types.map((type) => `100000017,Paula Sample,ACME,${type},1.00,2026-03-16`),
        ].join('\n'),
      );
    expect(of('Monthly', 'Weekly').fields).not.toHaveProperty('transactionType');
    expect(of('Credit', 'Weekly')).toMatchObject({
      fields: { transactionType: 3 },
      questionFields: ['transactionType'],
    });
    expect(of('Credit', 'Weekly', 'Weekly').fields).not.toHaveProperty('transactionType');
    const often = Array.from({ length: 9 }, () => 'Debit');
    expect(of(...often, 'odd')).toMatchObject({ fields: { transactionType: 3 }, questionFields: [] });
    expect(of(...often.slice(1), 'odd')).toMatchObject({ questionFields: ['transactionType'] });
  });

  it('the guessed CSV mapping keeps an unknown SEC code and asks about it', () => {
    const guess = guessOf(
      'Account,Name,Company,Type,SEC Code,Amount,Date\n100000017,Paula Sample,ACME,Credit,house,1.00,2026-03-16',
    );
    expect(guess).toMatchObject({ fields: { class: 4 }, questionFields: ['class'] });
  });
});

describe('direction of CSV rows', () => {
  const of = (...amounts: string[]) => {
    const rows = amounts.map((amount) => `100000017,Paula Sample,ACME,${amount},2026-03-16`);
    const { mapping, questionFields } = guessOf(['Account,Name,Company,Amount,Date', ...rows].join('\n'));
    return [mapping.direction, questionFields.includes('direction')];
  };

  it('CR and DR after every amount give the direction of CSV rows, but signs alone need a question', () => {
    expect(of('10.00CR', '11.00 dr')).toEqual(['negative_is_debit', false]);
    expect(of('10.00 CR', '11.00')).toEqual(['type_column', false]);
    expect(of('10.00', '-11.00')).toEqual(['negative_is_debit', true]);
    expect(of('10.00', '($11.00)')).toEqual(['negative_is_debit', true]);
    expect(of('10.00', '11.00-')).toEqual(['negative_is_debit', true]);
    expect(of('10.00', '11.00')).toEqual(['type_column', false]);
    expect(of('', '')).toEqual(['type_column', false]);
  });
});

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

it('a CSV mapping with the required fields has no problems', () => {
  expect(mappingProblems(aMapping(WHOLE))).toEqual([]);
  expect(
    mappingProblems(aMapping(['accountNumber', 'fullName', 'entryDescription', 'amount', 'transactionType'])),
  ).toEqual([]);
});

it.each([
  ['accountNumber', /Account number/],
  ['lastName', /name/],
  ['company', /company/],
  ['amount', /"Amount"/],
  ['transactionType', /Credit or debit/],
] as const)('a CSV mapping reports a missing required field: %s', (field, sentence) => {
  expect(mappingProblems(aMapping(WHOLE.filter((one) => one !== field)))).toEqual([expect.stringMatching(sentence)]);
});

it.each([
  ['two_columns', ['Debit amount', 'Credit amount']],
  ['transaction_code', ['Transaction code']],
  ['negative_is_debit', []],
] as const)('a CSV mapping requires the fields of the chosen direction: %s', (direction, missing) => {
  expect(mappingProblems(aMapping(WHOLE, { direction }))).toEqual(
    missing.map((field) => expect.stringContaining(field)),
  );
});

it.each([
  [
    [
      { column: 1, field: 'amount' },
      { column: 2, field: 'amount' },
    ],
    /only one column for/,
  ],
  [
    [
      { column: 1, field: 'amount' },
      { column: 1, field: 'batch' },
    ],
    /only one field for column 2/,
  ],
  [[{ column: 20, field: 'amount' }], /no column 21/],
  [
    [
      { column: 1, field: 'fullName' },
      { column: 2, field: 'firstName' },
    ],
    /either the full name/,
  ],
] as [CsvMapping['columns'], RegExp][])('contradictions in a CSV mapping are reported', (columns, sentence) => {
  expect(mappingProblems(aMapping([], { columns }))).toEqual(expect.arrayContaining([expect.stringMatching(sentence)]));
});
