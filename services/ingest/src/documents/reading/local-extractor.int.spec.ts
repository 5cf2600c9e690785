import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, gunzipSync } from 'node:zlib';
import type { DocumentType } from '@clearwatch/contracts/upload-limits';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { PagePictures } from '../page-pictures.ts';
import { docxCell, docxFile, docxParagraph, docxTable, pdfFile } from '../testing/document-file-fixtures.ts';
import { LocalExtractor } from './local-extractor.ts';
import { renderPdfPage } from './pdf-pages.ts';
import { READING_LIMITS, type ReadingLimits, readInSandbox } from './reading-sandbox.ts';

const PDF = 'application/pdf';
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const HEAD = 'Account     Name             Company          Code   Amount    Type    Date';
const row = (n: number) =>
  `${2_000_000_000 + n}  EXAMPLE, ANNA    ACME PAYROLL     22     ${n}1.00     Credit  08/03/2026`;
const CELLS = row(1).split(/\s{2,}/);

const COMPILED = new URL('../../../dist/documents/reading/reading-sandbox.js', import.meta.url).href;

let root: string;
let running: AbortController;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'clearwatch-contained-'));
  running = new AbortController();
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

async function read(
  bytes: Buffer | string,
  type: DocumentType,
  { limits, onProgress = () => undefined }: { limits?: ReadingLimits; onProgress?: () => void } = {},
) {
  const path = join(root, 'document');
  await writeFile(path, bytes);
  const request = { path, type, latestDay: '2027-12-31', layouts: [] };
  const { read: found, files } = await readInSandbox(request, { signal: running.signal, onProgress, limits });
  return { ...found, files };
}

/** A picture that declares this many pixels, too many to load. */
function aPngOf(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(name), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', Buffer.from('789c6300000001', 'hex')),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Process ids of the running readers of this test's document. */
function readers(): number[] {
  return execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('read-document.process') && line.includes(root))
    .map((line) => Number.parseInt(line, 10));
}

describe('unreadable documents', () => {
  it.each<[string, DocumentType, () => Buffer | string, RegExp]>([
    ['nothing', PDF, () => '', /^The file is empty/],
    [
      'a PDF with a password',
      PDF,
      () => pdfFile({ pages: [[HEAD, row(1)]], isEncrypted: true }),
      /^The PDF is protected by a password/,
    ],
    ['a PDF of blank pages', PDF, () => pdfFile({ pages: [[], []] }), /^No text could be read from the document/],
    ['a PDF that was cut off', PDF, () => pdfFile({ pages: [[HEAD, row(1)]] }).subarray(0, 60), /^The PDF is damaged/],
    [
      'a PDF of 500 pages',
      PDF,
      () => pdfFile({ pages: Array.from({ length: 500 }, (_, page) => [HEAD, row(page)]) }),
      /^The document has 500 pages; the limit is 100/,
    ],
    ['a file that is not a picture', 'image/png', () => aPngOf(10, 10).subarray(0, 20), /^The image is damaged/],
    ['a picture of ten billion pixels', 'image/png', () => aPngOf(100_000, 100_000), /more than 50 million pixels/],
    [
      'a Word document that would unpack to 4 GB',
      DOCX,
      () => docxFile('', { further: [{ name: 'word/x.xml', content: 'x', declaredBytes: 0xff_ff_ff_fe }] }),
      /would unpack to more than 100 MB/,
    ],
    [
      'a Word document without words',
      DOCX,
      () => docxFile(docxParagraph('')),
      /^No text could be read from the document/,
    ],
    [
      'a text of 30,000 rows',
      'text/plain',
      () => [HEAD, ...Array.from({ length: 30_000 }, (_, index) => row(index))].join('\n'),
      /contains more than 200,000 words/,
    ],
    ['a letter', 'text/plain', () => 'Dear Sir, nothing of interest.', /^No transactions were found/],
  ])(
    'a document that cannot be read is rejected with advice: %s [security 6.7]',
    async (_what, type, content, sentence) => {
      await expect(read(content(), type)).rejects.toThrow(sentence);
    },
  );
});

