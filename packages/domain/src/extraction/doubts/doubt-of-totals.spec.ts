import { textPages } from '../layout/text-words.ts';
import { findTables, readDocument } from '../read-document.ts';

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
