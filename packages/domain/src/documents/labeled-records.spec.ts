import { readLabeledRecords } from './labeled-records.ts';
import { plainTextPages } from './plain-text-pages.ts';
import { aPage, asPicture, aWord } from './testing/document-fixtures.ts';

const tableOf = (text: string) => {
  const table = readLabeledRecords(plainTextPages(text))?.tables[0] ?? null;
  return table && [table.header, ...table.rows.map(({ cells }) => cells.map((cell) => cell.text))];
};
const NAMED = ['Account', 'Name', 'Company', 'Amount'];

describe('labeled values', () => {
  test('a list of labeled values needs at least four known labels', () => {
    expect(tableOf('Account: 1\nName: ANNA\nCompany: ACME\nAmount: 1.00')).toEqual([
      NAMED,
      ['1', 'ANNA', 'ACME', '1.00'],
    ]);
    expect(tableOf('Account: 1\nName: ANNA\nCompany: ACME\nBranch: 2')).toBeNull();
  });

  test('labeled values may be side by side, each ending at the next label', () => {
    expect(tableOf('Account: 1 2   Name:   EXAMPLE, ANNA  Company: ACME: PAYROLL  Amount : 1.00')).toEqual([
      NAMED,
      ['1 2', 'EXAMPLE, ANNA', 'ACME: PAYROLL', '1.00'],
    ]);
  });

  test('labels of up to five words are recognized, the longest first', () => {
    expect(
      tableOf('Account Number: 1\nCompany Name: ACME\nStandard Entry Class Code : PPD\nAmount: 1.00')?.[0],
    ).toEqual(['Account Number', 'Company Name', 'Standard Entry Class Code', 'Amount']);
  });

  test('a repeated label begins a new record, and missing values stay empty', () => {
    const text = 'Account: 1\nName: ANNA\nCompany: ACME\nAmount:\n\nAccount: 2\nName: BEN\nAmount: 2.00\nType: Debit';
    expect(tableOf(text)).toEqual([
      [...NAMED, 'Type'],
      ['1', 'ANNA', 'ACME', '', ''],
      ['2', 'BEN', '', '2.00', 'Debit'],
    ]);
  });

  test('each record of labeled values has its position, and so does each value', () => {
    const words = [
      ['Account:', '1', 5, 700],
      ['Name:', 'ANNA', 5, 720],
    ] as const;
    const next = [
      ['Company:', 'ACME', 5, 20],
      ['Amount:', '1.00', 5, 40],
    ] as const;
    const page = (lines: typeof words | typeof next, number: number) =>
      aPage(
        lines.flatMap(([label, value, x, y]) => [aWord(label, { x, y, width: 50 }), aWord(value, { x: 70, y })]),
        number,
      );
    const [row] = readLabeledRecords([page(words, 4), page(next, 5)])?.tables[0]?.rows ?? [];
    expect([row?.page, row?.box]).toEqual([4, { x: 5, y: 700, width: 89, height: 30 }]);
    expect(row?.cells[3]?.place).toEqual({ page: 5, box: { x: 70, y: 40, width: 24, height: 10 } });
  });

  test('a labeled value has the confidence of its least certain word, and full confidence without words', () => {
    const pages = plainTextPages('Account: 1\nName: EXAMPLE, ANNA\nCompany:\nAmount: 1.00');
    const [row] = readLabeledRecords(asPicture(pages, { ANNA: 0.4 }))?.tables[0]?.rows ?? [];
    expect(row?.cells.map(({ confidence }) => confidence)).toEqual([0.97, 0.4, 1, 0.97]);
    expect(row?.cells[2]?.place).toBeNull();
  });
});

describe('unknown labels', () => {
  const record = `Account Number: 1000000001      Name: EXAMPLE, ANNA
Company: ACME PAYROLL           Amount: $10.00
Type: Credit                    Posting Date: 08/03/2026`;
  const rowOf = (text: string) => {
    const table = readLabeledRecords(plainTextPages(text))?.tables[0];
    return Object.fromEntries(
      (table?.header ?? []).map((label, column) => [label, table?.rows[0]?.cells[column]?.text]),
    );
  };

  test.each([
    ['on its own line', `${record}\nRef Mark: 22`],
    ['next to a known one', record.replace('EXAMPLE, ANNA', 'EXAMPLE, ANNA     Ref Mark: 22')],
  ])('an unknown label %s becomes a separate column', (_where, text) => {
    expect(rowOf(text)).toMatchObject({ Name: 'EXAMPLE, ANNA', 'Ref Mark': '22' });
  });

  test('an unknown label is ignored above the first record, and so are the labels of a page', () => {
    const text = `Institution: EXAMPLE CU\n${record}\nPage: 1\nPrinted on: 08/04/2026`;
    expect(Object.keys(rowOf(text))).toEqual(['Account Number', 'Name', 'Company', 'Amount', 'Type', 'Posting Date']);
  });
});
