import type { CsvDelimiter, CsvField } from '@clearwatch/contracts/csv-mapping';
import { isAmountSplitByComma } from './csv-row-reader.ts';
import { guessOf, HEADER, problemsOf, readFile, rowOf } from './testing/csv-fixtures.ts';

describe('CSV row', () => {
  it('a CSV row becomes the same ledger row as from any other format', () => {
    expect(rowOf({})).toEqual({
      company: 'ACME',
      lastName: 'SAMPLE',
      firstName: 'PAULA',
      middleInitial: 'J',
      accountNumber: '100000017',
      originalAccount: '100000017',
      transactionCode: '',
      amountCents: 125_000,
      transactionType: 'Credit',
      entryKind: 'money',
      checkTracerNumber: null,
      addenda: null,
      batch: null,
      settlementDate: null,
      effectiveDate: null,
      postingDate: '2026-03-16',
      postingMinute: null,
      entryDescription: 'PAYROLL',
      class: null,
      metadata: { memberName: 'SAMPLE, PAULA J' },
    });
  });

  it('a CSV row keeps its time of day and full company name, and does not use the description as the company', () => {
    expect(rowOf({ Date: '3/16/2026 2:30 PM' })).toMatchObject({
      postingDate: '2026-03-16',
      postingMinute: 870,
    });
    expect(rowOf({ Class: 'CCD', Name: 'SAMPLE BAKERY LLC' }, `${HEADER},Class`)).toMatchObject({
      lastName: 'SAMPLE BAKERY LLC',
      firstName: '',
    });
    expect(rowOf({ Description: 'GAS & LIGHT - BILL 17' }, 'Account,Name,Type,Amount,Date,Description')).toMatchObject({
      company: 'Unknown originator',
      entryDescription: 'GAS & LIGHT - BILL 17',
    });
  });

  it('a CSV row keeps its optional fields', () => {
    const header = `${HEADER},Settlement Date,Effective Date,Original Account,Trace Number,Batch,Addenda,Member Number,Routing Number,Class`;
    const row = rowOf(
      {
        'Settlement Date': '03/17/2026',
        'Effective Date': '03/18/2026',
        'Original Account': '00100000017',
        'Trace Number': '021000020000001',
        Batch: '7',
        Addenda: 'INVOICE 12',
        'Member Number': '2041',
        'Routing Number': '021000021',
        Class: 'web',
      },
      header,
    );
    expect(row).toMatchObject({
      settlementDate: '2026-03-17',
      effectiveDate: '2026-03-18',
      originalAccount: '00100000017',
      checkTracerNumber: '021000020000001',
      batch: '7',
      addenda: 'INVOICE 12',
      class: 'WEB',
      metadata: { memberName: 'SAMPLE, PAULA J', memberId: '2041', routingNumber: '021000021' },
    });
  });

  it('a CSV row needs no date, and has no metadata without a full name', () => {
    const header = 'Account,Last Name,First Name,Company,Type,Amount,Date';
    expect(rowOf({ 'Last Name': 'SAMPLE', 'First Name': 'PAULA', Date: '' }, header)).toMatchObject({
      lastName: 'SAMPLE',
      firstName: 'PAULA',
      postingDate: null,
      postingMinute: null,
      metadata: null,
    });
    expect(rowOf({ 'Last Name': 'SAMPLE' }, header)).toMatchObject({ firstName: '', middleInitial: null });
  });

  it('a CSV row reports all of its problems by column name', () => {
    const problems = problemsOf({ Account: '', Amount: '1.005', Type: 'sideways', Date: '2026-02-30' });
    expect(problems).toEqual([
      { field: 'Amount', value: '1.005', reason: expect.stringContaining('decimals') },
      { field: 'Type', value: 'sideways', reason: expect.stringContaining('Credit') },
      { field: 'Account', value: '', reason: expect.stringContaining('required') },
      { field: 'Date', value: '2026-02-30', reason: expect.stringContaining('does not exist') },
    ]);
  });

  it('a CSV row keeps text that a spreadsheet would change', () => {
    expect(rowOf({ Name: '=HYPERLINK("x")', Company: "'=1+1" })).toMatchObject({
      lastName: '=HYPERLINK("x")',
      company: '=1+1',
    });
    expect(rowOf({ Account: '="00012345"' })).toMatchObject({ accountNumber: '00012345' });
    expect(rowOf({ Account: "'00012345" })).toMatchObject({ accountNumber: '00012345' });
    for (const text of ["'00012345X", "O'17", "'", 'A="17"', '="17"B', "X'=17"])
      expect(rowOf({ Account: text })).toMatchObject({ accountNumber: text });
    expect(problemsOf({ Account: '=""' })).toMatchObject([
      { field: 'Account', reason: expect.stringContaining('required') },
    ]);
  });

  it('a CSV row is rejected when a spreadsheet shortened its account number', () => {
    for (const shortened of ['1.23457E+15', '1E+15', '1.2e+15'])
      expect(problemsOf({ Account: shortened })).toEqual([
        { field: 'Account', value: shortened, reason: expect.stringContaining('spreadsheet') },
      ]);
    for (const whole of ['A1.2E+15', '1E+15B', '1.E+15', '17XX']) expect(problemsOf({ Account: whole })).toEqual([]);
  });

  it('a CSV row is rejected when its account number is masked', () => {
    for (const masked of ['****1234', 'XXXXX0017', '••0017', 'xx17'])
      expect(problemsOf({ Account: masked })).toEqual([
        { field: 'Account', value: masked, reason: expect.stringContaining('masked') },
      ]);
  });

  it('a CSV row is rejected for NUL in a number or a line break in a name', () => {
    expect(problemsOf({ Account: '1000\u000017' })).toHaveLength(1);
    expect(problemsOf({ Name: 'SAMPLE\nPAULA' })).toHaveLength(1);
  });

  it('a CSV row is kept with a space in place of a control character in a name', () => {
    expect(rowOf({ Name: 'PAULA\u0000SAMPLE', Company: 'AC\tME' })).toMatchObject({
      lastName: 'SAMPLE',
      firstName: 'PAULA',
      company: 'AC ME',
    });
  });
});

