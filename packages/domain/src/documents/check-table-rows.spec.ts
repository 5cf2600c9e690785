import { readContentTable } from './read-document.ts';
import { aRow, aTable } from './testing/document-fixtures.ts';

type RowValues = Parameters<typeof aRow>[0];

/** The cells that differ from the others in their column. */
function odd(rows: readonly NonNullable<RowValues>[], kind: 'picture' | 'print' = 'picture') {
  const [first = {}, ...others] = rows.map(aRow);
  // A single cell read from an image is enough for the table to be treated as one.
  const table = aTable([...others, { ...first, Type: { text: 'Credit', confidence: kind === 'print' ? 1 : 0.97 } }]);
  const read = readContentTable(table, { latestDay: '2027-12-31' }).table.rows;
  return read.flatMap(({ cells, doubts }) =>
    doubts
      .filter(({ reason }) => reason.includes('does not look like'))
      .map(({ column, reason }) => `${cells[column ?? -1]?.text}: ${reason}`),
  );
}
const accounts = (...texts: string[]) => texts.map((text) => ({ 'Account Number': text }));
const NUMBERS = 'it does not look like the other numbers in its column';
const NAMES = 'it does not look like the other names in its column';
const times = (count: number, text: string) => Array.from({ length: count }, () => text);

describe('cells read from an image', () => {
  test('a cell read from an image raises a doubt when 70% of its column has another form', () => {
    expect(odd(accounts(...times(7, '1001'), ...times(3, '10O1')))).toEqual(times(3, `10O1: ${NUMBERS}`));
    expect(odd(accounts(...times(6, '1001'), ...times(3, '10O1')))).toEqual([]);
    expect(odd(accounts('10O1', ...times(3, '1001')))).toEqual([`10O1: ${NUMBERS}`]);
  });

  test('a cell raises no doubt for other digits or letters of the same form, or in printed text', () => {
    expect(odd(accounts('A1001', 'A2345', 'A6789', 'É0000'))).toEqual([]);
    expect(odd(accounts('10O1', ...times(3, '1001')), 'print')).toEqual([]);
  });

  test('a name read from an image raises a doubt when it is not written like the other names in its column', () => {
    const names = (...texts: string[]) => texts.map((text) => ({ Name: text }));
    expect(odd(names('EXAMPLE. ANNA', 'EXAMPLE, BEN', 'LI, X', 'SAMPLE, LEE'))).toEqual([`EXAMPLE. ANNA: ${NAMES}`]);
    expect(odd(names('EXAMPLE, ANNA', 'SAMPLE, BEN', 'LI, X', 'SAMPLE, LEE'))).toEqual([]);
  });

  test('a cell read from an image may have any form in other columns, such as company', () => {
    expect(odd(['ACME, INC', 'ACME', 'CITY', 'POWER'].map((Company) => ({ Company })))).toEqual([]);
  });
});

type Cells = NonNullable<Parameters<typeof aRow>[0]>;

/** How a table of these rows is read: the fields by heading, and the questions about its columns. */
function judged(...rows: readonly Cells[]) {
  const { table, questions } = readContentTable(aTable(rows.map((cells) => aRow(cells))), { latestDay: '2027-12-31' });
  const fields = table.mapping.columns.map(({ column, field }) => [table.header[column] ?? '', field]);
  return { fields: Object.fromEntries(fields), questions: questions.map(({ sentence }) => sentence) };
}

describe('unknown column headings', () => {
  test.each([
    ['T/X Ind', ['22', '22'], 'transactionCode'],
    ['Ref for Item', ['091000010000001', '091000010000002'], 'checkTracerNumber'],
    ['Std', ['PPD', 'PPD'], 'class'],
  ])('a column with the heading %s is used for what its cells contain', (heading, values, field) => {
    const { fields, questions } = judged(...values.map((value) => ({ [heading]: value })));
    expect([fields[heading], questions]).toEqual([field, []]);
  });

  test.each([
    ['Came In', '08/02/2026', 'Column "Came In" contains dates'],
    ['Date', '08/02/2026', 'Several columns may contain the posting date'],
    ['Sent', '1.50', 'Column "Sent" contains amounts'],
  ])('a column with the heading %s is asked about when its cells contain %s', (heading, value, question) => {
    expect(judged({ [heading]: value }, { [heading]: value }).questions).toEqual([expect.stringContaining(question)]);
  });

  test.each([
    ['a second direction', 'Way', 'Debit'],
    ['an unknown second direction', 'Zebra', 'Debit'],
  ])('%s that contradicts the first one is asked about', (_what, heading, value) => {
    expect(judged({ [heading]: value }, { [heading]: value }).questions).toContainEqual(
      expect.stringMatching(/Several columns may contain the credit or debit|contains words for credit or debit/),
    );
  });

  test.each([
    ['a running balance', 'Running Balance', ['1,010.00', '1,020.00', '1,030.00']],
    ['a fee', 'Fee', ['1.50', '1.50', '1.50']],
    ['item numbers', 'Item #', ['1', '2', '3']],
    ['item numbers that restart', 'No.', ['1', '2', '1']],
    ['a copy of another column', 'Payer Of It', ['ACME PAYROLL', '', 'ACME PAYROLL']],
    ['the name of another person', 'Joint Owner', ['SAMPLE, BEN', '', '']],
    ['marks', 'Mark', ['*', '', '*']],
    ['nothing', 'Zebra', ['', ' ', '']],
  ])('a column is ignored when it contains %s', (_what, heading, values) => {
    const { fields, questions } = judged(...values.map((value) => ({ [heading]: value })));
    expect([fields[heading], questions]).toEqual([undefined, []]);
    expect(fields).toMatchObject({ Name: 'fullName', Company: 'company', Amount: 'amount' });
  });
});

