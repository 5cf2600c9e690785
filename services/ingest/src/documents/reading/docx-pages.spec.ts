import { findTables } from '@clearwatch/domain/documents/read-document';
import { docxCell, docxFile, docxParagraph, docxTable, zipArchive } from '../testing/document-file-fixtures.ts';
import { docxPages, ZipArchive } from './docx-pages.ts';

const MEGABYTE = 1024 ** 2;
const document = { name: 'word/document.xml', content: '<w:document/>' };

describe('DOCX archives', () => {
  it('a DOCX archive with a Word document can be unpacked', () => {
    expect(() => new ZipArchive(docxFile(docxParagraph('text')))).not.toThrow();
  });

  it('a DOCX archive may declare one hundred megabytes and no more [security 6.7]', () => {
    const room = 100 * MEGABYTE - document.content.length;
    const declaring = (declaredBytes: number) =>
      zipArchive([document, { name: 'word/media/x.png', content: 'x', declaredBytes }]);
    expect(() => new ZipArchive(declaring(room))).not.toThrow();
    expect(() => new ZipArchive(declaring(room + 1))).toThrow(/more than 100 MB/);
  });

  it('a DOCX archive is limited by the sum of its parts', () => {
    const parts = Array.from({ length: 5 }, (_, index) => ({
      name: `word/${index}.xml`,
      content: 'x',
      declaredBytes: 25 * MEGABYTE,
    }));
    expect(() => new ZipArchive(zipArchive([document, ...parts]))).toThrow(/more than 100 MB/);
  });

  it('a DOCX archive with very many parts is rejected', () => {
    const parts = Array.from({ length: 2_001 }, (_, index) => ({ name: `${index}`, content: '' }));
    expect(() => new ZipArchive(zipArchive([document, ...parts]))).toThrow(/more than 100 MB/);
  });

  it.each<[string, () => Buffer]>([
    ['contains no Word document', () => zipArchive([{ name: 'xl/workbook.xml', content: '' }])],
    ['was cut off', () => docxFile('').subarray(0, -10)],
    ['lists missing parts', () => Buffer.concat([docxFile('').subarray(0, 8), docxFile('').subarray(-22)])],
    ['is empty', () => Buffer.alloc(0)],
    ['is only a signature', () => Buffer.from('504b0304', 'hex')],
  ])('a DOCX archive that %s is rejected with advice', (_what, bytes) => {
    expect(() => new ZipArchive(bytes())).toThrow(/^The file is not a Word document, or is damaged/);
  });
});

const HEAD = ['Account', 'Name', 'Company', 'Amount', 'Type'];
const cells = (...texts: string[]) => texts.map((text) => docxCell(text));
const JOINED = '<w:vMerge/>';

async function rowsOf(body: string): Promise<string[][]> {
  const { tables } = findTables(await docxPages(docxFile(body)));
  return tables.flatMap(({ header, rows }) => [[...header], ...rows.map((row) => row.cells.map(({ text }) => text))]);
}

describe('DOCX archives that lie about their size', () => {
  const zeros = (megabytes: number): Buffer => Buffer.alloc(megabytes * MEGABYTE);

  it('a DOCX archive is counted while it is unpacked, whatever it declares [security 6.7]', async () => {
    const bomb = zipArchive([{ ...document, content: zeros(101), isDeflated: true, declaredBytes: 10 }]);
    expect(bomb.length).toBeLessThan(MEGABYTE);
    await expect(docxPages(bomb)).rejects.toThrow(/more than 100 MB/);
  });

  it('a DOCX archive is counted over all parts that are read', () => {
    const parts = ['a', 'b', 'c'].map((name) => ({ name, content: zeros(40), isDeflated: true, declaredBytes: 1 }));
    const archive = new ZipArchive(zipArchive([document, ...parts]));
    expect([archive.read('a').length, archive.read('b').length]).toEqual([40 * MEGABYTE, 40 * MEGABYTE]);
    expect(() => archive.read('c')).toThrow(/more than 100 MB/);
  });

  it('a DOCX archive may list the same bytes many times without unpacking to more', () => {
    const archive = new ZipArchive(zipArchive([document, { name: 'a', content: zeros(40), isDeflated: true }]));
    archive.read('a');
    archive.read('a');
    expect(() => archive.read('a')).toThrow(/more than 100 MB/);
  });

  it('pictures in a Word document are not unpacked', async () => {
    const picture = `<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:embed="rId9" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
    const relation = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/x.png"/></Relationships>`;
    const bomb = { name: 'word/media/x.png', content: zeros(101), isDeflated: true, declaredBytes: 1 };
    const further = [{ name: 'word/_rels/document.xml.rels', content: relation }, bomb];
    const [page] = await docxPages(docxFile(docxParagraph('Account list') + picture, { further }));
    expect(page?.words.map(({ text }) => text)).toEqual(['Account', 'list']);
  });

  it.each([
    ['is not deflated as it says', { content: 'not deflated', method: 8 }],
    ['is packed in a way that Word does not use', { content: '<w:document/>', method: 12 }],
  ])('a DOCX archive whose document %s is rejected with advice', async (_what, part) => {
    await expect(docxPages(zipArchive([{ name: 'word/document.xml', ...part }]))).rejects.toThrow(
      /^The file is not a Word document, or is damaged/,
    );
  });
});

