import { plainTextPages } from './plain-text-pages.ts';
import { findTables, readDocument } from './read-document.ts';
import { isDrawnWithSigns, isNonRowLine, isTotalLine } from './total-lines.ts';

describe('lines of a listing', () => {
  test.each([
    ['TOTAL', true],
    ['Totals', true],
    ['GRAND TOTAL', true],
    ['Sub-Total', true],
    ['SUBTOTAL 12.00', true],
    [' Batch  total 5', true],
    ['TOTALLY', false],
    ['SUM TOTAL', false],
  ])('the line %j states sums: %s', (text, is) => {
    expect([isTotalLine(text), isNonRowLine(text)]).toEqual([is, is]);
  });

  test.each([
    'Page 3',
    'PAGE 3 OF 12',
    'page 3/12',
    'Listing of items Page 3 of 12',
    'Listing of items PAGE 3/12',
    'Balance forward 12.00',
    'OPENING  BALANCE',
    'Previous balance',
    'Continued on next page',
    'continued',
    'END OF REPORT',
    ' End of listing',
    '*** END ***',
    '* * confidential',
    '*END*',
  ])('the line %j is not part of the table', (text) => {
    expect([isNonRowLine(text), isTotalLine(text)]).toEqual([true, false]);
  });

  test.each([
    'page of a book',
    'Page 3 Books LLC',
    'Page12',
    'PAGE 3 OF',
    'Listing page 3 of 12 items',
    'Bypage 3 of 12',
    'Homepage of 12',
    'page 3of',
    'NEW BALANCE FORWARD',
    'NEW OPENING BALANCE',
    'BALANCEFORWARD',
    'DISCONTINUED',
    'Trend of report',
    'END USER',
    'Confidential Services',
    '2 * end',
  ])('the line %j may be part of a table row', (text) => {
    expect(isNonRowLine(text)).toBe(false);
  });

  test.each([
    ['-----', true],
    ['=== ===', true],
    ['|---+---|', true],
    [' ___ ', true],
    ['--', false],
    ['- - ', true],
    [' -  ', false],
    ['', false],
    ['---5', false],
    ['(---)', false],
  ])('the line %j is a ruling made of characters: %s', (text, is) => {
    expect(isDrawnWithSigns(text)).toBe(is);
  });
});

const cells = (text: string) =>
  findTables(plainTextPages(text)).tables.map(({ header, rows }) => [
    header,
    ...rows.map((row) => row.cells.map((cell) => cell.text)),
  ]);

