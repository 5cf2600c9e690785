import { readDocumentTable } from './read-document-table.ts';
import { aRow, aTable } from './testing/a-table.ts';

const read = (rows: Parameters<typeof aTable>[0]) =>
  readDocumentTable(aTable(rows), { latestDay: '2027-12-31' });
const doubtsIn = (rows: Parameters<typeof aTable>[0]) =>
  read(rows).table.rows.map(({ doubts }) => doubts.map(({ column, reason }) => [column, reason]));
const without = (left: string) =>
  Object.fromEntries(Object.entries(aRow()).filter(([name]) => name !== left));

describe('a table of a document', () => {
  test('is read by a header that was found by its place, told in one line', () => {
    const { 'Account Number': account = '', ...others } = aRow();
    const { table, missing } = read([{ ' Account\n  Number ': account, ...others }]);
    expect(missing).toEqual([]);
    expect(table.header[0]).toBe('Account Number');
    expect(table.mapping).toMatchObject({ skippedRows: 0, hasHeader: true, columnCount: 6 });
  });

  test('of a picture without a day has all rows wait: its column may not have been seen', () => {
    const print = without('Posting Date');
    expect(doubtsIn([print, print])).toEqual([[], []]);
    const picture = { ...print, Company: { text: 'ACME PAYROLL', confidence: 0.97 } };
    const doubt = [null, expect.stringContaining('No column holds a date')];
    expect(doubtsIn([print, picture])).toEqual([[doubt], [doubt]]);
  });

  test('has all rows wait where only a sign may tell credits from debits', () => {
    const [signed, plain] = ['-10.00', '10.00'].map((Amount) => ({ ...without('Type'), Amount }));
    const doubt = [3, expect.stringContaining('Only the sign tells credits from debits')];
    expect(doubtsIn([signed ?? {}, plain ?? {}])).toEqual([[doubt], [doubt]]);
  });

  test('says which column it lacks', () => {
    expect(read([without('Account Number')]).missing).toEqual([
      'Choose the column of the field "Account number".',
    ]);
  });
});

describe('dates of a document', () => {
  const dated = (text: string, confidence = 1) => aRow({ 'Posting Date': { text, confidence } });
  const others = ['08/01/2026', '08/02/2026', '08/03/2026'].map((text) => dated(text));

  test('have the month first, also when one that is unsure seems to begin with the day', () => {
    const { table } = read([...others, dated('18/03/2026', 0.3)]);
    expect(table.mapping.dateOrder).toBe('month_first');
    expect(table.rows.map(({ doubts }) => doubts.length > 0)).toEqual([false, false, false, true]);
  });

  test('all wait when more of them begin with the day than with the month', () => {
    const doubt = [5, expect.stringContaining('some dates begin with the day')];
    expect(doubtsIn([...others, dated('18/03/2026')]).slice(0, 3)).toEqual([[doubt], [doubt], [doubt]]);
    expect(doubtsIn([...others, dated('18/03/2026', 0.88)])[0]).toEqual([doubt]);
    expect(doubtsIn([...others, dated('08/18/2026'), dated('18/03/2026')]).slice(0, 4)).toEqual([
      [],
      [],
      [],
      [],
    ]);
  });

  test('that are read as they are written are not doubted', () => {
    expect(doubtsIn([...others, dated('08/18/2026')])).toEqual([[], [], [], []]);
  });
});