describe('known column headings', () => {
  test.each([
    ['Name', '1000000007'],
    ['Company', '09100001'],
    ['Account Number', 'EXAMPLE'],
    ['Account Number', '08/03/2026'],
    ['Tran Code', 'A17'],
  ])('the column %s is asked about when its cells contain "%s"', (heading, value) => {
    expect(judged({ [heading]: value }, { [heading]: value }).questions).toContainEqual(
      `Column "${heading}" does not contain what its heading says. Choose what it contains, or ignore it.`,
    );
  });
});

/** The doubts about a row: column name and reason. */
function doubtsOf(row: ReturnType<typeof aRow>, others: Cells = {}): (readonly [string | null, string])[] {
  // Ordinary rows are added so that the content of the columns can be recognized.
  const { header, rows } = readContentTable(aTable([row, aRow(others), aRow(others)]), {
    latestDay: '2027-12-31',
  }).table;
  return (rows[0]?.doubts ?? []).map(
    ({ column, reason }) => [column === null ? null : (header[column] ?? ''), reason] as const,
  );
}
const UNSURE = 'the characters could not be read with certainty';
const SEVERAL = 'it contains more than one value';

describe('document rows', () => {
  test('a document row raises no doubt when its values are certain and consistent', () => {
    expect(doubtsOf(aRow())).toEqual([]);
  });

  test('a document row raises a doubt when OCR confidence is below 0.88', () => {
    expect(doubtsOf(aRow({ Amount: { text: '10.00', confidence: 0.88 } }))).toEqual([]);
    expect(doubtsOf(aRow({ Amount: { text: '10.00', confidence: 0.879 } }))).toEqual([['Amount', UNSURE]]);
  });

  test('a document row raises no doubt for low confidence in a column the ledger does not need', () => {
    expect(doubtsOf(aRow({ Balance: { text: '1.00', confidence: 0.1 } }))).toEqual([]);
  });

  test('a document row raises a doubt when one cell contains two values', () => {
    const [first] = doubtsOf(aRow({ 'Account Number': '1000000001 22' }));
    expect(first).toEqual(['Account Number', SEVERAL]);
    expect(doubtsOf(aRow({ Class: 'PPD CCD' }), { Class: 'PPD' })[0]).toEqual(['Class', SEVERAL]);
    expect(doubtsOf(aRow({ Class: 'PPD' }))).toEqual([]);
  });

  test.each([
    ['EXAMPL3, ANNA', 'a name that contains a digit was probably misread'],
    ['EXAMPLE; ANNA', 'a name that contains this kind of character was probably misread'],
  ])(
    'a document row raises a doubt for the name %j when read from an image, but not in printed text',
    (text, reason) => {
      expect(doubtsOf(aRow({ Name: { text, confidence: 0.97 } }))).toContainEqual(['Name', reason]);
      expect(doubtsOf(aRow({ Name: { text, confidence: 1 } }))).toEqual([]);
    },
  );

  test.each(["O'BRIEN-ST. JOHN, ANNA", 'NÚÑEZ, JOSÉ', 'D’ARC, J'])(
    'a document row may have the name %j when read from an image',
    (text) => {
      expect(doubtsOf(aRow({ Name: { text, confidence: 0.97 } }))).toEqual([]);
    },
  );

  test.each(['572.1', '57211', '$572.1'])(
    'a document row raises a doubt for the amount %j among amounts with cents',
    (text) => {
      const misread = 'an amount without cents was probably misread';
      expect(doubtsOf(aRow({ Amount: { text, confidence: 0.97 } }))).toContainEqual(['Amount', misread]);
      const odd = 'this amount has no cents, but most others in its column do';
      expect(doubtsOf(aRow({ Amount: { text, confidence: 1 } }))).toEqual([['Amount', odd]]);
    },
  );

  test.each(['572.11', '$1,572.11', '(572.11)'])(
    'a document row may have the amount %j when read from an image',
    (text) => {
      const doubts = doubtsOf(aRow({ Amount: { text, confidence: 0.97 } }));
      expect(doubts.filter(([, reason]) => reason.includes('cents'))).toEqual([]);
    },
  );

  test('a document row reports column and reason when it cannot be read', () => {
    expect(doubtsOf(aRow({ 'Posting Date': '08/33/2026' }))).toEqual([
      ['Posting Date', expect.stringContaining('day')],
    ]);
    expect(doubtsOf(aRow({ 'Account Number': '' }))).toEqual([['Account Number', expect.any(String)]]);
  });

  test('a document row raises a doubt in all columns that contradict each other', () => {
    const reason = 'the code 27 is for debits, but the row says credit';
    expect(doubtsOf(aRow({ Code: '27' }))).toEqual([
      ['Code', reason],
      ['Type', reason],
      ['Amount', reason],
    ]);
    expect(doubtsOf(aRow({ Code: '22' }))).toEqual([]);
  });
});
