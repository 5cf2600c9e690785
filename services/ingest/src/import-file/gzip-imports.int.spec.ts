import { createHash } from 'node:crypto';
import { constants, createGzip, gzipSync } from 'node:zlib';
import { aNachaFile } from '@clearwatch/domain/nacha/testing/nacha-fixtures';
import { extractionFile, extractionRow } from '../testing/import-file-fixtures.ts';
import {
  countTransactions,
  emptyLedger,
  get,
  type IngestApp,
  importFile,
  importProcessorOf,
  importRow,
  receiveFile,
  runJob,
  startIngest,
  upload,
} from '../testing/ingest-test-context.ts';

const MEGABYTE = 1024 ** 2;

let ingest: IngestApp;

beforeAll(async () => {
  ingest = await startIngest({
    backend: 'postgres',
    redisDatabase: 6,
    settings: { PROCESS_ROLE: 'all', UPLOAD_MAX_BYTES: 18 * MEGABYTE },
  });
});
afterAll(async () => {
  await ingest.stop();
});
beforeEach(async () => {
  await emptyLedger(ingest);
});

describe('gzip files', () => {
  it('a gzip file is imported as its content and stored under the digest of the uploaded bytes', async () => {
    const packed = gzipSync(extractionFile([extractionRow(), extractionRow({ amount: 'x' })]));
    const { status, body } = await upload(ingest, packed, 'march.json.gz');
    const { body: receipt } = await get(ingest, `/api/imports/${body.importId}`);

    expect(status).toBe(200);
    expect(receipt).toMatchObject({
      fileName: 'march.json.gz',
      fileKind: 'json',
      fileSize: packed.length,
      bytesRead: packed.length,
      digest: createHash('sha256').update(packed).digest('hex'),
      transactionCount: 1,
      rejectedCount: 1,
    });
  });

  it('a gzip file adds only duplicates when the same file was already imported uncompressed', async () => {
    const records = aNachaFile([{ sec: 'PPD', entries: [{}, { fields: { account: '2' } }] }]).join('\r\n');
    await importFile(ingest, records);
    const { status, body } = await upload(ingest, gzipSync(records), 'entries');

    expect(status).toBe(200);
    expect(body).toMatchObject({ transactionCount: 0, duplicateCount: 2 });
    expect((await get(ingest, `/api/imports/${body.importId}`)).body).toMatchObject({
      fileKind: 'nacha',
      totalsCount: 2,
      unbalancedCount: 0,
    });
  });

  it('the import of a gzip file reports progress in bytes of the compressed file', async () => {
    const file = extractionFile(Array.from({ length: 20_000 }, () => extractionRow()));
    const packed = gzipSync(file);
    const importId = await receiveFile(ingest, packed);
    const run = runJob();
    await importProcessorOf(ingest).handle({ importId }, run);
    const progress = run.published.filter((event) => event.type === 'import.progress');

    expect(progress.length).toBeGreaterThan(0);
    expect(progress.every(({ bytesRead, bytesTotal }) => bytesRead <= bytesTotal)).toBe(true);
    expect(progress.at(-1)).toMatchObject({ bytesRead: packed.length, rowsRead: 20_000 });
  });

  it.each([
    ['truncated', (packed: Buffer) => packed.subarray(0, -20), /damaged or incomplete/],
    ['followed by something else', (packed: Buffer) => Buffer.concat([packed, Buffer.from('PK')]), /damaged/],
  ])('a gzip file that is %s fails completely with a clear message', async (_what, spoilt, reason) => {
    const rows = Array.from({ length: 5_000 }, () => extractionRow());
    const { status, text } = await upload(ingest, spoilt(gzipSync(extractionFile(rows))), 'a.json.gz');

    expect([status, text]).toEqual([422, expect.stringMatching(reason)]);
    expect(await countTransactions(ingest)).toBe(0);
  });

  it('a gzip file must not unpack to more than the upload limit [security 6.1]', async () => {
    const row = JSON.stringify(extractionRow());
    const noise = () => Math.random().toString(36);
    // Rows of about 330 bytes: together slightly more than the limit.
    const rows = Array.from({ length: 60_000 }, () => row.replace('PAYROLL', noise()));
    expect(rows.length * row.length).toBeGreaterThan(18 * MEGABYTE);
    const packed = gzipSync(`[${rows.join(',')}]`, { level: 1 });
    const importId = await receiveFile(ingest, packed);
    await importProcessorOf(ingest).handle({ importId }, runJob());

    expect(await importRow(ingest, importId)).toMatchObject({
      state: 'failed',
      failure_code: 'archive_too_large',
      failure: expect.stringContaining('18 MB'),
    });
    expect(await countTransactions(ingest)).toBe(0);
  }, 120_000);
});

describe('gzip bombs', () => {
  it.each([
    ['of spaces', ' ', /250 times its size/],
    ['of letters', 'x', /250 times its size/],
    ['of NUL bytes', '\0', /control character/],
  ])('a gzip bomb %s is rejected, and the service keeps running [security 6.1]', async (_what, filling, reason) => {
    // More than the 16 MB after which the ratio is checked, so the rest is not unpacked.
    const bomb = await bombOf(`[{"company":"`, filling, 60);
    expect(bomb.length).toBeLessThan(MEGABYTE / 10);
    const { status, text } = await upload(ingest, bomb, 'small.json.gz');

    expect(status).toBe(422);
    expect(text).toMatch(reason);
    expect((await upload(ingest, extractionFile([extractionRow()]))).status).toBe(200);
  });
});

async function bombOf(beginning: string, filling: string, megabytes: number): Promise<Buffer> {
  const gzip = createGzip({ level: constants.Z_BEST_COMPRESSION });
  const pieces: Buffer[] = [];
  gzip.on('data', (piece: Buffer) => pieces.push(piece));
  gzip.write(beginning);
  const filler = Buffer.alloc(MEGABYTE, filling);
  for (let made = 0; made < megabytes; made += 1) gzip.write(filler);
  gzip.end();
  await new Promise((resolve) => gzip.once('end', resolve));
  return Buffer.concat(pieces);
}
