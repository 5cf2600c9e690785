import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { IDENTITY_HEADER } from '@clearwatch/service-kit/identity/identity-token';
import { QUEUE_BACKENDS } from '@clearwatch/service-kit/testing/queue-fixtures';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import request from 'supertest';
import { dashboardRow, extractionFile, extractionRow } from '../testing/import-file-fixtures.ts';
import { get, type IngestApp, identity, startIngest, storedFiles, upload } from '../testing/ingest-test-context.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);

describe.each(QUEUE_BACKENDS)('queues on %s', (backend) => {
  let ingest: IngestApp;

  beforeAll(async () => {
    ingest = await startIngest({ backend, redisDatabase: 3 });
  });
  afterAll(async () => {
    await ingest.stop();
  });

  it('an upload stores a file of the extraction shape and returns the counts', async () => {
    const response = await upload(
      ingest,
      extractionFile([extractionRow(), extractionRow({ account_number: '200' }), extractionRow({ amount: 'x' })]),
    );

    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      transactionCount: 2,
      memberCount: 2,
      duplicateCount: 0,
      rejectedCount: 1,
      importId: expect.any(Number),
      state: 'completed',
    });
  });

  it('an upload stores a file of the dashboard shape', async () => {
    const response = await upload(ingest, JSON.stringify([dashboardRow({ accountId: '300' })]));

    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ transactionCount: 1, memberCount: 1, state: 'completed' });
  });

  it('the import list shows an upload, newest first, with user, time and counts', async () => {
    const { body } = await upload(ingest, extractionFile([extractionRow()]), 'März report.json');
    const list = await get(ingest, '/api/imports?page=1&pageSize=1');
    const found = await get(ingest, '/api/imports?pageSize=5&search=RZ%20Report');
    expect([found.headers['x-total-count'], found.body[0]?.importId]).toEqual(['1', body.importId]);
    expect((await get(ingest, '/api/imports?search=%25')).body).toEqual([]);
    expect((await get(ingest, '/api/imports?search=%00')).status).toBe(400);
    const one = await get(ingest, `/api/imports/${body.importId}`);

    expect(list.status).toBe(200);
    expect(Number(list.headers['x-total-count'])).toBeGreaterThanOrEqual(1);
    const { totals, totalsCount, parts, warnings, matchedReturnCount, ...summary } = one.body;
    expect(list.body).toEqual([summary]);
    expect({ totals, totalsCount, parts, warnings, matchedReturnCount }).toEqual({
      totals: [],
      totalsCount: 0,
      parts: null,
      warnings: [],
      matchedReturnCount: 0,
    });
    expect(one.body).toMatchObject({
      importId: body.importId,
      fileName: 'März report.json',
      uploadedBy: 'paula',
      state: 'completed',
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      failure: null,
      completedAt: expect.any(String),
    });
    expect(one.body.bytesRead).toBe(one.body.fileSize);
  });

  it('the rejected rows of an upload are listed with line, field, value and reason of every problem', async () => {
    const file = extractionFile([
      extractionRow(),
      extractionRow({ amount: '1.005', company: '' }),
      extractionRow({ transaction_type: 'sideways' }),
    ]);
    const { body } = await upload(ingest, file);
    const rejects = await get(ingest, `/api/imports/${body.importId}/rejects?page=1&pageSize=2`);

    expect(rejects.headers['x-total-count']).toBe('3');
    expect(rejects.body).toHaveLength(2);
    expect(rejects.body).toEqual(
      expect.arrayContaining([
        { line: expect.any(Number), row: 2, field: 'amount', value: '1.005', reason: expect.any(String) },
      ]),
    );
  });

  it('an upload of a damaged file is answered with 422 and a message that names the line', async () => {
    const response = await upload(ingest, '{"transactions":[\n{"company":"A"},\n{"company":"B"');

    expect(response.status).toBe(422);
    expect(response.text).toMatch(/^Line \d+: .*ends in the middle of its data/);
  });

  it('a file that failed can be uploaded again with the same bytes', async () => {
    const broken = '[{"a":1},]';
    const first = await upload(ingest, broken);
    const second = await upload(ingest, broken);
    const list = await get(ingest, '/api/imports?page=1&pageSize=2');

    expect([first.status, second.status]).toEqual([422, 422]);
    expect(list.body.map(({ state }: { state: string }) => state)).toEqual(['failed', 'failed']);
  });

  it.each([
    ['a picture', PNG, 'photo.json', 415, /PNG image/],
    ['a PDF', Buffer.from('%PDF-1.7\n'), 'statement.json', 415, /PDF/],
    ['a ZIP archive', Buffer.from('PK\u0003\u0004rest'), 'a.json', 415, /ZIP/],
    ['a compressed picture', gzipSync(PNG), 'a.json.gz', 415, /gzip archive of a PNG image/],
    ['a file compressed twice', gzipSync(gzipSync('[]')), 'a.json.gz', 415, /gzip archive inside a gzip archive/],
    ['a damaged gzip archive', Buffer.from([0x1f, 0x8b, 9, 9, 9, 9, 9, 9, 9, 9]), 'a.gz', 415, /damaged/],
    ['an empty gzip archive', gzipSync(''), 'a.json.gz', 422, /empty/],
    ['UTF-16', Buffer.from('\ufeff[]', 'utf16le'), 'a.json', 415, /UTF-16/],
    ['an empty file', Buffer.alloc(0), 'a.json', 422, /empty/],
    ['spaces only', Buffer.from(' \n\t '), 'a.json', 422, /empty/],
  ])('an upload of %s is rejected, and nothing is kept', async (_what, content, name, status, reason) => {
    const before = await storedFiles(ingest);
    const imports = await get(ingest, '/api/imports');
    const response = await upload(ingest, content, name);

    expect(response.status).toBe(status);
    expect(response.text).toMatch(reason);
    expect(await storedFiles(ingest)).toEqual(before);
    expect((await get(ingest, '/api/imports')).body).toHaveLength(imports.body.length);
  });
});