describe('CSV table', () => {
  const row = '100000017,Paula Sample,ACME,Credit,1.00,2026-03-16,PAY';

  it('a CSV table names fields without a column in words', () => {
    const { mapping } = guessOf(`${HEADER}\n${row}\n`);
    const columns = mapping.columns.filter(({ field }) => field !== 'accountNumber');
    const [first] = readFile(`${HEADER}\n${row}\n`, Object.assign({}, mapping, { columns }));
    expect(first?.read).toMatchObject({ problems: [{ field: 'Account number' }] });
    const without = (...fields: string[]) => {
      const left = mapping.columns.filter(({ field }) => !fields.includes(field));
      const [only] = readFile(`${HEADER}\n${row}\n`, Object.assign({}, mapping, { columns: left }));
      return only !== undefined && 'problems' in only.read ? only.read.problems.map(({ field }) => field) : [];
    };
    expect(without('amount', 'transactionType')).toEqual(['Type', 'Amount']);
    expect(without('postingDate', 'entryDescription')).toEqual([]);
  });

  it('a CSV table numbers its rows without header and blank rows and keeps their lines', () => {
    const rows = readFile(`Report of today\n\n${HEADER}\n${row}\n,,,,,,\n${row}\n`);
    expect(rows.map(({ row: number, line }) => [number, line])).toEqual([
      [1, 4],
      [2, 6],
    ]);
  });

  it('a CSV table rejects rows with a missing or extra delimiter, except one extra delimiter at the end', () => {
    const { mapping } = guessOf(`${HEADER}\n${row}\n`);
    const rows = readFile(`${HEADER}\n${row}\n${row},\n${row},stray\n100000017,Sample\n1,2,3\n`, mapping);
    expect(rows.map(({ read }) => 'row' in read)).toEqual([true, true, false, false, false]);
    expect(rows.slice(2).map(({ read }) => 'problems' in read && read.problems[0]?.reason)).toEqual([
      'this row has the wrong number of columns (8 instead of 7); put quotation marks around any text that contains a delimiter',
      'this row has the wrong number of columns (2 instead of 7); put quotation marks around any text that contains a line break',
      'this row has the wrong number of columns (3 instead of 7); put quotation marks around any text that contains a line break',
    ]);
    expect(readFile(`${HEADER}\n${row}, \n${row},,x\n`, mapping).map(({ read }) => 'row' in read)).toEqual([
      true,
      false,
    ]);
  });

  it('a CSV table rejects a row with a misplaced quotation mark although it has all its columns', () => {
    const { mapping } = guessOf(`${HEADER}\n${row}\n`);
    const [wrong] = readFile(`${HEADER}\n${row.replace('ACME', '"ACME "BEST" CO"')}\n`, mapping);
    expect(wrong?.read).toMatchObject({
      problems: [{ field: 'row', reason: expect.stringContaining('closing quotation mark') }],
    });
    expect(wrong?.source).toContain('"ACME "BEST" CO"');
    expect(readFile(`${HEADER}\n${row}\n`, mapping)[0]?.source).toBeNull();
  });

  it('a CSV table does not take part of an amount for the whole amount when its comma is a delimiter', () => {
    const header = 'Account,Name,Company,Type,Date,Amount,Note,Teller';
    const amounts = (...ends: string[]) => {
      const good = `1,Paula Sample,ACME,Credit,2026-03-16,1.00,x,y`;
      const rows = ends.map((end) => `1,Paula Sample,ACME,Credit,2026-03-16,${end}`);
      return readFile([header, good, good, good, good, ...rows].join('\n'))
        .slice(4)
        .map(({ read }) => ('row' in read ? read.row.amountCents : read.problems[0]?.reason));
    };
    const split = expect.stringMatching(/instead of 8\).*quotation marks/);

    expect(amounts('1,200.00,x,', '1,200.00', '-1,200.00', '$12,345,678.00,,', '1,200,x,,')).toEqual([
      split,
      split,
      split,
      split,
      split,
    ]);
    expect(amounts('12.00,', '12.00,x,y,', '12,x,', '1.00,200.00')).toEqual([1_200, 1_200, 1_200, 100]);
  });

  it('a CSV table accepts rows without their last columns when these are not used', () => {
    const file = `${HEADER},Branch,Teller\n${row},1,2\n${row}\n`;
    expect(readFile(file).map(({ read }) => 'row' in read)).toEqual([true, true]);
    const { mapping } = guessOf(file);
    const cut = readFile(`${HEADER},Branch,Teller\n${row.replace(',PAY', '')}\n${row},1,2\n`, mapping);
    expect(cut.map(({ read }) => 'row' in read)).toEqual([false, true]);
  });

  it('a CSV table is rejected without a row below its header', () => {
    const { mapping } = guessOf(`${HEADER}\n${row}\n`);
    expect(() => readFile(`${HEADER}\n`, mapping)).toThrow(/contains no transactions/);
  });

  it('a CSV table with duplicate or unsafe column names gets unique names', () => {
    const header = '__proto__,Account,Account,Name,Company,Type,Amount,Date';
    const file = `${header}\nx,,2,Paula Sample,ACME,Credit,1.00,2026-03-16\nx,1,2,Paula Sample,ACME,Credit,1.005,2026-03-16`;
    const [first] = readFile(file);
    expect(first?.read).toEqual({ problems: [{ field: 'Account', value: '', reason: expect.any(String) }] });
  });
});

