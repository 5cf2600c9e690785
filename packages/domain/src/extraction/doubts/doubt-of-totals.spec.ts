import { textPages } from '../layout/text-words.ts';
import { findTables, readDocument } from '../read-document.ts';
import { readDocumentTable } from '../read-document-table.ts';
import { aRow, aTable } from '../testing/a-table.ts';

const HEAD = 'Account     Name             Company          Code   Amount    Type    Date\n';
const row = (n: number, amount: string, type = 'Credit') =>
  `100000000${n}  EXAMPLE, ANNA    ACME PAYROLL     ${type === 'Credit' ? 22 : 27}  ${amount.padStart(9)}   ${type.padEnd(6)}  08/0${n}/2026\n`;
const total = (amount: string, name = 'TOTAL') => `${name.padEnd(52)}${amount.padStart(9)}\n`;

function doubtsOf(text: string): string[] {
  const read = readDocument(findTables(textPages(text)), { latestDay: '2027-12-31' });
  if ('failure' in read) throw new Error(read.failure);
  const reasons = read.tables.flatMap(({ rows }) =>
    rows.flatMap(({ doubts }) => doubts.map(({ reason }) => reason)),
  );
  return [...new Set(reasons)];
}

describe('a sum that a document prints', () => {
  const three = HEAD + row(1, '10.00') + row(2, '20.00') + row(3, '30.00', 'Debit');

  test.each([
    ['the sum of all rows', '60.00'],
    ['credits less debits', '0.00'],
    ['of the first rows', '30.00'],
    ['of rows in the middle', '20.00'],
    ['of the last rows', '50.00'],
  ])('raises no doubt when it is %s', (_what, amount) => {
    expect(doubtsOf(three + total(amount))).toEqual([]);
  });

  test.each(['60.01', '59.99', '40.00', '70.00'])(
    'of %s, which no rows come to, holds them all',
    (amount) => {
      expect(doubtsOf(three + total(amount))).toEqual([
        `the document prints the sum $${amount}, the rows come to $60.00`,
      ]);
    },
  );

  test('is one of several: each must be right', () => {
    expect(doubtsOf(three + total('60.00', 'PAGE TOTAL') + total('61.00', 'GRAND TOTAL'))).toHaveLength(1);
  });
});

describe('a sum over amounts of which a picture leaves one open', () => {
  const text = HEAD + row(1, '10.00') + row(2, '20.00') + row(3, '30.00', 'Debit');

  /** Indices of the rows that wait for the sum. */
  function waiting(printed: string, openRows: readonly number[]): number[] {
    const pages = textPages(text + total(printed)).map((page) => ({
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
        doubts.some(({ reason }) => reason.includes('the sum')) ? [index] : [],
      ),
    );
  }

  test('has that row alone wait when what is left for it looks like what was read', () => {
    expect(waiting('69.00', [1])).toEqual([1]);
  });

  test.each([
    ['what is left looks like nothing that was read', '185.00', [1]],
    ['two amounts are open', '69.00', [1, 2]],
    ['none is open', '69.00', []],
  ])('has all rows wait when %s', (_why, printed, openRows) => {
    expect(waiting(printed, openRows)).toEqual([0, 1, 2]);
  });
});

describe('a sum of a table', () => {
  /** Of each row whether it waits for the sum. */
  const waiting = (...table: Parameters<typeof aTable>): boolean[] =>
    readDocumentTable(aTable(...table), { latestDay: '2027-12-31' }).table.rows.map(({ doubts }) =>
      doubts.some(({ reason }) => reason.includes('prints the sum')),
    );
  const money = (text: string, confidence = 1, ...alternatives: string[]) =>
    aRow({ Amount: { text, confidence, ...(alternatives.length > 0 && { alternatives }) } });
  const rows = [money('110.00'), money('220.00'), money('330.00')];

  test('read in two ways is right when one of them is', () => {
    expect(waiting(rows, [['Amount', '666.00', '660.00']])).toEqual([false, false, false]);
    expect(waiting(rows, [['Amount', '660.00', '666.00']])).toEqual([false, false, false]);
    expect(waiting(rows, [['Amount', '666.00', '668.00']])).toEqual([true, true, true]);
  });

  test('that cannot be read, or stands below a column of nothing, says nothing', () => {
    expect(waiting(rows, [['Amount', '66O.O0']])).toEqual([false, false, false]);
    const withBalance = rows.map((row) => ({ ...row, Balance: '5.00' }));
    expect(waiting(withBalance, [['Balance', '99.00']])).toEqual([false, false, false]);
  });

  test('may be written as a debit, and be credits less debits where the debits are more', () => {
    expect(waiting(rows, [['Amount', '(660.00)']])).toEqual([false, false, false]);
    const debits = [
      money('110.00'),
      ...['220.00', '330.00'].map((Amount) => aRow({ Amount, Type: 'Debit' })),
    ];
    expect(waiting(debits, [['Amount', '440.00']])).toEqual([false, false, false]);
  });

  test('is of the rows that have something in its column', () => {
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

  test('leaves out a row that cannot be read', () => {
    expect(waiting([...rows, money('x')], [['Amount', '660.00']])).toEqual([false, false, false, false]);
  });

  test('has one row wait that was unsure and looks like what is left, by one of its readings', () => {
    expect(waiting([money('110.00'), money('220.00', 0.2), money('330.00')], [['Amount', '669.00']])).toEqual(
      [false, true, false],
    );
    expect(
      waiting([money('110.00'), money('777.77', 0, '220.00'), money('330.00')], [['Amount', '669.00']]),
    ).toEqual([false, true, false]);
  });

  test.each([
    ['was just sure enough', [money('110.00'), money('220.00', 0.88), money('330.00')], ['669.00']],
    ['another amount is none', [money('11O.00'), money('220.00', 0.2), money('330.00')], ['669.00']],
    ['nothing is left for it', [money('110.00'), money('220.00', 0.2), money('330.00')], ['211.00']],
    [
      'the sum was read in two ways',
      [money('110.00'), money('220.00', 0.2), money('330.00')],
      ['669.00', '668.00'],
    ],
  ])('has all rows wait when the one that is open %s', (_why, table, [sum = '', ...alternatives]) => {
    expect(waiting(table, [['Amount', sum, ...alternatives]])).toEqual([true, true, true]);
  });
});