describe('requests', () => {
  let ingest: IngestApp;

  beforeAll(async () => {
    ingest = await startIngest({
      backend: 'postgres',
      redisDatabase: 4,
      projects: 'never',
      settings: { UPLOAD_MAX_BYTES: 200_000, UPLOAD_WAIT_SECONDS: 1 },
    });
  });
  afterAll(async () => {
    await ingest.stop();
  });

  it('an upload is answered 202 while the figures are not up to date', async () => {
    const response = await upload(ingest, extractionFile([extractionRow()]));

    expect(response.status).toBe(202);
    expect(response.body).toMatchObject({ state: 'stored', transactionCount: 1 });
  });

  it('an upload beyond the size limit is rejected with 413, and nothing is kept [security 6.5]', async () => {
    const before = await storedFiles(ingest);
    const response = await upload(ingest, `[${' '.repeat(300_000)}]`);

    expect(response.status).toBe(413);
    expect(response.text).toMatch(/0\.2 MB/);
    expect(await storedFiles(ingest)).toEqual(before);
  });

  it('an upload with a second file, with another field or without a file is rejected', async () => {
    const before = await storedFiles(ingest);
    const headers = await identity();
    const post = () => request(ingest.app.getHttpServer()).post('/api/upload-transactions').set(headers);
    const file = Buffer.from('[]');
    const two = await post().attach('file', file, 'a.json').attach('file', file, 'b.json');
    const other = await post().attach('file', file, 'a.json').field('note', 'x');
    const misnamed = await post().attach('upload', file, 'a.json');
    const none = await post().send({});

    expect([two.status, other.status, misnamed.status, none.status]).toEqual([400, 400, 400, 415]);
    expect(await storedFiles(ingest)).toEqual(before);
  });

  it('an upload leaves no file when its row cannot be written', async () => {
    const before = await storedFiles(ingest);
    await ingest.owner.query('ALTER TABLE ledger.imports ADD CONSTRAINT away CHECK (false) NOT VALID');
    const response = await upload(ingest, extractionFile([extractionRow({ check_tracer_number: 'orphan' })]));
    await ingest.owner.query('ALTER TABLE ledger.imports DROP CONSTRAINT away');

    expect(response.status).toBe(500);
    expect(await storedFiles(ingest)).toEqual(before);
  });

  it('an upload is removed when its sender disconnects', async () => {
    const before = await storedFiles(ingest);
    const imports = await get(ingest, '/api/imports');
    await leaveInTheMiddle(ingest);
    await waitUntil('the temporary file is gone', async () => (await storedFiles(ingest)).length === before.length);

    expect((await get(ingest, '/api/imports')).body).toHaveLength(imports.body.length);
  });

  it('an upload removes characters that reverse text from the file name', async () => {
    const response = await upload(ingest, extractionFile([extractionRow()]), 'gpj\u202e.json');
    const { body } = await get(ingest, `/api/imports/${response.body.importId}`);

    expect(body.fileName).toBe('gpj.json');
  });

  it('uploads and import requests without an identity are rejected', async () => {
    const server = ingest.app.getHttpServer();
    const answers = await Promise.all([
      request(server).post('/api/upload-transactions').attach('file', Buffer.from('[]'), 'a.json'),
      request(server).get('/api/imports'),
      request(server).get('/api/imports/1'),
      request(server).get('/api/imports/1/rejects'),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });

  it.each(['/api/imports/0', '/api/imports/abc', '/api/imports/999999', '/api/imports/999999/rejects'])(
    'the import routes return 404 for %s',
    async (path) => {
      expect((await get(ingest, path)).status).toBe(404);
    },
  );

  it.each(['page=0', 'pageSize=501', 'page=x', 'limit[]=1'])('the import list returns 400 for ?%s', async (query) => {
    expect((await get(ingest, `/api/imports?${query}`)).status).toBe(400);
  });
});

/** Starts a multipart request and cuts the connection after the first bytes of the file. */
async function leaveInTheMiddle(ingest: IngestApp): Promise<void> {
  const { port } = ingest.app.getHttpServer().address() as AddressInfo;
  const headers = {
    ...(await identity()),
    'content-type': 'multipart/form-data; boundary=edge',
    'content-length': '100000',
  };
  expect(headers).toHaveProperty(IDENTITY_HEADER);
  const before = (await storedFiles(ingest)).length;
  const sending = httpRequest({
    port,
    host: '127.0.0.1',
    path: '/api/upload-transactions',
    method: 'POST',
    headers,
  });
  sending.on('error', () => undefined);
  sending.write('--edge\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n[{"a":');
  await waitUntil('the temporary file exists', async () => (await storedFiles(ingest)).length === before + 1);
  sending.destroy();
}
