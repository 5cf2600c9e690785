import { readTables } from './read-tables.ts';
import { textPages } from './text-words.ts';

const cells = (text: string) =>
  readTables(textPages(text)).tables.map(({ header, rows }) => [
    header,
    ...rows.map((row) => row.cells.map((cell) => cell.text)),
  ]);

describe('a listing', () => {
  test('is read by its columns, between titles and totals', () => {
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
    expect(readTables(textPages(text)).tables[0]?.totals).toMatchObject([{ column: 4, text: '$1,314.61' }]);
  });

  test('goes on over pages, with and without the header again', () => {
    const head = 'Account   Name        Company     Amount   Type    Date\n';
    const row = (n: number) => `100000000${n} EXAMPLE, A  ACME         1${n}.00   Credit  08/03/26\n`;
    const [table] = cells(`${head}${row(1)}\f${row(2)}\fpage 3\n${head}${row(3)}`);
    expect(table?.slice(1).map((found) => [found[0], found[3]])).toEqual([
      ['1000000001', '11.00'],
      ['1000000002', '12.00'],
      ['1000000003', '13.00'],
    ]);
  });

  test('keeps wrapped text with its row', () => {
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

  test('has headers of two lines and columns set flush right', () => {
    const text = `
Account       Member           Originating      Debit     Credit   Posting
Number        Name             Company         Amount     Amount   Date
1000000001    ANNA EXAMPLE     ACME PAYROLL               100.00   08/03/2026
1000000002    BEN SAMPLE       CITY POWER        80.00             08/04/2026`;
    expect(cells(text)).toEqual([
      [
        [
          'Account Number',
          'Member Name',
          'Originating Company',
          'Debit Amount',
          'Credit Amount',
          'Posting Date',
        ],
        ['1000000001', 'ANNA EXAMPLE', 'ACME PAYROLL', '', '100.00', '08/03/2026'],
        ['1000000002', 'BEN SAMPLE', 'CITY POWER', '80.00', '', '08/04/2026'],
      ],
    ]);
  });

  test('with headers that stand close is parted by what they are called', () => {
    const text = `
Account No Name Company Amount Type Date
10000001 EXAMPLE ACME 100.00 Credit 08/03/2026`;
    expect(cells(text)[0]?.[0]).toEqual(['Account No', 'Name', 'Company', 'Amount', 'Type', 'Date']);
  });

  test('takes no amount for wrapped text: a line of its own kind is told, however near it stands', () => {
    const text = `
Account     Name            Company            Description         Amount  Date
1000000001  EXAMPLE, ANNA   ACME PAYROLL       SALARY              100.00  08/03/2026
                                               Fee of 5.00 waived`;
    const { tables, unread } = readTables(textPages(text));
    expect(tables[0]?.rows.map(({ cells }) => cells[3]?.text)).toEqual(['SALARY']);
    expect(unread).toMatchObject([{ page: 1, text: 'Fee of 5.00 waived' }]);
  });

  test('gives nothing when there is no header, and says which amounts it could not place', () => {
    expect(cells('Dear member,\nyour payment of 12.50 was received.')).toEqual([]);
    const far = 'Account   Name        Company     Amount   Type    Date\n\n\n\n\n\nfee    5.00 unknown';
    expect(readTables(textPages(far)).unread).toMatchObject([{ page: 1, text: 'fee 5.00 unknown' }]);
  });
});
