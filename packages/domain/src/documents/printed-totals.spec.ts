import { linesOf } from './document-words.ts';
import { plainTextPages } from './plain-text-pages.ts';
import { printedTotalsOf } from './printed-totals.ts';

function totalsIn(text: string): string[] {
  const [line] = plainTextPages(text).flatMap(linesOf);
  const control = line === undefined ? null : printedTotalsOf(line);
  if (control === null) return [];
  return [
    ...control.counts.map(({ direction, count }) => `${count} ${direction ?? 'rows'}`),
    ...control.sums.map(({ direction, cents }) => `${direction ?? 'all'} ${cents}`),
  ];
}

describe('lines below a table', () => {
  test.each([
    ['24 items', ['24 rows']],
    ['*** 1,024 RECORDS LISTED ***', ['1024 rows']],
    ['Item count: 24', ['24 rows']],
    ['Number of transactions: 24', ['24 rows']],
    ['Entry/Addenda Count: 24', ['24 rows']],
    ['Total items 24   Total amount $1,234.56', ['24 rows', 'all 123456']],
    ['Total for batch 7: 24 entries', ['24 rows']],
    ['24 items on page 3 of 5', ['24 rows']],
    ['12 debits', ['12 Debit']],
    ['12 debit items 1,234.56', ['12 Debit', 'Debit 123456']],
    ['Total Credits (12)   4,567.00', ['12 Credit', 'Credit 456700']],
    ['Debits: 12 items $1.00   Credits: 3 items $2.00', ['12 Debit', '3 Credit', 'Debit 100', 'Credit 200']],
    ['12 debits 1.00   3 credits 2.00', ['12 Debit', '3 Credit', 'Debit 100', 'Credit 200']],
    ['Withdrawals 12 1.00 Deposits 3 2.00', ['12 Debit', '3 Credit', 'Debit 100', 'Credit 200']],
    ['Grand total: 24 entries, 1.00 debits, 2.00 credits', ['24 rows', 'Debit 100', 'Credit 200']],
    ['Total debits and credits: 3.00', ['all 300']],
    ['TOTAL 12.00', ['all 1200']],
    ['Net total 5.00', ['all 500']],
  ])('the line %j below a table states counts and sums', (text, statements) => {
    expect(totalsIn(text)).toEqual(statements);
  });

  test.each([
    'Transaction 3',
    'Item 3',
    'Page 3 of 5',
    'Credit 10.00',
    'fee 5.00',
    'Posted 08/03/2026',
    'Batch 12',
    '1000000001  EXAMPLE, ANNA  3 ITEMS LLC  22  10.00  Credit  08/03/2026',
    'Please look at the 3 items that were sent to your branch by mail',
  ])('the line %j below a table states no counts or sums', (text) => {
    expect(totalsIn(text)).toEqual([]);
  });
});
