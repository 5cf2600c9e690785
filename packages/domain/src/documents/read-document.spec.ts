import { plainTextPages } from './plain-text-pages.ts';
import { findTables, isAccountStatement, readContentTable, readDocument } from './read-document.ts';
import { aRow, aTable } from './testing/document-fixtures.ts';

describe('account statements', () => {
  test.each([
    ['Date  Description  Withdrawals  Deposits  Balance', true],
    ['DATE  DETAILS  DEBIT  CREDIT', true],
    ['date  particulars  paid out  balance', true],
    ['Transaction  Debits  Credits  Balance', true],
    ['Date  Withdrawal  Deposit  Balance', true],
    ['DATE  MONEY OUT  MONEY IN  BALANCE', true],
    ['Cover\fDate  Description  Withdrawals  Deposits  Balance\fEnd', true],
    ['Date  Description  Balance', false],
    ['Date\nDescription\nDebit\nCredit\nBalance', false],
    ['On that date the transaction 7 made a debit of your balance', false],
    ['Update  Descriptions  Debited  Credited  Rebalance', false],
  ])('a statement of one account is recognized by the columns of %j: %s', (text, is) => {
    expect(isAccountStatement(plainTextPages(text))).toBe(is);
  });
});

const read = (rows: Parameters<typeof aTable>[0]) => readContentTable(aTable(rows), { latestDay: '2027-12-31' });
const doubtsIn = (rows: Parameters<typeof aTable>[0]) =>
  read(rows).table.rows.map(({ doubts }) => doubts.map(({ column, reason }) => [column, reason]));
const without = (left: string) => Object.fromEntries(Object.entries(aRow()).filter(([name]) => name !== left));

describe('document tables', () => {
  test('a document table is read by its header, whose lines are joined into one', () => {
    const { 'Account Number': account = '', ...others } = aRow();
    const { table, questions } = read([{ ' Account\n  Number ': account, ...others }]);
    expect(questions).toEqual([]);
    expect(table.header[0]).toBe('Account Number');
    expect(table.mapping).toMatchObject({ skippedRows: 0, hasHeader: true, columnCount: 6 });
  });

  test('a table without dates holds all rows, because rules ignore them', () => {
    const doubt = [null, 'no date of the entry was found, neither in its row nor in a heading or title'];
    expect(doubtsIn([without('Posting Date'), without('Posting Date')])).toEqual([[doubt], [doubt]]);
  });

  test('a document table is asked about when only the sign may separate credits from debits', () => {
    const [signed, plain] = ['-10.00', '10.00'].map((Amount) => ({ ...without('Type'), Amount }));
    expect(read([signed ?? {}, plain ?? {}]).questions).toEqual([
      { column: 3, sentence: expect.stringContaining('Only the sign of the amount distinguishes credits') },
    ]);
  });

  test('a document table reports a missing column', () => {
    expect(read([without('Account Number')]).questions).toContainEqual({
      column: null,
      sentence: 'No column was recognized as the account number. Choose one.',
    });
  });
});

describe('document dates', () => {
  const dated = (text: string, confidence = 1) => aRow({ 'Posting Date': { text, confidence } });
  const others = ['08/01/2026', '08/02/2026', '08/03/2026'].map((text) => dated(text));

  test('document dates have the month first, even when an uncertain one seems to begin with the day', () => {
    const { table } = read([...others, dated('18/03/2026', 0.3)]);
    expect(table.mapping.dateOrder).toBe('month_first');
    expect(table.rows.map(({ doubts }) => doubts.length > 0)).toEqual([false, false, false, true]);
  });

  test('document dates hold all rows when more of them begin with the day than with the month', () => {
    const doubt = [5, expect.stringContaining('some dates begin with the day')];
    expect(doubtsIn([...others, dated('18/03/2026')]).slice(0, 3)).toEqual([[doubt], [doubt], [doubt]]);
    expect(doubtsIn([...others, dated('18/03/2026', 0.88)])[0]).toEqual([doubt]);
    expect(doubtsIn([...others, dated('08/18/2026'), dated('18/03/2026')]).slice(0, 4)).toEqual([[], [], [], []]);
  });

  test('document dates raise no doubt when they can be read as written', () => {
    expect(doubtsIn([...others, dated('08/18/2026')])).toEqual([[], [], [], []]);
  });
});

