import type { CsvMapping } from '@clearwatch/contracts/http/csv-mapping';
import { CsvFileReader } from '../csv-file-reader.ts';
import { guessOf } from '../testing/guess-of.ts';

const CONTEXT = { latestDay: '2027-12-31' };
const HEADER = 'Account,Name,Company,Type,Amount,Date,Description';

function readFile(file: string, mapping: CsvMapping = guessOf(file).mapping) {
  const reader = new CsvFileReader(mapping, CONTEXT);
  return [...reader.push(Buffer.from(file)), ...reader.end()];
}

/** The one row of a table with the usual columns. */
function readRow(cells: Record<string, string>, header = HEADER, settings: Partial<CsvMapping> = {}) {
  const usual: Record<string, string> = {
    Account: '100000017',
    Name: 'SAMPLE, PAULA J',
    Company: 'ACME',
    Type: 'Credit',
    Amount: '1250.00',
    Date: '2026-03-16',
    Description: 'PAYROLL',
    Class: 'PPD',
  };
  const row = header
    .split(',')
    .map((name) => `"${(cells[name] ?? usual[name] ?? '').replaceAll('"', '""')}"`);
  const good = header.split(',').map((name) => `"${usual[name] ?? ''}"`);
  const { mapping } = guessOf([header, good.join(','), good.join(',')].join('\n'));
  const [only] = readFile([header, row.join(',')].join('\n'), Object.assign(mapping, settings));
  if (only === undefined) throw new Error('the table has no row');
  return only.read;
}
const rowOf = (...args: Parameters<typeof readRow>) => {
  const read = readRow(...args);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.row;
};
const problemsOf = (...args: Parameters<typeof readRow>) => {
  const read = readRow(...args);
  return 'problems' in read ? read.problems : [];
};

