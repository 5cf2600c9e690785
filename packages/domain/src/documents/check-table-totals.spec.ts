import { mayBeMisread, resolveAmountsBySums } from './check-table-totals.ts';
import type { Cell, ExtractedTable } from './extracted-table.ts';
import { plainTextPages } from './plain-text-pages.ts';
import { findTables, readContentTable, readDocument } from './read-document.ts';
import { aRow, aTable } from './testing/document-fixtures.ts';

const HEAD = 'Account     Name             Company          Code   Amount    Type    Date\n';
const row = (n: number, amount: string, type = 'Credit') =>
  `100000000${n}  EXAMPLE, ANNA    ACME PAYROLL     ${type === 'Credit' ? 22 : 27}  ${amount.padStart(9)}   ${type.padEnd(6)}  08/0${n}/2026\n`;
const total = (amount: string, name = 'TOTAL') => `${name.padEnd(52)}${amount.padStart(9)}\n`;

function doubtsOf(text: string): string[] {
  const read = readDocument(findTables(plainTextPages(text)), { latestDay: '2027-12-31' });
  if ('failure' in read) throw new Error(read.failure);
  const reasons = read.tables.flatMap(({ rows }) => rows.flatMap(({ doubts }) => doubts.map(({ reason }) => reason)));
  return [...new Set(reasons)];
}

describe('printed sums', () => {
  const three = HEAD + row(1, '10.00') + row(2, '20.00') + row(3, '30.00', 'Debit');

  test.each([
    ['the sum of all rows', '60.00'],
    ['credits less debits', '0.00'],
    ['of the first rows', '30.00'],
    ['of rows in the middle', '20.00'],
    ['of the last rows', '50.00'],
  ])('a printed sum raises no doubt: %s', (_what, amount) => {
    expect(doubtsOf(three + total(amount))).toEqual([]);
  });

  test.each(['60.01', '59.99', '40.00', '70.00'])(
    'a printed sum holds all rows when it is %s, which no rows add up to',
    (amount) => {
      expect(doubtsOf(three + total(amount))).toEqual([`the printed sum is $${amount}, but the rows add up to $60.00`]);
    },
  );

  test('every printed sum must be right, even when a document has several', () => {
    expect(doubtsOf(three + total('60.00', 'PAGE TOTAL') + total('61.00', 'GRAND TOTAL'))).toHaveLength(1);
  });
});

describe('sums over uncertain amounts', () => {
  const text = HEAD + row(1, '10.00') + row(2, '20.00') + row(3, '30.00', 'Debit');

  /** Indices of the rows held because of the sum. */
  function waiting(printed: string, openRows: readonly number[]): number[] {
    const pages = plainTextPages(text + total(printed)).map((page) => ({
      ...page,
      words: page.words.map((word) => ({
        ...word,
        confidence: openRows.some((index) => word.text === `${index + 1}0.00`) ? 0.2 : 0.97,
      })),
    }));
    const read = readDocument(findTables(pages), { latestDay: '2027-12-31' });
    if ('failure' in read) throw new Error(read.failure);
    return read.tables.flatMap(({ rows }) =>
      rows.flatMap(({ doubts }, index) =>
        doubts.some(({ reason }) => reason.includes('the printed sum')) ? [index] : [],
      ),
    );
  }

  test('a printed sum holds only the uncertain row when the remaining amount resembles its reading', () => {
    expect(waiting('69.00', [1])).toEqual([1]);
  });

  test.each([
    ['the remaining amount matches no reading', '185.00', [1]],
    ['two amounts are uncertain', '69.00', [1, 2]],
    ['no amount is uncertain', '69.00', []],
  ])('a printed sum over amounts from an image holds all rows when %s', (_why, printed, openRows) => {
    expect(waiting(printed, openRows)).toEqual([0, 1, 2]);
  });
});

