import { findTables } from '@clearwatch/domain/documents/read-document';
import {
  docxCell,
  docxFile,
  docxParagraph,
  docxTable,
  zipArchive,
} from '../testing/document-file-fixtures.ts';
import { checkZipArchive, docxPages } from './docx-pages.ts';

const MEGABYTE = 1024 ** 2;
const document = { name: 'word/document.xml', content: '<w:document/>' };

describe('an archive', () => {
  it('that holds a Word document may be unpacked', () => {
    expect(() => checkZipArchive(docxFile(docxParagraph('text')))).not.toThrow();
  });

  it('may declare a hundred megabytes, and not a byte more [security 6.7]', () => {
    const room = 100 * MEGABYTE - document.content.length;
    const declaring = (declaredBytes: number) =>
      zipArchive([document, { name: 'word/media/x.png', content: 'x', declaredBytes }]);
    expect(() => checkZipArchive(declaring(room))).not.toThrow();
    expect(() => checkZipArchive(declaring(room + 1))).toThrow(/more than 100 MB/);
  });

  it('adds up what its parts declare', () => {
    const parts = Array.from({ length: 5 }, (_, index) => ({
      name: `word/${index}.xml`,
      content: 'x',
      declaredBytes: 25 * MEGABYTE,
    }));
    expect(() => checkZipArchive(zipArchive([document, ...parts]))).toThrow(/more than 100 MB/);
  });

  it('of very many parts is no document', () => {
    const parts = Array.from({ length: 2_001 }, (_, index) => ({ name: `${index}`, content: '' }));
    expect(() => checkZipArchive(zipArchive([document, ...parts]))).toThrow(/more than 100 MB/);
  });

  it.each<[string, () => Buffer]>([
    ['holds no Word document', () => zipArchive([{ name: 'xl/workbook.xml', content: '' }])],
    ['was cut off', () => docxFile('').subarray(0, -10)],
    [
      'lists parts that are not there',
      () => Buffer.concat([docxFile('').subarray(0, 8), docxFile('').subarray(-22)]),
    ],
    ['is empty', () => Buffer.alloc(0)],
    ['is a signature alone', () => Buffer.from('504b0304', 'hex')],
  ])('that %s is refused with what to do', (_what, bytes) => {
    expect(() => checkZipArchive(bytes())).toThrow(/^The file is not a Word document, or is damaged/);
  });
});

const HEAD = ['Account', 'Name', 'Company', 'Amount', 'Type'];
const cells = (...texts: string[]) => texts.map((text) => docxCell(text));
const JOINED = '<w:vMerge/>';

async function rowsOf(body: string): Promise<string[][]> {
  const { tables } = findTables(await docxPages(docxFile(body)));
  return tables.flatMap(({ header, rows }) => [
    [...header],
    ...rows.map((row) => row.cells.map(({ text }) => text)),
  ]);
}

describe('a Word document', () => {
  it('gives its table, between paragraphs', async () => {
    const rows = [cells(...HEAD), cells('1001', 'EXAMPLE, ANNA', 'ACME PAYROLL', '12.00', 'Credit')];
    expect(await rowsOf(docxParagraph('Dear Sir,') + docxTable(rows) + docxParagraph('Page 1 of 1'))).toEqual(
      [HEAD, ['1001', 'EXAMPLE, ANNA', 'ACME PAYROLL', '12.00', 'Credit']],
    );
  });

  it('keeps paragraphs of a cell together, and blanks and empty cells in their places', async () => {
    const rows = [
      cells(...HEAD),
      cells('1001', 'EXAMPLE,\nANNA', 'ACME  PAYROLL', '12.00', 'Credit'),
      cells('1002', 'SAMPLE, BEN', '', '13.00', 'Debit'),
    ];
    expect((await rowsOf(docxTable(rows))).slice(1)).toEqual([
      ['1001', 'EXAMPLE, ANNA', 'ACME PAYROLL', '12.00', 'Credit'],
      ['1002', 'SAMPLE, BEN', '', '13.00', 'Debit'],
    ]);
  });

  it('leaves columns where they are behind a cell that covers several', async () => {
    const rows = [
      cells(...HEAD),
      [
        docxCell('1001'),
        docxCell('EXAMPLE, ANNA', '<w:gridSpan w:val="2"/>'),
        docxCell('12.00'),
        docxCell('Credit'),
      ],
      cells('1002', 'SAMPLE, BEN', 'ACME PAYROLL', '13.00', 'Debit'),
    ];
    expect((await rowsOf(docxTable(rows))).slice(1)).toEqual([
      ['1001', 'EXAMPLE, ANNA', '', '12.00', 'Credit'],
      ['1002', 'SAMPLE, BEN', 'ACME PAYROLL', '13.00', 'Debit'],
    ]);
  });

  it('repeats what a cell over several rows says, and is not sure that it holds for each of them', async () => {
    const rows = [
      cells(...HEAD),
      [
        docxCell('1001', '<w:vMerge w:val="restart"/>'),
        ...cells('EXAMPLE, ANNA', 'ACME PAYROLL', '12.00', 'Credit'),
      ],
      [docxCell('', JOINED), ...cells('EXAMPLE, ANNA', 'CITY POWER', '13.00', 'Debit')],
      cells('1002', 'SAMPLE, BEN', 'ACME PAYROLL', '14.00', 'Credit'),
    ];
    expect((await rowsOf(docxTable(rows))).slice(1)).toEqual([
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
        docxCell('12.00', '<w:vMerge w:val="restart"/>'),
        docxCell('Credit'),
      ],
      [...cells('1002', 'SAMPLE, BEN', 'ACME'), docxCell('', JOINED), docxCell('Credit')],
    ];
    const { tables } = findTables(await docxPages(docxFile(docxTable(rows))));
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
    expect(await rowsOf(lines.map((line) => docxParagraph(line.join('\t'))).join(''))).toEqual(lines);
  });
});