describe('a row of a table', () => {
  it('becomes the same ledger row as from any other file', () => {
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

  it('keeps the time of day, the name of a company whole, and takes an unnamed company from the description', () => {
    expect(rowOf({ Date: '3/16/2026 2:30 PM' })).toMatchObject({
      postingDate: '2026-03-16',
      postingMinute: 870,
    });
    expect(rowOf({ Class: 'CCD', Name: 'SAMPLE BAKERY LLC' }, `${HEADER},Class`)).toMatchObject({
      lastName: 'SAMPLE BAKERY LLC',
      firstName: '',
    });
    expect(
      rowOf({ Description: 'GAS & LIGHT - BILL 17' }, 'Account,Name,Type,Amount,Date,Description'),
    ).toMatchObject({
      company: 'GAS & LIGHT',
    });
  });

  it('keeps what it says beside the amount', () => {
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

  it('needs no date, and has no metadata without a full name', () => {
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

  it('says everything that is wrong with it, by the names of its columns', () => {
    const problems = problemsOf({ Account: '', Amount: '1.005', Type: 'sideways', Date: '2026-02-30' });
    expect(problems).toEqual([
      { field: 'Amount', value: '1.005', reason: expect.stringContaining('decimals') },
      { field: 'Type', value: 'sideways', reason: expect.stringContaining('Credit') },
      { field: 'Account', value: '', reason: expect.stringContaining('required') },
      { field: 'Date', value: '2026-02-30', reason: expect.stringContaining('does not exist') },
    ]);
  });

  it('is text whatever a spreadsheet would make of it', () => {
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

  it('is rejected when a spreadsheet has cut its account number', () => {
    for (const shortened of ['1.23457E+15', '1E+15', '1.2e+15'])
      expect(problemsOf({ Account: shortened })).toEqual([
        { field: 'Account', value: shortened, reason: expect.stringContaining('spreadsheet') },
      ]);
    for (const whole of ['A1.2E+15', '1E+15B', '1.E+15', '17XX'])
      expect(problemsOf({ Account: whole })).toEqual([]);
  });

  it('is rejected when its account number is masked', () => {
    for (const masked of ['****1234', 'XXXXX0017', '••0017', 'xx17'])
      expect(problemsOf({ Account: masked })).toEqual([
        { field: 'Account', value: masked, reason: expect.stringContaining('masked') },
      ]);
  });

  it('is rejected when NUL or a line end stands in a name or number', () => {
    expect(problemsOf({ Account: '1000\u000017' })).toHaveLength(1);
    expect(problemsOf({ Name: 'SAMPLE\nPAULA' })).toHaveLength(1);
  });
});

describe('credits and debits', () => {
  const signed = 'Account,Name,Company,Amount,Date';
  const money = (...args: Parameters<typeof readRow>) => {
    const { transactionType, amountCents } = rowOf(...args);
    return [transactionType, amountCents];
  };

  it('are told by words, in many spellings', () => {
    for (const word of ['CR', 'c', 'Deposit', 'ACH Credit', 'Credit (ACH)', '22', '+'])
      expect(money({ Type: word })).toEqual(['Credit', 125_000]);
    for (const word of ['DR', 'D', 'db', 'Withdrawal', 'Electronic Withdrawal', 'payment', '37'])
      expect(money({ Type: word })).toEqual(['Debit', 125_000]);
  });

  it('are told by the sign, from either side', () => {
    const [debit, credit] = [{ Amount: '-12.00' }, { Amount: '12.00' }];
    expect(money(debit, signed, { direction: 'negative_is_debit' })).toEqual(['Debit', 1_200]);
    expect(money(credit, signed, { direction: 'negative_is_debit' })).toEqual(['Credit', 1_200]);
    expect(money(debit, signed, { direction: 'negative_is_credit' })).toEqual(['Credit', 1_200]);
    expect(money({ Amount: '(12.00)' }, signed, { direction: 'negative_is_debit' })).toEqual([
      'Debit',
      1_200,
    ]);
    expect(money({ Amount: '12.00 CR' }, signed, { direction: 'negative_is_debit' })).toEqual([
      'Credit',
      1_200,
    ]);
    expect(money({ Amount: '+$1,212.00' }, signed, { direction: 'negative_is_debit' })).toEqual([
      'Credit',
      121_200,
    ]);
  });

  it('are told by what stands behind the amount before its sign', () => {
    const of = (Amount: string) => money({ Amount }, signed, { direction: 'negative_is_debit' });
    expect(of('12.00 DR')).toEqual(['Debit', 1_200]);
    expect(of('12.00cr')).toEqual(['Credit', 1_200]);
    expect(of('5 DR')).toEqual(['Debit', 500]);
    expect(of('0.00 DR')).toEqual(['Debit', 0]);
    expect(of('0.00')).toEqual(['Credit', 0]);
    expect(of('-0.01')).toEqual(['Debit', 1]);
    for (const wrong of ['12.00 CREDIT', '1+2.00', '+-12.00', 'CR'])
      expect(problemsOf({ Amount: wrong }, signed, { direction: 'negative_is_debit' })).toHaveLength(1);
  });

  it('are told by NACHA transaction codes', () => {
    const coded = 'Account,Name,Company,Code,Amount,Date';
    const settings = { direction: 'transaction_code' } as const;
    expect(money({ Code: '27' }, coded, settings)).toEqual(['Debit', 125_000]);
    expect(money({ Code: '32' }, coded, settings)).toEqual(['Credit', 125_000]);
    expect(problemsOf({ Code: '99' }, coded, settings)).toEqual([
      { field: 'Code', value: '99', reason: expect.stringContaining('no NACHA transaction code') },
    ]);
    expect(problemsOf({ Code: '' }, coded, settings)).toEqual([
      { field: 'Code', value: '', reason: expect.stringContaining('required') },
    ]);
  });

  it('need an amount, however they are told', () => {
    const missing = [{ field: 'Amount', value: '', reason: expect.stringContaining('required') }];
    expect(problemsOf({ Amount: '' })).toEqual(missing);
    expect(problemsOf({ Amount: '' }, signed, { direction: 'negative_is_debit' })).toEqual(missing);
    expect(problemsOf({ Type: '' })).toMatchObject([{ field: 'Type' }]);
  });

  it('are told by which of two columns is filled; a zero beside it says nothing', () => {
    const two = 'Account,Name,Company,Debit,Credit,Date';
    const settings: Partial<CsvMapping> = {
      direction: 'two_columns',
      columns: guessOf(`${two}\n1,Paula Sample,ACME,1.00,,2026-03-16`).mapping.columns,
    };
    const of = (debit: string, credit: string) => readRow({ Debit: debit, Credit: credit }, two, settings);
    expect(of('12.00', '')).toMatchObject({ row: { transactionType: 'Debit', amountCents: 1_200 } });
    expect(of('-12.00', '0.00')).toMatchObject({ row: { transactionType: 'Debit', amountCents: 1_200 } });
    expect(of('0.00', '13.00')).toMatchObject({ row: { transactionType: 'Credit', amountCents: 1_300 } });
    expect(of('', '0.00')).toMatchObject({ row: { transactionType: 'Credit', entryKind: 'zero_dollar' } });
    for (const [debit, credit] of [
      ['1.00', '2.00'],
      ['0.00', '0.00'],
      ['', ''],
      ['', '-1.00'],
      ['x', ''],
      ['12.00 CR', ''],
      ['', '12.00 DR'],
    ] as const)
      expect(of(debit, credit)).toMatchObject({ problems: [{}] });
    expect(of('12.00 DR', '')).toMatchObject({ row: { transactionType: 'Debit', amountCents: 1_200 } });
    expect(of('0.00 CR', '13.00')).toMatchObject({ row: { transactionType: 'Credit', amountCents: 1_300 } });
    expect(of('0.01 CR', '')).toMatchObject({
      problems: [{ field: 'Debit', reason: 'this is the column of debits, but the amount says otherwise' }],
    });
  });

  it('that contradict themselves are rejected', () => {
    expect(problemsOf({ Amount: '-12.00', Type: 'Credit' })).toHaveLength(1);
    expect(problemsOf({ Amount: '12.00 DR', Type: 'Credit' })).toHaveLength(1);
    expect(money({ Amount: '-12.00', Type: 'Debit' })).toEqual(['Debit', 1_200]);
    const bySign = (Amount: string, direction: CsvMapping['direction']) =>
      problemsOf({ Amount }, signed, { direction }).map(({ field }) => field);
    expect(bySign('-12.00 CR', 'negative_is_debit')).toEqual(['Amount']);
    expect(bySign('(12.00) DR', 'negative_is_credit')).toEqual(['Amount']);
    expect(bySign('-12.00 DR', 'negative_is_debit')).toEqual([]);
  });
});

describe('a table', () => {
  const row = '100000017,Paula Sample,ACME,Credit,1.00,2026-03-16,PAY';

  it('names in words the fields that no column was chosen for', () => {
    const { mapping } = guessOf(`${HEADER}\n${row}\n`);
    const columns = mapping.columns.filter(({ field }) => field !== 'accountNumber');
    const [first] = readFile(`${HEADER}\n${row}\n`, Object.assign({}, mapping, { columns }));
    expect(first?.read).toMatchObject({ problems: [{ field: 'Account number' }] });
    const without = (...fields: string[]) => {
      const left = mapping.columns.filter(({ field }) => !fields.includes(field));
      const [only] = readFile(`${HEADER}\n${row}\n`, Object.assign({}, mapping, { columns: left }));
      return only !== undefined && 'problems' in only.read
        ? only.read.problems.map(({ field }) => field)
        : [];
    };
    expect(without('amount', 'transactionType')).toEqual(['Type', 'Amount']);
    expect(without('postingDate', 'entryDescription')).toEqual([]);
  });

  it('numbers its rows without header and blank rows, and keeps their lines', () => {
    const rows = readFile(`Report of today\n\n${HEADER}\n${row}\n,,,,,,\n${row}\n`);
    expect(rows.map(({ row: number, line }) => [number, line])).toEqual([
      [1, 4],
      [2, 6],
    ]);
  });

  it('rejects rows that have lost or gained a delimiter, and takes one delimiter too many at the end', () => {
    const { mapping } = guessOf(`${HEADER}\n${row}\n`);
    const rows = readFile(`${HEADER}\n${row}\n${row},\n${row},stray\n100000017,Sample\n1,2,3\n`, mapping);
    expect(rows.map(({ read }) => 'row' in read)).toEqual([true, true, false, false, false]);
    expect(rows.slice(2).map(({ read }) => 'problems' in read && read.problems[0]?.reason)).toEqual([
      'the row has 8 columns instead of 7; put a text that holds a delimiter into quotation marks',
      'the row has 2 columns instead of 7; a line end within a text needs quotation marks around the text',
      'the row has 3 columns instead of 7; a line end within a text needs quotation marks around the text',
    ]);
    expect(readFile(`${HEADER}\n${row}, \n${row},,x\n`, mapping).map(({ read }) => 'row' in read)).toEqual([
      true,
      false,
    ]);
  });

  it('rejects a row in which a quotation mark stands wrong, though it has all its columns', () => {
    const { mapping } = guessOf(`${HEADER}\n${row}\n`);
    const [wrong] = readFile(`${HEADER}\n${row.replace('ACME', '"ACME "BEST" CO"')}\n`, mapping);
    expect(wrong?.read).toMatchObject({
      problems: [{ field: 'row', reason: expect.stringContaining('closing quotation mark') }],
    });
    expect(wrong?.source).toContain('"ACME "BEST" CO"');
    expect(readFile(`${HEADER}\n${row}\n`, mapping)[0]?.source).toBeNull();
  });

  it('takes no part of an amount for the whole when its comma is no delimiter', () => {
    const header = 'Account,Name,Company,Type,Date,Amount,Note,Teller';
    const amounts = (...ends: string[]) => {
      const good = `1,Paula Sample,ACME,Credit,2026-03-16,1.00,x,y`;
      const rows = ends.map((end) => `1,Paula Sample,ACME,Credit,2026-03-16,${end}`);
      return readFile([header, good, good, good, good, ...rows].join('\n'))
        .slice(4)
        .map(({ read }) => ('row' in read ? read.row.amountCents : read.problems[0]?.reason));
    };
    const split = expect.stringMatching(/columns instead of 8.*quotation marks/);

    expect(amounts('1,200.00,x,', '1,200.00', '-1,200.00', '$12,345,678.00,,', '1,200,x,,')).toEqual([
      split,
      split,
      split,
      split,
      split,
    ]);
    expect(amounts('12.00,', '12.00,x,y,', '12,x,', '1.00,200.00')).toEqual([1_200, 1_200, 1_200, 100]);
  });

  it('takes rows whose last columns are left off when nobody needs them', () => {
    const file = `${HEADER},Branch,Teller\n${row},1,2\n${row}\n`;
    expect(readFile(file).map(({ read }) => 'row' in read)).toEqual([true, true]);
    const { mapping } = guessOf(file);
    const cut = readFile(`${HEADER},Branch,Teller\n${row.replace(',PAY', '')}\n${row},1,2\n`, mapping);
    expect(cut.map(({ read }) => 'row' in read)).toEqual([false, true]);
  });

  it('without a row below its header is refused', () => {
    const { mapping } = guessOf(`${HEADER}\n${row}\n`);
    expect(() => readFile(`${HEADER}\n`, mapping)).toThrow(/no row of transactions/);
  });

  it('with equal or dangerous names of columns tells them apart', () => {
    const header = '__proto__,Account,Account,Name,Company,Type,Amount,Date';
    const file = `${header}\nx,,2,Paula Sample,ACME,Credit,1.00,2026-03-16\nx,1,2,Paula Sample,ACME,Credit,1.005,2026-03-16`;
    const [first] = readFile(file);
    expect(first?.read).toEqual({ problems: [{ field: 'Account', value: '', reason: expect.any(String) }] });
  });
});
