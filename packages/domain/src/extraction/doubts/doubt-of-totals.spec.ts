import { textPages } from '../layout/text-words.ts';
import { findTables, readDocument } from '../read-document.ts';
import { looksAlike } from './looks-alike.ts';

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

  test.each([
    ['20.00', '29.00', true],
    ['$1,250.00', '1,250.08', true],
    ['57.1', '57.11', true],
    ['20.00', '199.00', false],
    ['123.45', '678.45', false],
  ])('takes %s for a misread %s: %s', (one, other, isAlike) => {
    expect(looksAlike(one, other)).toBe(isAlike);
  });
});