function splits(
  cells: readonly string[],
  { field = 'amount', delimiter = ',' }: { field?: CsvField; delimiter?: CsvDelimiter } = {},
): boolean {
  return isAmountSplitByComma(cells, { columns: [{ column: 1, field }], delimiter });
}

describe('amount split over two columns', () => {
  test.each([
    ['1', '200'],
    ['12', '345.00'],
    ['123', '456.7'],
    ['-1', '200.00'],
    ['+$ 1', '200.00'],
    ['(1', '200.00)'],
    ['1', '200.00-'],
    ['1', '200.00 CR'],
    ['1', '200.00dr'],
    [' 1 ', ' 200.00 '],
  ])(
    'an amount split over two CSV columns is recognized by the parts around its comma: %j and %j',
    (before, behind) => {
      expect(splits(['x', before, behind])).toBe(true);
      expect(splits(['x', before, behind], { delimiter: ';' })).toBe(false);
      expect(splits(['x', before, behind], { field: 'batch' })).toBe(false);
      expect(splits(['x', before, behind], { field: 'creditAmount' })).toBe(true);
    },
  );

  test.each([
    ['1200', '200.00'],
    ['1.00', '200.00'],
    ['', '200.00'],
    ['1', '1200.00'],
    ['1', '20'],
    ['1', '200.000'],
    ['1', '200.00 CRX'],
    ['1', 'PAYROLL'],
    ['1', ''],
  ])('an amount split over two CSV columns is not recognized in %j and %j', (before, behind) => {
    expect(splits(['x', before, behind])).toBe(false);
  });
});