describe('listings', () => {
  test('a listing is read by its columns, between titles and totals', () => {
    const text = `
                         FIRST CREDIT UNION                         PAGE 1 OF 1
                    ACH ITEMS POSTED 08/03/2026

Account     Name                    Company              Code  Amount       Type    Post Date
----------  ----------------------  -------------------  ----  -----------  ------  ----------
1000000001  EXAMPLE, ANNA M         ACME PAYROLL INC     22      $1,234.56  Credit  08/03/2026
1000000002  SAMPLE, BEN             CITY POWER & LIGHT   27         (80.05) Debit   08/03/2026

TOTAL                                                            $1,314.61
                                 END OF REPORT`;
    expect(cells(text)).toEqual([
      [
        ['Account', 'Name', 'Company', 'Code', 'Amount', 'Type', 'Post Date'],
        ['1000000001', 'EXAMPLE, ANNA M', 'ACME PAYROLL INC', '22', '$1,234.56', 'Credit', '08/03/2026'],
        ['1000000002', 'SAMPLE, BEN', 'CITY POWER & LIGHT', '27', '(80.05)', 'Debit', '08/03/2026'],
      ],
    ]);
    expect(findTables(plainTextPages(text)).tables[0]?.totals).toMatchObject([{ column: 4, text: '$1,314.61' }]);
  });

  test('a listing continues across pages with or without a repeated header', () => {
    const head = 'Account   Name        Company     Amount   Type    Date\n';
    const row = (n: number) => `100000000${n} EXAMPLE, A  ACME         1${n}.00   Credit  08/03/26\n`;
    const [table] = cells(`${head}${row(1)}\f${row(2)}\fpage 3\n${head}${row(3)}`);
    expect(table?.slice(1).map((found) => [found[0], found[3]])).toEqual([
      ['1000000001', '11.00'],
      ['1000000002', '12.00'],
      ['1000000003', '13.00'],
    ]);
  });

  test('a listing keeps wrapped text with its row', () => {
    const text = `
Account     Name            Company            Description         Amount  Date
1000000001  EXAMPLE,        ACME PAYROLL       REGULAR SALARY      100.00  08/03/2026
            ANNA MARIA      INCORPORATED       OF JULY
1000000002  SAMPLE, BEN     CITY POWER         ELECTRICITY          80.00  08/04/2026`;
    expect(cells(text)[0]?.slice(1)).toEqual([
      [
        '1000000001',
        'EXAMPLE, ANNA MARIA',
        'ACME PAYROLL INCORPORATED',
        'REGULAR SALARY OF JULY',
        '100.00',
        '08/03/2026',
      ],
      ['1000000002', 'SAMPLE, BEN', 'CITY POWER', 'ELECTRICITY', '80.00', '08/04/2026'],
    ]);
  });

  test('a listing may have two-line headers and right-aligned columns', () => {
    const text = `
Account       Member           Originating      Debit     Credit   Posting
Number        Name             Company         Amount     Amount   Date
1000000001    ANNA EXAMPLE     ACME PAYROLL               100.00   08/03/2026
1000000002    BEN SAMPLE       CITY POWER        80.00             08/04/2026`;
    expect(cells(text)).toEqual([
      [
        ['Account Number', 'Member Name', 'Originating Company', 'Debit Amount', 'Credit Amount', 'Posting Date'],
        ['1000000001', 'ANNA EXAMPLE', 'ACME PAYROLL', '', '100.00', '08/03/2026'],
        ['1000000002', 'BEN SAMPLE', 'CITY POWER', '80.00', '', '08/04/2026'],
      ],
    ]);
  });

  test('a listing whose headers are close together is split by the header names', () => {
    const text = `
Account No Name Company Amount Type Date
10000001 EXAMPLE ACME 100.00 Credit 08/03/2026`;
    expect(cells(text)[0]?.[0]).toEqual(['Account No', 'Name', 'Company', 'Amount', 'Type', 'Date']);
  });

  test('a listing reports a line with an amount instead of taking it for wrapped text, however near a row is', () => {
    const text = `
Account     Name            Company            Description         Amount  Date
1000000001  EXAMPLE, ANNA   ACME PAYROLL       SALARY              100.00  08/03/2026
                                               Fee of 5.00 waived`;
    const { tables, unread } = findTables(plainTextPages(text));
    expect(tables[0]?.rows.map(({ cells }) => cells[3]?.text)).toEqual(['SALARY']);
    expect(unread).toMatchObject([{ page: 1, text: 'Fee of 5.00 waived' }]);
    const alone = findTables(plainTextPages(text.replace('Fee of 5.00 waived', '5.00')));
    expect([alone.tables[0]?.rows.length, alone.tables[0]?.totals, alone.unread.length]).toEqual([1, [], 1]);
  });

  test.each(['TOTAL WINE', 'Continued Care', 'PAGE TOTALS LLC'])(
    'a listing keeps the entry of %s because it fills the columns of a row',
    (company) => {
      const text = `
Company           Account     Name               Amount   Date
ACME PAYROLL      1000000001  EXAMPLE, ANNA       10.00   08/03/2026
${company.padEnd(16)}  1000        SAMPLE, BEN         20.00   08/03/2026
TOTAL             2 ITEMS                         30.00
TOTAL             1000000002  SAMPLE, BEN         20.00`;
      const [table] = findTables(plainTextPages(text)).tables;
      expect(table?.rows.map(({ cells: [name] }) => name?.text)).toEqual(['ACME PAYROLL', company, 'TOTAL']);
      expect(table?.totals.map((sum) => sum.text)).toEqual(['30.00']);
    },
  );

  test('a listing does not take a total for a row when it lacks the account or the company', () => {
    const text = `
Account     Name             Company         Amount   Date
1000000001  EXAMPLE, ANNA    ACME PAYROLL     10.00   08/03/2026
ACCOUNT TOTAL 1000000001     ACME PAYROLL     10.00
TOTAL 1000000001  ANNA                        10.00
TOTAL 12    ENTRIES          OF ALL           10.00`;
    const [table] = findTables(plainTextPages(text)).tables;
    expect(table?.rows).toHaveLength(1);
    expect(table?.totals.map((sum) => [sum.column, sum.text])).toEqual(Array.from({ length: 3 }, () => [3, '10.00']));
  });

  test('a header with other columns begins a new table of a listing, and a table without rows is dropped', () => {
    const text = `
Account     Name             Company         Amount
1000000001  EXAMPLE, ANNA    ACME PAYROLL     10.00
Account     Name             Company         Credit   Date
1000000002  SAMPLE, BEN      CITY POWER       20.00   08/03/2026
Account     Name             Company         Credit
1000000003  SAMPLE, BEN      CITY POWER       30.00
ACCOUNT     NAME             COMPANY         CREDIT
1000000004  SAMPLE, LEE      CITY POWER       40.00
Account     Name             Company         Debit
Account     Name             Company         Amount
1000000005  SAMPLE, LEE      CITY POWER       50.00`;
    expect(cells(text).map((table) => table.slice(1).map((row) => row[0]))).toEqual([
      ['1000000001'],
      ['1000000002'],
      ['1000000003', '1000000004'],
      ['1000000005'],
    ]);
  });

  test('the columns of a listing are set by its rows, not by totals', () => {
    const text = `
Account     Name             Branch          Amount
1000                         MAIN             10.00
2000        SAMPLE, BEN      MAIN             20.00
TOTAL OF ALL ITEMS OF THE DAY, OF WHICH MANY  30.00`;
    expect(cells(text.replace('Branch ', 'Company'))[0]?.[1]).toEqual(['1000', '', 'MAIN', '10.00']);
  });

  test('a listing reports a line outside all rows only when it contains an amount', () => {
    const text = `
Account     Name             Company         Amount
1000000001  EXAMPLE, ANNA    ACME PAYROLL     10.00

these are the items of the day
fee 1,250.00 for all`;
    expect(findTables(plainTextPages(text)).unread.map((line) => line.text)).toEqual(['fee 1,250.00 for all']);
  });

  test('a listing keeps entries above a header', () => {
    const head = 'Account     Name             Company         Amount\n';
    const [first, second, third] = [1, 2, 3].map((n) => `100000000${n}  EXAMPLE, ANNA    ACME PAYROLL     ${n}0.00`);
    const tables = cells(`${first}\n${head}${second}\f${head}${third}`);
    const accounts = tables.flatMap(([, ...rows]) => rows.map(([account]) => account));
    expect(accounts.toSorted()).toEqual(['1000000001', '1000000002', '1000000003']);
  });

  test.each([
    'Dear member,\nyour payment of 12.50 was received.',
    'Account   Name        Company     Amount   Type    Date\n\n\n\n\n\nfee    5.00 unknown',
  ])('a document with an amount, but without an entry, is no listing: %j', (text) => {
    const found = findTables(plainTextPages(text));
    expect(readDocument(found, { latestDay: '2027-12-31' })).toEqual({ failure: expect.any(String) });
  });
});
