import { textPages } from './layout/text-words.ts';
import { findTables, readDocument } from './read-document.ts';

const LATEST = { latestDay: '2027-12-31' };
const read = (text: string) => readDocument(findTables(textPages(text)), LATEST);
const rowsOf = (text: string) => {
  const found = read(text);
  if ('failure' in found) throw new Error(found.failure);
  return found.tables.flatMap(({ rows }) => rows);
};

const HEAD = 'Account     Name             Company          Code   Amount    Type    Date\n';
const row = (n: number, amount: string, type = 'Credit', code = '22') =>
  `100000000${n}  EXAMPLE, ANNA    ACME PAYROLL     ${code}  ${amount.padStart(9)}   ${type.padEnd(6)}  08/0${n}/2026\n`;

describe('a document', () => {
  test('without a doubt gives rows that can be imported as they are', () => {
    const rows = rowsOf(
      HEAD +
        row(1, '100.00') +
        row(2, '1,250.00') +
        'TOTAL                                         1,350.00\n',
    );
    expect(rows.map(({ doubts }) => doubts)).toEqual([[], []]);
  });

  test('with a row that contradicts itself has that row wait', () => {
    const [one, two] = rowsOf(HEAD + row(1, '100.00') + row(2, '50.00', 'Debit', '22'));
    expect(one?.doubts).toEqual([]);
    expect(two?.doubts.map(({ column }) => column)).toEqual([3, 5, 4]);
    expect(two?.doubts[0]?.reason).toBe('the code 22 is a credit, but the row says debit');
  });

  test('whose sum is not that of its rows has all of them wait', () => {
    const rows = rowsOf(
      HEAD + row(1, '100.00') + row(2, '50.00') + 'TOTAL                                           155.00\n',
    );
    expect(rows.map(({ doubts }) => doubts.map(({ reason }) => reason))).toEqual([
      ['the document prints the sum $155.00, the rows come to $150.00'],
      ['the document prints the sum $155.00, the rows come to $150.00'],
    ]);
  });

  test('with sums of its parts is believed', () => {
    const rows = rowsOf(
      `${HEAD + row(1, '100.00')}PAGE TOTAL                                      100.00\n${row(2, '50.00')}PAGE TOTAL                                       50.00\nGRAND TOTAL                                     150.00\n`,
    );
    expect(rows.flatMap(({ doubts }) => doubts)).toEqual([]);
  });

  test('of named values is read record by record', () => {
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
    ['', 'the document has no table with a header'],
    ['Dear Sir,\nplease find enclosed 12.50.', 'the document has no table with a header'],
    [
      'Date     Transaction details     Withdrawals   Deposits    Balance\n08/01/2026  ATM   100.00    900.00',
      'this looks like a statement of one account',
    ],
    [
      'Date        Company       Description    Code  Amount\n08/01/2026  ACME          PAY            22    100.00',
      'It needs the column of the field "Account number".',
    ],
  ])('that cannot be used says why: %j', (text, reason) => {
    expect(read(text)).toEqual({ failure: expect.stringContaining(reason) });
  });

  test('without any table says that, and one of one account what it is', () => {
    const nothing = { tables: [], unread: [] };
    const none = expect.stringContaining('the document has no table with a header');
    expect(readDocument(nothing, LATEST)).toEqual({ failure: none });
    expect(readDocument({ ...nothing, isAccountStatement: false }, LATEST)).toEqual({ failure: none });
    const table = HEAD + row(1, '100.00');
    const statement = `${table}\n\n\nDate   Details   Debit   Credit   Balance\n`;
    expect(rowsOf(statement)).toHaveLength(1);
  });

  test('with a table is read by it, whatever values it names besides', () => {
    const named = 'Account: 7  Name: LEE  Company: ACME  Amount: 7.00\n\n\n\n';
    expect(rowsOf(named + HEAD + row(1, '100.00')).map(({ cells }) => cells[4]?.text)).toEqual(['100.00']);
  });

  test('with a second table of another kind tells its rows, and what no table holds', () => {
    const other =
      'Date        Company       Description    Code  Amount\n08/01/2026  ACME          PAY            22      7.00\n';
    const found = read(`${HEAD + row(1, '100.00')}\n\n\n\nfee 5.00 taken\n${other}`);
    expect(found).toMatchObject({
      tables: [{ rows: [{ cells: { length: 7 } }] }],
      unread: [
        { page: 1, text: 'fee 5.00 taken' },
        { page: 1, text: '08/01/2026 ACME PAY 22 7.00', box: { x: 0, height: 10 } },
      ],
    });
    expect('unread' in found && found.unread).toHaveLength(2);
  });

  test('read from an image has a name with a digit wait; in print it is a name', () => {
    const text = HEAD + row(1, '100.00').replace('ANNA', 'ANN1') + row(2, '50.00');
    expect(rowsOf(text).flatMap(({ doubts }) => doubts)).toEqual([]);
    const words = textPages(text)[0]?.words.map((word) => ({ ...word, confidence: 0.97 })) ?? [];
    const found = readDocument(findTables([{ page: 1, width: 500, height: 100, words }]), LATEST);
    expect('tables' in found && found.tables[0]?.rows.map(({ doubts }) => doubts)).toEqual([
      [{ column: 1, reason: 'a name with a digit in it was probably misread' }],
      [],
    ]);
  });

  test.each([
    ['EXAMPLE; ANNA', 'a name with such a sign in it was probably misread'],
    ['EXAMPLE. ANNA', 'it looks unlike the other names of its column'],
  ])('read from an image has the name %j wait among names with commas', (name, reason) => {
    const rows = [1, 2, 3, 4].map((n) => row(n, '50.00'));
    const text = HEAD + rows.join('').replace('EXAMPLE, ANNA', name);
    const words = textPages(text)[0]?.words.map((word) => ({ ...word, confidence: 0.97 })) ?? [];
    const found = readDocument(findTables([{ page: 1, width: 500, height: 100, words }]), LATEST);
    const doubts = 'tables' in found ? found.tables[0]?.rows.map((one) => one.doubts) : [];
    expect(doubts?.[0]).toContainEqual({ column: 1, reason });
    expect(doubts?.slice(1)).toEqual([[], [], []]);
  });

  test('read from an image doubts what is unsure, and what looks unlike its column', () => {
    const pages = textPages(HEAD + row(1, '100.00') + row(2, '50.00') + row(3, '50.00') + row(4, '50.00'));
    const words = pages[0]?.words.map((word) => ({
      ...word,
      text: word.text === '1000000003' ? '10000O0003' : word.text,
      confidence: word.text === '100.00' ? 0.5 : 0.97,
    }));
    const found = readDocument(
      findTables([{ page: 1, width: 500, height: 100, words: words ?? [] }]),
      LATEST,
    );
    expect('tables' in found && found.tables[0]?.rows.map(({ doubts }) => doubts)).toEqual([
      [{ column: 4, reason: 'the characters could not be read with certainty' }],
      [],
      [{ column: 0, reason: 'it looks unlike the other numbers of its column' }],
      [],
    ]);
  });
});