describe('active content of a document', () => {
  it('a script in a PDF is not run, and the rows are read [security 6.8]', async () => {
    const script = 'app.launchURL("http://127.0.0.1:9/"); this.submitForm("http://127.0.0.1:9/");';
    const { tables } = await read(pdfFile({ pages: [[HEAD, row(1)]], script }), PDF);
    expect(tables[0]?.rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual([CELLS]);
  });

  it.each([
    ['a file of the server', '<!DOCTYPE w:document [<!ENTITY evil SYSTEM "file:///etc/passwd">]>'],
    ['an address', '<!DOCTYPE w:document [<!ENTITY evil SYSTEM "http://127.0.0.1:9/evil">]>'],
    [
      'its own expansion',
      `<!DOCTYPE w:document [<!ENTITY a "${'lol'.repeat(1_000)}">${['b', 'c', 'd', 'e', 'f', 'evil']
        .map((name, index) => `<!ENTITY ${name} "${`&${'abcdef'[index]};`.repeat(100)}">`)
        .join('')}]>`,
    ],
  ])('a Word entity that refers to %s has no effect [security 6.8]', async (_what, before) => {
    const table = docxTable([HEAD.split(/\s{2,}/), CELLS].map((cells) => cells.map((text) => docxCell(text))));
    const document = docxFile(docxParagraph('&evil;') + table, { before });
    const said = await read(document, DOCX).then(JSON.stringify, String);
    expect(said).not.toMatch(/root:|lollol/);
  });
});

describe('the document reading process', () => {
  const listing = () => pdfFile({ pages: [[HEAD, row(1)]] });
  const scan = async () =>
    renderPdfPage(pdfFile({ pages: [[HEAD, row(1)]], height: 100 }), { page: 1, dotsPerInch: 200 });

  it('the document reading process reads a scan', async () => {
    let reports = 0;
    const { tables, pages, files } = await read(await scan(), 'image/png', { onProgress: () => (reports += 1) });
    expect(tables[0]?.rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual([CELLS]);
    expect([pages.map(({ isPicture }) => isPicture), reports]).toEqual([[true], 2]);
    expect([...files.keys()]).toEqual(['page-1.jpg']);
  });

  it('the document reading process leaves the page and its words when a person must say what the columns are', async () => {
    const cells = (...texts: string[]) => texts.map((text) => text.padEnd(15)).join('');
    const entry = (n: number) =>
      cells(`${2_000_000_000 + n}`, 'EXAMPLE, ANNA', 'SAMPLE, OTTO', `${n}1.00`, 'Credit', '08/03/2026');
    const head = cells('Mbr Acct', 'Party One', 'Party Two', 'Value', 'Side', 'Dt');
    const { needsColumns, files } = await read(pdfFile({ pages: [[head, entry(1), entry(2), entry(3)]] }), PDF);
    expect(needsColumns).toMatchObject({ page: 1, layout: { mapping: { columnCount: 6 } } });
    expect(needsColumns?.questions).not.toEqual([]);
    expect([...files.keys()].toSorted()).toEqual(['page-1.jpg', 'words.json.gz']);
    const [page] = JSON.parse(gunzipSync(files.get('words.json.gz') ?? '').toString());
    expect(page).toMatchObject({
      page: 1,
      words: expect.arrayContaining([expect.objectContaining({ text: '2000000003' })]),
    });
  });

  it('two workers can read the same document at the same time and keep one set of page pictures', async () => {
    const pictures = new PagePictures({ DATA_DIR: root }, null);
    const extractor = new LocalExtractor(pictures);
    const path = join(root, 'document');
    await writeFile(path, await scan());
    const document = {
      parseJobId: 3,
      path,
      fileName: 'scan.png',
      type: 'image/png',
      resumeId: null,
      layouts: [],
    } as const;
    const extract = () =>
      extractor.extract(document, {
        signal: running.signal,
        onProgress: () => undefined,
        noteBegun: async () => undefined,
      });
    const first = extract();
    await waitUntil('the first worker reads', async () => readers().length === 1);
    const both = await Promise.all([first, extract()]);
    expect(both.map(({ tables }) => tables[0]?.rows.length)).toEqual([1, 1]);
    expect(await readdir(join(root, 'documents'))).toEqual(['3']);
    expect(await pictures.areThere(3)).toBe(true);
  });

  it('the document reading process is stopped when it takes too long [security 6.9] [fault 5.2]', async () => {
    const limits = { ...READING_LIMITS, baseMs: 300, perPageMs: 300 };
    await expect(read(await scan(), 'image/png', { limits })).rejects.toThrow(/took too long and was stopped/);
    expect(readers()).toEqual([]);
  });

  it('the document reading process is stopped when it uses too much memory [security 6.9] [fault 5.2]', async () => {
    const limits = { ...READING_LIMITS, memoryBytes: 60 * 1024 ** 2 };
    await expect(read(await scan(), 'image/png', { limits })).rejects.toThrow(/needed too much memory/);
    expect(readers()).toEqual([]);
  });

  it('a document fails when its reading process is killed, and the next document is read [security 6.7] [fault 5.2]', async () => {
    const reading = read(await scan(), 'image/png');
    const outcome = reading.catch(String);
    await waitUntil('it runs', async () => readers().length === 1);
    for (const pid of readers()) process.kill(pid, 'SIGKILL');
    expect(await outcome).toMatch(/stopped the reading process/);
    expect((await read(listing(), PDF)).tables).toHaveLength(1);
  });

  it('the document reading process ends immediately when its document is canceled', async () => {
    const reading = read(await scan(), 'image/png');
    const outcome = reading.catch(String);
    await waitUntil('it runs', async () => readers().length === 1);
    running.abort(new Error('cancelled'));
    expect(await outcome).toBe('Error: cancelled');
    expect(readers()).toEqual([]);
  });

  it('the document reading process ends when the worker that started it is killed [security 6.9] [fault 5.2]', async () => {
    await writeFile(join(root, 'document'), await scan());
    const order = { path: join(root, 'document'), type: 'image/png', latestDay: '2027-12-31', layouts: [] };
    const program = `import { readInSandbox } from ${JSON.stringify(COMPILED)};
      await readInSandbox(${JSON.stringify(order)}, { signal: new AbortController().signal, onProgress() {} });`;
    const worker = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'ignore' });
    await waitUntil('it runs', async () => readers().filter((pid) => pid !== worker.pid).length === 1);
    worker.kill('SIGKILL');
    await waitUntil('it is gone', async () => readers().length === 0);
  });

  it('the document reading process writes no files', async () => {
    await read(await scan(), 'image/png');
    expect(await readdir(root)).toEqual(['document']);
  });
});

// cspell:ignore lollol
