import { findTables } from '@clearwatch/domain/documents/read-document';
import { aCell, aDocx, aParagraph, aTable } from '../testing/a-docx.ts';
import { docxPages } from './docx-pages.ts';

const HEAD = ['Account', 'Name', 'Company', 'Amount', 'Type'];
const cells = (...texts: string[]) => texts.map((text) => aCell(text));
const JOINED = '<w:vMerge/>';

async function rowsOf(body: string): Promise<string[][]> {
  const { tables } = findTables(await docxPages(aDocx(body)));
  return tables.flatMap(({ header, rows }) => [
    [...header],
    ...rows.map((row) => row.cells.map(({ text }) => text)),
  ]);
}

describe('a Word document', () => {
  it('gives its table, between paragraphs', async () => {
    const rows = [cells(...HEAD), cells('1001', 'EXAMPLE, ANNA', 'ACME PAYROLL', '12.00', 'Credit')];
    expect(await rowsOf(aParagraph('Dear Sir,') + aTable(rows) + aParagraph('Page 1 of 1'))).toEqual([
      HEAD,
      ['1001', 'EXAMPLE, ANNA', 'ACME PAYROLL', '12.00', 'Credit'],
    ]);
  });

  it('keeps paragraphs of a cell together, and blanks and empty cells in their places', async () => {
    const rows = [
      cells(...HEAD),
      cells('1001', 'EXAMPLE,\nANNA', 'ACME  PAYROLL', '12.00', 'Credit'),
      cells('1002', 'SAMPLE, BEN', '', '13.00', 'Debit'),
    ];
    expect((await rowsOf(aTable(rows))).slice(1)).toEqual([
      ['1001', 'EXAMPLE, ANNA', 'ACME PAYROLL', '12.00', 'Credit'],
      ['1002', 'SAMPLE, BEN', '', '13.00', 'Debit'],
    ]);
  });

  it('leaves columns where they are behind a cell that covers several', async () => {
    const rows = [
      cells(...HEAD),
      [aCell('1001'), aCell('EXAMPLE, ANNA', '<w:gridSpan w:val="2"/>'), aCell('12.00'), aCell('Credit')],
      cells('1002', 'SAMPLE, BEN', 'ACME PAYROLL', '13.00', 'Debit'),
    ];
    expect((await rowsOf(aTable(rows))).slice(1)).toEqual([
      ['1001', 'EXAMPLE, ANNA', '', '12.00', 'Credit'],
      ['1002', 'SAMPLE, BEN', 'ACME PAYROLL', '13.00', 'Debit'],
    ]);
  });

  it('repeats what a cell over several rows says, and is not sure that it holds for each of them', async () => {
    const rows = [
      cells(...HEAD),
      [
        aCell('1001', '<w:vMerge w:val="restart"/>'),
        ...cells('EXAMPLE, ANNA', 'ACME PAYROLL', '12.00', 'Credit'),
      ],
      [aCell('', JOINED), ...cells('EXAMPLE, ANNA', 'CITY POWER', '13.00', 'Debit')],
      cells('1002', 'SAMPLE, BEN', 'ACME PAYROLL', '14.00', 'Credit'),
    ];
    expect((await rowsOf(aTable(rows))).slice(1)).toEqual([
      ['1001', 'EXAMPLE, ANNA', 'ACME PAYROLL', '12.00', 'Credit'],
      ['1001', 'EXAMPLE, ANNA', 'CITY POWER', '13.00', 'Debit'],
      ['1002', 'SAMPLE, BEN', 'ACME PAYROLL', '14.00', 'Credit'],
    ]);
  });

  it('in which an amount stands once for two rows imports neither of them unseen', async () => {
    const rows = [
      cells(...HEAD),
      [
        ...cells('1001', 'EXAMPLE, ANNA', 'ACME'),
        aCell('12.00', '<w:vMerge w:val="restart"/>'),
        aCell('Credit'),
      ],
      [...cells('1002', 'SAMPLE, BEN', 'ACME'), aCell('', JOINED), aCell('Credit')],
    ];
    const { tables } = findTables(await docxPages(aDocx(aTable(rows))));
    expect(tables[0]?.rows.map((row) => row.cells.map(({ confidence }) => confidence))).toEqual([
      [1, 1, 1, 1, 1],
      [1, 1, 1, 0, 1],
    ]);
  });

  it('of lines with tabs is read as a typewriter wrote it', async () => {
    const lines = [
      HEAD,
      ['1001', 'EXAMPLE', 'ACME', '12.00', 'Credit'],
      ['1002', 'SAMPLE', 'CITY', '13.00', 'Debit'],
    ];
    expect(await rowsOf(lines.map((line) => aParagraph(line.join('\t'))).join(''))).toEqual(lines);
  });
});