const LATEST = { latestDay: '2027-12-31' };
const readWords = (text: string) => readDocument(findTables(plainTextPages(text)), LATEST);
const rowsOf = (text: string) => {
  const found = readWords(text);
  if ('failure' in found) throw new Error(found.failure);
  return found.tables.flatMap(({ rows }) => rows);
};

const HEAD = 'Account     Name             Company          Code   Amount    Type    Date\n';
const row = (n: number, amount: string, type = 'Credit', code = '22') =>
  `100000000${n}  EXAMPLE, ANNA    ACME PAYROLL     ${code}  ${amount.padStart(9)}   ${type.padEnd(6)}  08/0${n}/2026\n`;

describe('documents', () => {
  test('a document without doubts gives rows ready for import', () => {
    const rows = rowsOf(
      HEAD + row(1, '100.00') + row(2, '1,250.00') + 'TOTAL                                         1,350.00\n',
    );
    expect(rows.map(({ doubts }) => doubts)).toEqual([[], []]);
  });

  test('a document holds a row that contradicts itself', () => {
    const [one, two] = rowsOf(HEAD + row(1, '100.00') + row(2, '50.00', 'Debit', '22'));
    expect(one?.doubts).toEqual([]);
    expect(two?.doubts.map(({ column }) => column)).toEqual([3, 5, 4]);
    expect(two?.doubts[0]?.reason).toBe('the code 22 is for credits, but the row says debit');
  });

  test('a document holds all rows when they do not add up to its sum', () => {
    const rows = rowsOf(
      HEAD + row(1, '100.00') + row(2, '50.00') + 'TOTAL                                           155.00\n',
    );
    expect(rows.map(({ doubts }) => doubts.map(({ reason }) => reason))).toEqual([
      ['the printed sum is $155.00, but the rows add up to $150.00'],
      ['the printed sum is $155.00, but the rows add up to $150.00'],
    ]);
  });

  test('a document is accepted when it has sums of its parts', () => {
    const rows = rowsOf(
      `${HEAD + row(1, '100.00')}PAGE TOTAL                                      100.00\n${row(2, '50.00')}PAGE TOTAL                                       50.00\nGRAND TOTAL                                     150.00\n`,
    );
    expect(rows.flatMap(({ doubts }) => doubts)).toEqual([]);
  });

  test('a document of labeled values is read record by record', () => {
    const record = (n: number) => `Transaction ${n}
Account Number: 100000000${n}      Name: EXAMPLE, ANNA M
Company: ACME PAYROLL INC         Transaction Code: 22
Amount: $1${n}.00                  Type: Credit
Posting Date: 08/0${n}/2026

`;
    const rows = rowsOf(record(1) + record(2));
    expect(rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
      ['1000000001', 'EXAMPLE, ANNA M', 'ACME PAYROLL INC', '22', '$11.00', 'Credit', '08/01/2026'],
      ['1000000002', 'EXAMPLE, ANNA M', 'ACME PAYROLL INC', '22', '$12.00', 'Credit', '08/02/2026'],
    ]);
    expect(rows.flatMap(({ doubts }) => doubts)).toEqual([]);
  });

  test.each([
    ['', 'the document has no table of entries'],
    ['Dear Sir,\nplease find enclosed 12.50.', 'the document has no table of entries'],
    [
      'Date     Transaction details     Withdrawals   Deposits    Balance\n08/01/2026  ATM   100.00    900.00',
      'this looks like a statement for one account',
    ],
    [
      'Date        Company       Description    Code  Amount\n08/01/2026  ACME          PAY            22    100.00',
      'the document has no table of entries',
    ],
  ])('a document that cannot be used reports why: %j', (text, reason) => {
    expect(readWords(text)).toEqual({ failure: expect.stringContaining(reason) });
  });

  test('a document without any table reports that, and a table followed by statement columns is still read', () => {
    const nothing = { tables: [], unread: [] };
    const none = expect.stringContaining('the document has no table of entries');
    expect(readDocument(nothing, LATEST)).toEqual({ failure: none });
    expect(readDocument({ ...nothing, isAccountStatement: false }, LATEST)).toEqual({ failure: none });
    const table = HEAD + row(1, '100.00');
    const statement = `${table}\n\n\nDate   Details   Debit   Credit   Balance\n`;
    expect(rowsOf(statement)).toHaveLength(1);
  });

  test('a document with a table is read by it, even when it also contains labeled values', () => {
    const named = 'Account: 7  Name: LEE  Company: ACME  Amount: 7.00\n\n\n\n';
    expect(rowsOf(named + HEAD + row(1, '100.00')).map(({ cells }) => cells[4]?.text)).toEqual(['100.00']);
  });

  test('a document with a second table of another kind reports the rows of that table and amounts outside any table', () => {
    const other =
      'Date        Company       Description    Code  Amount\n08/01/2026  ACME          PAY            22      7.00\n';
    const found = readWords(`${HEAD + row(1, '100.00')}\n\n\n\nfee 5.00 taken\n${other}`);
    expect(found).toMatchObject({
      tables: [{ rows: [{ cells: { length: 7 } }] }],
      unread: [
        { page: 1, text: 'fee 5.00 taken' },
        { page: 1, text: '08/01/2026 ACME PAY 22 7.00', box: { x: 0, height: 10 } },
      ],
    });
    expect('unread' in found && found.unread).toHaveLength(2);
  });

  test('a document holds a name with a digit from an image, but accepts it in printed text', () => {
    const text = HEAD + row(1, '100.00').replace('ANNA', 'ANN1') + row(2, '50.00');
    expect(rowsOf(text).flatMap(({ doubts }) => doubts)).toEqual([]);
    const words = plainTextPages(text)[0]?.words.map((word) => ({ ...word, confidence: 0.97 })) ?? [];
    const found = readDocument(findTables([{ page: 1, width: 500, height: 100, words }]), LATEST);
    expect('tables' in found && found.tables[0]?.rows.map(({ doubts }) => doubts)).toEqual([
      [{ column: 1, reason: 'a name that contains a digit was probably misread' }],
      [],
    ]);
  });

  test.each([
    ['EXAMPLE; ANNA', 'a name that contains this kind of character was probably misread'],
    ['EXAMPLE. ANNA', 'it does not look like the other names in its column'],
  ])('a document from an image holds the name %j among names with commas', (name, reason) => {
    const rows = [1, 2, 3, 4].map((n) => row(n, '50.00'));
    const text = HEAD + rows.join('').replace('EXAMPLE, ANNA', name);
    const words = plainTextPages(text)[0]?.words.map((word) => ({ ...word, confidence: 0.97 })) ?? [];
    const found = readDocument(findTables([{ page: 1, width: 500, height: 100, words }]), LATEST);
    const doubts = 'tables' in found ? found.tables[0]?.rows.map((one) => one.doubts) : [];
    expect(doubts?.[0]).toContainEqual({ column: 1, reason });
    expect(doubts?.slice(1)).toEqual([[], [], []]);
  });

  test('a document from an image raises doubts about uncertain cells and cells that differ from their column', () => {
    const pages = plainTextPages(HEAD + row(1, '100.00') + row(2, '50.00') + row(3, '50.00') + row(4, '50.00'));
    const words = pages[0]?.words.map((word) => ({
      ...word,
      text: word.text === '1000000003' ? '10000O0003' : word.text,
      confidence: word.text === '100.00' ? 0.5 : 0.97,
    }));
    const found = readDocument(findTables([{ page: 1, width: 500, height: 100, words: words ?? [] }]), LATEST);
    expect('tables' in found && found.tables[0]?.rows.map(({ doubts }) => doubts)).toEqual([
      [{ column: 4, reason: 'the characters could not be read with certainty' }],
      [],
      [{ column: 0, reason: 'it does not look like the other numbers in its column' }],
      [],
    ]);
  });
});
