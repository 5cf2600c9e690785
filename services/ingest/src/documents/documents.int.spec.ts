import type { BulkUploadResponse, ParseJobDetail } from '@clearwatch/contracts/documents.dto';
import { QUEUE_BACKENDS } from '@clearwatch/service-kit/testing/queue-fixtures';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import request from 'supertest';
import { get, type IngestApp, identity, post, startIngest, storedFiles } from '../testing/ingest-test-context.ts';

const HEAD = 'Account     Name             Company          Code   Amount    Type    Date\n';
const row = (n: number, amount: string, type = 'Credit', code = '22') =>
  `${2_000_000_000 + n}  EXAMPLE, ANNA    ACME PAYROLL     ${code}  ${amount.padStart(9)}   ${type.padEnd(6)}  08/03/2026\n`;

describe.each(QUEUE_BACKENDS)('documents with queues on %s', (backend) => {
  let ingest: IngestApp;
  beforeAll(async () => {
    ingest = await startIngest({ backend, redisDatabase: 9 });
  });
  afterAll(async () => {
    await ingest.stop();
  });

  async function send(files: Readonly<Record<string, string | Buffer>>): Promise<BulkUploadResponse> {
    const sending = request(ingest.app.getHttpServer())
      .post('/api/bulk-upload-llamaextract')
      .set(await identity());
    for (const [name, content] of Object.entries(files)) sending.attach('files', Buffer.from(content), name);
    const { status, body } = await sending;
    expect(status).toBe(200);
    return body;
  }
  async function jobOf(jobId: string | null | undefined): Promise<{ id: number; status: string }> {
    const { body } = await get(ingest, '/api/parse-jobs');
    const found = body.find((job: { jobId: string }) => job.jobId === jobId);
    if (found === undefined) throw new Error('the job is not in the list');
    return found;
  }
  async function read(name: string, content: string | Buffer): Promise<ParseJobDetail> {
    const { jobs } = await send({ [name]: content });
    const { id } = await jobOf(jobs[0]?.jobId);
    await waitUntil('the document is read', async () =>
      ['completed', 'failed'].includes((await jobOf(jobs[0]?.jobId)).status),
    );
    return (await get(ingest, `/api/parse-jobs/${id}`)).body;
  }
  async function decide(id: number, body: object): Promise<request.Response> {
    return request(ingest.app.getHttpServer())
      .post(`/api/parse-jobs/${id}/decisions`)
      .set(await identity())
      .send(body);
  }
  const entries = async (account: number) =>
    (await get(ingest, `/api/transactions?accountNumber=${2_000_000_000 + account}&limit=10`)).body;

  it('a document is imported once when no row is in doubt', async () => {
    const listing = HEAD + row(1, '100.00') + row(2, '1,250.00');
    const first = await read('listing.txt', listing);
    expect(first).toMatchObject({
      status: 'completed',
      originalFileName: 'listing.txt',
      mimeType: 'text/plain',
      transactionCount: 2,
      duplicateCount: 0,
      heldCount: 0,
      pages: 1,
      extractor: 'local',
      uploadedBy: 'paula',
      errorMessage: null,
    });
    expect(first.rows.map(({ state }) => state)).toEqual(['imported', 'imported']);
    expect(first.columns.map(({ field }) => field)).toEqual([
      'accountNumber',
      'fullName',
      'company',
      'transactionCode',
      'amount',
      'transactionType',
      'postingDate',
    ]);
    expect(await entries(2)).toMatchObject([
      { amount: '1250.00', transactionType: 'Credit', postingDate: '2026-08-03' },
    ]);
    expect(await read('listing.txt', listing)).toMatchObject({ transactionCount: 0, duplicateCount: 2 });
  });

  it('a document holds uncertain rows until a user corrects, accepts or discards them', async () => {
    const job = await read(
      'doubtful.txt',
      HEAD + row(11, '11.00') + row(12, '12.00', 'Debit', '22') + row(13, '13.00', 'Debit', '22'),
    );
    expect(job).toMatchObject({ status: 'completed', transactionCount: 1, heldCount: 2 });
    expect(job.rows.map(({ state }) => state)).toEqual(['imported', 'held', 'held']);
    expect(job.rows[1]?.cells[3]?.doubts).toEqual(['the code 22 is for credits, but the row says debit']);
    const cells = job.rows[1]?.cells.map(({ text }) => text) ?? [];

    const wrong = await decide(job.id, {
      decision: 'accept',
      rows: [{ row: 2, cells: cells.with(4, 'twelve') }],
    });
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringMatching(/^Row 2 cannot be imported. Amount: /)]);

    const accepted = await decide(job.id, {
      decision: 'accept',
      rows: [{ row: 2, cells: cells.with(3, '27') }],
    });
    expect(accepted.status).toBe(200);
    expect(accepted.body).toMatchObject({ transactionCount: 2, heldCount: 1 });
    expect(accepted.body.rows[1]).toMatchObject({ state: 'imported', decidedBy: 'paula' });
    expect(accepted.body.rows[1].cells[3]).toMatchObject({ text: '27', readAs: '22' });
    expect(await entries(12)).toMatchObject([{ amount: '12.00', transactionType: 'Debit', transactionCode: '27' }]);

    const again = await decide(job.id, { decision: 'discard', rows: [{ row: 2 }, { row: 3 }] });
    expect(again.status).toBe(409);
    const discarded = await decide(job.id, { decision: 'discard', rows: [{ row: 3 }] });
    expect(discarded.body).toMatchObject({ heldCount: 0 });
    expect(await entries(13)).toEqual([]);
  });

  it('document rows are held again when their import is undone', async () => {
    const job = await read('undone.txt', HEAD + row(21, '21.00'));
    await post(ingest, `/api/imports/${job.importIds[0]}/undo`);
    await ingest.owner.query(`UPDATE ledger.imports SET state = 'undone' WHERE id = $1`, [job.importIds[0]]);
    const { body } = await get(ingest, `/api/parse-jobs/${job.id}`);
    expect([body.heldCount, body.rows[0].state]).toEqual([1, 'held']);
  });

  it('documents of one upload fail individually, each with the problem and what to do [fault 5.1]', async () => {
    const { successfulUploads, failedUploads, jobs } = await send({
      'fine.txt': HEAD + row(31, '31.00'),
      'program.exe': Buffer.from([0x4d, 0x5a, 0, 0, 1, 2, 3]),
      'nothing.pdf': '',
      'letter.txt': 'Dear Sir, nothing of interest.',
    });
    expect([successfulUploads, failedUploads]).toEqual([2, 2]);
    expect(jobs.map(({ status, error }) => [status, error])).toEqual([
      ['success', null],
      ['error', expect.stringMatching(/^program.exe is not a supported file type. Supported types: PDF, DOCX/)],
      ['error', 'nothing.pdf is empty.'],
      ['success', null],
    ]);
    await waitUntil('both are read', async () => {
      const states = await Promise.all([jobs[0], jobs[3]].map(async (job) => (await jobOf(job?.jobId)).status));
      return states.join() === 'completed,failed';
    });
    const { body } = await get(ingest, `/api/parse-jobs/${(await jobOf(jobs[3]?.jobId)).id}`);
    expect(body.errorMessage).toMatch(/^No transactions were found/);
  });

  it.each([
    ['damaged.pdf', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(500, 'x')]), /^The PDF is damaged/],
    [
      'damaged.png',
      Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(500, 'x')]),
      /^The image is damaged/,
    ],
    [
      'archive.docx',
      Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(500, 'x')]),
      /^The file is not a Word document/,
    ],
  ])('a damaged document ends in a failed job with a reason: %s', async (name, content, reason) => {
    const job = await read(name, content);
    expect([job.status, job.errorMessage]).toEqual(['failed', expect.stringMatching(reason)]);
    expect((await post(ingest, `/api/parse-jobs/${job.id}/retry`)).body.errorMessage).toBeNull();
  });

  it('an upload of too many documents is rejected as a whole, and none is stored [spec 9.18]', async () => {
    const before = (await storedFiles(ingest)).length;
    const sending = request(ingest.app.getHttpServer())
      .post('/api/bulk-upload-llamaextract')
      .set(await identity());
    for (let n = 0; n <= 20; n += 1) sending.attach('files', Buffer.from(HEAD + row(n, '1.00')), `${n}.txt`);
    const { status, text } = await sending;
    expect([status, text]).toEqual([400, expect.stringMatching(/^You can upload a maximum of 20 files at once\./)]);
    expect((await storedFiles(ingest)).length).toBe(before);
  });

  it('a document can be downloaded as uploaded', async () => {
    const listing = HEAD + row(41, '41.00');
    const job = await read('Auszug März.txt', listing);
    const { headers, text } = await get(ingest, `/api/parse-jobs/${job.id}/document`);
    expect(headers['content-disposition']).toBe(`attachment; filename*=UTF-8''Auszug%20M%C3%A4rz.txt`);
    expect(text).toBe(listing);
    for (const id of ['99999', '9999999999', '0', 'x'])
      expect((await get(ingest, `/api/parse-jobs/${id}`)).status).toBe(404);
  });
});
