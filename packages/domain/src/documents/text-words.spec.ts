import { plainTextPages } from './plain-text-pages.ts';
import { findTables } from './read-document.ts';

const rowsOf = (text: string) =>
  findTables(plainTextPages(text)).tables.flatMap(({ header, rows }) => [
    [...header],
    ...rows.map(({ cells }) => cells.map((cell) => cell.text)),
  ]);
const HEAD = ['Account', 'Name', 'Company', 'Amount', 'Type'];
const ROWS = [
  HEAD,
  ['1001', 'EXAMPLE, ANNA', 'ACME PAYROLL', '1,250.00', 'Credit'],
  ['1002', 'SAMPLE, BEN', '', '13.00', 'Debit'],
  ['1003', 'X', 'A COMPANY OF A LONG NAME', '7.50', 'Debit'],
];

describe('plain text', () => {
  test('the words of plain text are placed as on a typewriter, page by page', () => {
    const [first, second] = plainTextPages('ab  c\n\n d\fe');
    expect(first?.words.map(({ text, x, y }) => [text, x, y])).toEqual([
      ['ab', 0, 0],
      ['c', 24, 0],
      ['d', 6, 24],
    ]);
    expect(first).toMatchObject({ page: 1, width: 30, height: 36 });
    expect(first?.words[0]).toEqual({ text: 'ab', x: 0, y: 0, width: 12, height: 10, confidence: 1 });
    expect(second).toMatchObject({ page: 2, words: [{ text: 'e', x: 0, y: 0 }] });
  });

  test('the words of plain text are the same for every kind of line end, and an empty page has a width', () => {
    expect(plainTextPages('ab  c\r\n\r\n d\fe')).toEqual(plainTextPages('ab  c\n\n d\fe'));
    expect(plainTextPages('')).toEqual([{ page: 1, width: 6, height: 12, words: [] }]);
  });

  test('the words of plain text after tabs are at tab stops', () => {
    expect(plainTextPages('ab\tc\t\td')[0]?.words.map(({ x }) => x / 6)).toEqual([0, 8, 24]);
  });

  test.each([
    ['tabs', '\t', (cell: string) => cell],
    ['commas', ',', (cell: string) => (cell.includes(',') ? `"${cell}"` : cell)],
    ['semicolons', ';', (cell: string) => cell],
    ['bars', '|', (cell: string) => cell],
  ])('the words of plain text separated by %s are in columns', (_what, sign, quoted) => {
    const text = ROWS.map((row) => row.map(quoted).join(sign)).join('\n');
    expect(rowsOf(`LISTING OF 08/03/2026\n\n${text}\nEND OF REPORT\n`)).toEqual(ROWS);
  });

  test('the words of plain text keep their columns on pages without a header', () => {
    const [head, first, second, third] = ROWS.map((row) => row.join('\t'));
    expect(rowsOf(`${head}\n${first}\f${second}\n${third}`)).toEqual(ROWS);
  });

  test('a plain-text row with an extra delimiter is held for review instead of shifted into wrong columns', () => {
    const { tables, unread } = findTables(
      plainTextPages(
        'Account,Name,Company,Amount,Type\n1001,ANNA,ACME,5.00,Credit\n1002,EXAMPLE, BEN,ACME,13.00,Debit',
      ),
    );
    expect(tables.flatMap(({ rows }) => rows.map(({ cells }) => cells[0]?.text))).toEqual(['1001']);
    expect(unread.map(({ text }) => text)).toEqual(['1002,EXAMPLE, BEN,ACME,13.00,Debit']);
  });
});
