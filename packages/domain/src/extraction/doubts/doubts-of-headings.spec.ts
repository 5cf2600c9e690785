import { readDocumentTable } from '../read-document-table.ts';
import { aRow, aTable } from '../testing/a-table.ts';

type Cells = NonNullable<Parameters<typeof aRow>[0]>;

/** The reasons that all rows of a table wait for. */
function reasonsOf(...rows: readonly Cells[]): string[] {
  const { table } = readDocumentTable(aTable(rows.map((cells) => aRow(cells))), { latestDay: '2027-12-31' });
  const [first, ...others] = table.rows.map(({ doubts }) => doubts.map(({ reason }) => reason));
  return (first ?? []).filter((reason) => others.every((reasons) => reasons.includes(reason)));
}

describe('a column whose heading is not known', () => {
  test('holds all rows, names its page and heading and shows what its cells look like', () => {
    expect(reasonsOf({ 'T/X Ind': '22' }, { 'T/X Ind': '27' })).toEqual([
      'Page 1, column "T/X Ind": the heading is not known, so it is not clear what the column means. Its cells hold transaction codes: "22", "27". Accept the rows only if the ledger does not need this column. Otherwise import the table as CSV, where you choose what each column means.',
    ]);
  });

  test.each([
    ['Ref for Item', '091000010000001', 'trace numbers'],
    ['Orig. Share Id', '2000000001', 'account or reference numbers'],
    ['Way', 'Debit', 'credit or debit'],
    ['Std', 'PPD', 'SEC codes'],
    ['Came In', '08/02/2026', 'dates'],
    ['Fee', '1.50', 'amounts'],
    ['Joint Owner', 'SAMPLE, BEN', 'names'],
    ['Remark', 'PAID 2 TIMES', 'text'],
    ['Mark', '*', 'values'],
  ])('holds all rows whatever it holds: %s', (heading, value, looks) => {
    expect(reasonsOf({ [heading]: value }, {})).toEqual([
      expect.stringContaining(`Its cells hold ${looks}: "${value}".`),
    ]);
  });

  test('may be empty', () => {
    expect(reasonsOf({ Remark: '' }, { Remark: ' ' })).toEqual([]);
  });

  test.each([
    ['a running balance', 'Running Balance', ['1,010.00', '1,020.00', '1,030.00']],
    ['item numbers', 'Item #', ['1', '2', '3']],
    ['item numbers that begin anew', 'No.', ['1', '2', '1']],
    ['a copy of another column', 'Payer Of It', ['ACME PAYROLL', '', 'ACME PAYROLL']],
  ])('holds none when it is %s', (_what, heading, values) => {
    expect(reasonsOf(...values.map((value) => ({ [heading]: value })))).toEqual([]);
  });

  test.each([
    ['a number that only the heading calls an item number', 'No.', ['2000000001', '2000000002']],
    ['item numbers with a gap', 'Item', ['1', '2', '4']],
    ['a balance that is none', 'Balance', ['OK', 'OK']],
  ])('holds all rows when it is %s', (_what, heading, values) => {
    expect(reasonsOf(...values.map((value) => ({ [heading]: value })))).toHaveLength(1);
  });
});

describe('a column whose heading is known', () => {
  test('holds all rows when another has its field and says something else', () => {
    expect(reasonsOf({ Date: '08/01/2026' }, { Date: '08/02/2026' })).toEqual([
      expect.stringContaining(
        'the column "Posting Date" is read as the field "Posting date", and this one says something else.',
      ),
    ]);
    expect(reasonsOf({ Date: '08/03/2026' }, { Date: '08/03/2026' })).toEqual([]);
  });

  test('holds all rows when its cells say nothing that the field can hold', () => {
    const reasons = reasonsOf({ 'Tran Code': 'A17' }, { 'Tran Code': 'B18' });
    expect(reasons).toEqual([
      expect.stringContaining('names the field "Transaction code", but the column cannot be used as such'),
    ]);
  });

  test.each([
    ['Name', '1000000007'],
    ['Company', '09100001'],
    ['Account Number', 'EXAMPLE'],
    ['Account Number', '08/03/2026'],
  ])('holds all rows when the cells of %s hold "%s"', (heading, value) => {
    expect(reasonsOf({ [heading]: value }, { [heading]: value })).toContainEqual(
      expect.stringContaining(`Column "${heading}" is read as the field`),
    );
  });
});