describe('sums of a table', () => {
  /** Whether each row is held because of the sum. */
  const waiting = (...table: Parameters<typeof aTable>): boolean[] =>
    readContentTable(aTable(...table), { latestDay: '2027-12-31' }).table.rows.map(({ doubts }) =>
      doubts.some(({ reason }) => reason.includes('the printed sum')),
    );
  const money = (text: string, confidence = 1, ...alternatives: string[]) =>
    aRow({ Amount: { text, confidence, ...(alternatives.length > 0 && { alternatives }) } });
  const rows = [money('110.00'), money('220.00'), money('330.00')];

  test('a printed sum is right when one of its two readings is right', () => {
    expect(waiting(rows, [['Amount', '666.00', '660.00']])).toEqual([false, false, false]);
    expect(waiting(rows, [['Amount', '660.00', '666.00']])).toEqual([false, false, false]);
    expect(waiting(rows, [['Amount', '666.00', '668.00']])).toEqual([true, true, true]);
  });

  test('a printed sum is ignored when it cannot be read or its column has no amounts', () => {
    expect(waiting(rows, [['Amount', '66O.O0']])).toEqual([false, false, false]);
    const withBalance = rows.map((row) => ({ ...row, Balance: '5.00' }));
    expect(waiting(withBalance, [['Balance', '99.00']])).toEqual([false, false, false]);
  });

  test('a printed sum may be negative, and may be credits less debits', () => {
    expect(waiting(rows, [['Amount', '(660.00)']])).toEqual([false, false, false]);
    const debits = [money('110.00'), ...['220.00', '330.00'].map((Amount) => aRow({ Amount, Type: 'Debit' }))];
    expect(waiting(debits, [['Amount', '440.00']])).toEqual([false, false, false]);
  });

  test('a printed sum covers the rows with a value in its column', () => {
    const { Amount: _amount, Type: _type, ...other } = aRow();
    const split = [
      { ...other, Debit: '10.00', Credit: '' },
      { ...other, Debit: '', Credit: '20.00' },
      { ...other, Debit: '5.00', Credit: '' },
    ];
    expect(
      waiting(split, [
        ['Debit', '15.00'],
        ['Credit', '20.00'],
      ]),
    ).toEqual([false, false, false]);
    expect(waiting(split, [['Debit', '35.00']])).toEqual([true, true, true]);
    const open = [{ ...other, Debit: { text: '10.00', confidence: 0.2 }, Credit: '' }, ...split.slice(1)];
    expect(waiting(open, [['Debit', '16.00']])).toEqual([true, false, false]);
  });

  test('a printed sum leaves out a row that cannot be read', () => {
    expect(waiting([...rows, money('x')], [['Amount', '660.00']])).toEqual([false, false, false, false]);
  });

  test('a printed sum holds only an uncertain row whose reading matches the remaining amount', () => {
    expect(waiting([money('110.00'), money('220.00', 0.2), money('330.00')], [['Amount', '669.00']])).toEqual([
      false,
      true,
      false,
    ]);
    expect(waiting([money('110.00'), money('777.77', 0, '220.00'), money('330.00')], [['Amount', '669.00']])).toEqual([
      false,
      true,
      false,
    ]);
  });

  test.each([
    ['was just certain enough', [money('110.00'), money('220.00', 0.88), money('330.00')], ['669.00']],
    ['another cell is not an amount', [money('11O.00'), money('220.00', 0.2), money('330.00')], ['669.00']],
    ['has no remaining amount', [money('110.00'), money('220.00', 0.2), money('330.00')], ['211.00']],
    ['the sum was read in two ways', [money('110.00'), money('220.00', 0.2), money('330.00')], ['669.00', '668.00']],
  ])(
    'a wrong printed sum holds all rows, not only the uncertain one: %s',
    (_why, table, [sum = '', ...alternatives]) => {
      expect(waiting(table, [['Amount', sum, ...alternatives]])).toEqual([true, true, true]);
    },
  );
});

describe('misread amounts', () => {
  test.each([
    ['20.00', '29.00', 'one wrong digit'],
    ['20.00', '39.00', 'two wrong digits'],
    ['$1,250.00', '1,250.08', 'different punctuation'],
    ['(12.50)', '-12.50', 'different punctuation'],
    ['57.1', '57.11', 'the last digit missing'],
    ['57.11', '7.11', 'the first digit missing'],
    ['1,25.00', '1,235.00', 'a digit missing inside'],
  ])('the amount %s may be a misreading of %s: %s', (one, other) => {
    expect([mayBeMisread(one, other), mayBeMisread(other, one)]).toEqual([true, true]);
  });

  test.each([
    ['123.45', '678.45', 'three wrong digits'],
    ['20.00', '199.00', 'one extra digit and wrong ones'],
    ['12.00', '1234.00', 'two extra digits'],
    ['12.00', '1200.00', 'two extra digits'],
  ])('the amount %s is not a misreading of %s: %s', (one, other) => {
    expect([mayBeMisread(one, other), mayBeMisread(other, one)]).toEqual([false, false]);
  });
});