describe('Word documents', () => {
  it('a Word document returns the tables between its paragraphs', async () => {
    const rows = [cells(...HEAD), cells('1001', 'EXAMPLE, ANNA', 'ACME PAYROLL', '12.00', 'Credit')];
    expect(await rowsOf(docxParagraph('Dear Sir,') + docxTable(rows) + docxParagraph('Page 1 of 1'))).toEqual([
      HEAD,
      ['1001', 'EXAMPLE, ANNA', 'ACME PAYROLL', '12.00', 'Credit'],
    ]);
  });

  it('a Word table keeps paragraphs of a cell together, and spaces and empty cells in place', async () => {
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

  it('a Word table keeps columns in place after a cell that spans several', async () => {
    const rows = [
      cells(...HEAD),
      [docxCell('1001'), docxCell('EXAMPLE, ANNA', '<w:gridSpan w:val="2"/>'), docxCell('12.00'), docxCell('Credit')],
      cells('1002', 'SAMPLE, BEN', 'ACME PAYROLL', '13.00', 'Debit'),
    ];
    expect((await rowsOf(docxTable(rows))).slice(1)).toEqual([
      ['1001', 'EXAMPLE, ANNA', '', '12.00', 'Credit'],
      ['1002', 'SAMPLE, BEN', 'ACME PAYROLL', '13.00', 'Debit'],
    ]);
  });

  it('a cell that spans several rows of a Word table is repeated in each of them', async () => {
    const rows = [
      cells(...HEAD),
      [docxCell('1001', '<w:vMerge w:val="restart"/>'), ...cells('EXAMPLE, ANNA', 'ACME PAYROLL', '12.00', 'Credit')],
      [docxCell('', JOINED), ...cells('EXAMPLE, ANNA', 'CITY POWER', '13.00', 'Debit')],
      cells('1002', 'SAMPLE, BEN', 'ACME PAYROLL', '14.00', 'Credit'),
    ];
    expect((await rowsOf(docxTable(rows))).slice(1)).toEqual([
      ['1001', 'EXAMPLE, ANNA', 'ACME PAYROLL', '12.00', 'Credit'],
      ['1001', 'EXAMPLE, ANNA', 'CITY POWER', '13.00', 'Debit'],
      ['1002', 'SAMPLE, BEN', 'ACME PAYROLL', '14.00', 'Credit'],
    ]);
  });

  it('an amount that spans two rows of a Word table is uncertain in the second row', async () => {
    const rows = [
      cells(...HEAD),
      [...cells('1001', 'EXAMPLE, ANNA', 'ACME'), docxCell('12.00', '<w:vMerge w:val="restart"/>'), docxCell('Credit')],
      [...cells('1002', 'SAMPLE, BEN', 'ACME'), docxCell('', JOINED), docxCell('Credit')],
    ];
    const { tables } = findTables(await docxPages(docxFile(docxTable(rows))));
    expect(tables[0]?.rows.map((row) => row.cells.map(({ confidence }) => confidence))).toEqual([
      [1, 1, 1, 1, 1],
      [1, 1, 1, 0, 1],
    ]);
  });

  it('a Word document with tabs is read like typewritten lines', async () => {
    const lines = [HEAD, ['1001', 'EXAMPLE', 'ACME', '12.00', 'Credit'], ['1002', 'SAMPLE', 'CITY', '13.00', 'Debit']];
    expect(await rowsOf(lines.map((line) => docxParagraph(line.join('\t'))).join(''))).toEqual(lines);
  });
});