const place = { page: 1, box: { x: 0, y: 0, width: 10, height: 10 } };
const sure = (text: string): Cell => ({ text, confidence: 0.95, place });
const open = (text: string, ...alternatives: string[]): Cell => ({
  text,
  confidence: 0,
  alternatives,
  place,
});

function amounts(cells: readonly Cell[], sum: string, ...alternatives: string[]) {
  const table: ExtractedTable = {
    header: ['Amount'],
    rows: cells.map((cell) => ({ cells: [cell], ...place })),
    totals: [{ column: 0, text: sum, alternatives, place }],
    layout: { cuts: [] },
  };
  return resolveAmountsBySums(table).rows.map((row) => [row.cells[0]?.text, row.cells[0]?.confidence]);
}

describe('amounts with several readings', () => {
  test('an amount with several readings gets the one that adds up to the printed sum', () => {
    expect(amounts([sure('10.00'), open('20.00', '29.00')], '39.00')).toEqual([
      ['10.00', 0.95],
      ['29.00', 0.9],
    ]);
  });

  test('several uncertain amounts are settled together when only one combination adds up', () => {
    expect(amounts([open('1.00', '7.00'), open('20.00', '29.00'), sure('')], '27.00')).toEqual([
      ['7.00', 0.9],
      ['20.00', 0.9],
      ['', 0.95],
    ]);
  });

  test('up to four uncertain amounts are settled together, ignoring empty cells', () => {
    const four = ['1.00', '10.00', '100.00', '1000.00'].map((text) => open(text, text.replace('1', '2')));
    expect(amounts([...four, open('')], '2121.00').map(([text]) => text)).toEqual([
      '1.00',
      '20.00',
      '100.00',
      '2000.00',
      '',
    ]);
  });

  test('an uncertain amount is settled next to an amount that is just certain enough', () => {
    const nearly = { ...sure('10.00'), confidence: 0.88 };
    expect(amounts([nearly, open('20.00', '29.00')], '39.00')).toEqual([
      ['10.00', 0.88],
      ['29.00', 0.9],
    ]);
  });

  test('readings of an amount that differ only in punctuation count as one', () => {
    expect(amounts([sure('10.00'), open('20.00', '$20.00', '29.00')], '30.00')[1]).toEqual(['20.00', 0.9]);
    expect(amounts([sure('(10.00)'), open('(20.00)', '29.00')], '(30.00)')[1]).toEqual(['(20.00)', 0.9]);
  });

  test('settling an uncertain amount leaves the other columns unchanged', () => {
    const table: ExtractedTable = {
      header: ['Name', 'Amount'],
      rows: [{ cells: [sure('ANNA'), open('20.00', '29.00')], ...place }],
      totals: [{ column: 1, text: '29.00', place }],
      layout: { cuts: [] },
    };
    expect(resolveAmountsBySums(table).rows[0]?.cells).toEqual([
      sure('ANNA'),
      { text: '29.00', confidence: 0.9, place },
    ]);
  });

  test.each([
    ['no combination adds up to the sum', [sure('10.00'), open('20.00', '29.00')], ['38.00']],
    ['two combinations add up to it', [open('1.00', '2.00'), open('2.00', '1.00')], ['3.00']],
    ['the sum itself was read in two ways', [sure('10.00'), open('20.00', '29.00')], ['39.00', '30.00']],
    ['another cell is not an amount', [sure('1O.00'), open('20.00', '29.00')], ['29.00']],
    ['only a text that is not an amount would fit', [sure('10.00'), open('ZO.00', '20.00')], ['10.00']],
    ['the sum is not an amount', [open('20.00', '29.00')], ['2O.00']],
    ['the sum is below the certain amounts', [sure('30.00'), open('20.00', '29.00')], ['10.00']],
    ['very many amounts are uncertain', Array.from({ length: 5 }, () => open('1.00', '7.00')), ['5.00']],
  ])('an uncertain amount stays uncertain when %s', (_why, cells, [sum = '', ...alternatives]) => {
    expect(amounts(cells, sum, ...alternatives)).toEqual(cells.map(({ text, confidence }) => [text, confidence]));
  });
});
