import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ParseJob, ParseJobDetail } from '@clearwatch/contracts/documents.dto';
import { EXTRACT_DOCUMENT } from '@clearwatch/contracts/jobs.dto';
import type { JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import { connectQueues } from '@clearwatch/service-kit/jobs/queue-connection';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { Queue } from 'bullmq';
import request from 'supertest';
import { get, type IngestApp, identity, post, startIngest } from '../testing/ingest-test-context.ts';
import { type DocumentClaim, DocumentClaims } from './document-claims.repository.ts';
import { ExtractDocumentProcessor, UnfinishedParseJobs } from './extract-document.processor.ts';
import { ParsedRowsImporter } from './import-parsed-rows.service.ts';
import { PagePictureCleanup } from './page-pictures.ts';
import { renderPdfPage } from './reading/pdf-pages.ts';
import { pdfFile } from './testing/document-file-fixtures.ts';

const HEAD = 'Account     Name             Company          Code   Amount    Type    Date';
const row = (n: number) =>
  `${3_000_000_000 + n}  EXAMPLE, ANNA    ACME PAYROLL     22  ${`${n}.00`.padStart(9)}   Credit  08/03/2026`;
const listing = (...rows: readonly string[]) => [HEAD, ...rows, ''].join('\n');
const A_PERSON = { userId: 7, username: 'paula', role: 'User', requestId: 'r', address: null } as const;

/** Enough for a busy machine. */
const READING_MS = 60_000;

/** A strip with two rows, which takes a second or two to read: long enough to inject faults. */
async function aScan(first: number): Promise<Buffer> {
  const strip = pdfFile({ pages: [[HEAD, row(first), row(first + 1)]], height: 100 });
  return renderPdfPage(strip, { page: 1, dotsPerInch: 150 });
}

let ingest: IngestApp;
beforeAll(async () => {
  ingest = await startIngest({ backend: 'postgres', redisDatabase: 9 });
});
afterAll(() => ingest.stop());

async function send(name: string, content: Buffer | string): Promise<number> {
  const { body } = await request(ingest.app.getHttpServer())
    .post('/api/bulk-upload-llamaextract')
    .set(await identity())
    .attach('files', Buffer.from(content), name);
  const { body: jobs } = await get(ingest, '/api/parse-jobs');
  return (jobs as ParseJob[]).find(({ jobId }) => jobId === body.jobs[0].jobId)?.id ?? 0;
}
async function detail(id: number): Promise<ParseJobDetail> {
  return (await get(ingest, `/api/parse-jobs/${id}`)).body as ParseJobDetail;
}
async function inState(id: number, ...states: readonly string[]): Promise<ParseJobDetail> {
  await waitUntil(
    `document ${id} is ${states.join(' or ')}`,
    async () => states.includes((await detail(id)).status),
    READING_MS,
  );
  return detail(id);
}
const settled = (id: number) => inState(id, 'completed', 'failed');
async function accept(id: number, rows: readonly number[]): Promise<request.Response> {
  return request(ingest.app.getHttpServer())
    .post(`/api/parse-jobs/${id}/decisions`)
    .set(await identity())
    .send({ decision: 'accept', rows: rows.map((number) => ({ row: number })) });
}
const numbers = (text: string, ...values: unknown[]) => ingest.owner.query(text, values);
const aRun = (signal = new AbortController().signal): JobRun => ({
  attempt: 1,
  isLastAttempt: false,
  signal,
  publish: async () => undefined,
});
const work = (id: number, signal?: AbortSignal) =>
  ingest.app.get(ExtractDocumentProcessor, { strict: false }).handle({ parseJobId: id }, aRun(signal));
const importsOf = async (id: number): Promise<number> =>
  (
    await numbers(
      `SELECT count(*)::int AS n FROM ledger.imports WHERE file_name = $1`,
      `${(await detail(id)).originalFileName} (extracted).csv`,
    )
  ).rows[0].n;

describe('a document being read', () => {
  it('a document can be canceled while it is read, and read later with a retry', async () => {
    const id = await send('cancelled.png', await aScan(100));
    await inState(id, 'processing');
    expect((await post(ingest, `/api/parse-jobs/${id}/cancel`)).body).toMatchObject({
      status: 'failed',
      errorMessage: 'Canceled by paula.',
    });
    expect((await post(ingest, `/api/parse-jobs/${id}/cancel`)).status).toBe(409);
    const again = await post(ingest, `/api/parse-jobs/${id}/retry`);
    expect(again.body).toMatchObject({ status: 'pending', errorMessage: null });
    const read = await settled(id);
    expect([read.status, read.rows.length, read.hasPictures]).toEqual(['completed', 2, true]);
  });

  it('a document is stored once when two workers read it at the same time', async () => {
    const id = await send('twice.png', await aScan(200));
    await inState(id, 'processing');
    await Promise.all([work(id), work(id)]);
    expect((await settled(id)).rows).toHaveLength(2);
  });

  it('a document is read by the next worker when its worker stops [fault 1.4]', async () => {
    const id = await send('stopped.png', await aScan(300));
    await inState(id, 'processing');
    const stopping = new AbortController();
    const stopped = work(id, stopping.signal).catch(String);
    stopping.abort(new Error('shutting down'));
    expect(await stopped).toBe('Error: shutting down');
    await numbers(`UPDATE ledger.parse_jobs SET progress_at = now() - interval '1 minute' WHERE id = $1`, id);
    const finder = ingest.app.get(UnfinishedParseJobs, { strict: false });
    expect(await finder.findOpenWork()).toContainEqual({ parseJobId: id });
    await work(id);
    const read = await detail(id);
    expect([read.status, read.rows.length]).toEqual(['completed', 2]);
  });
});

describe('rows of a document', () => {
  it('document rows are not imported when the document was canceled after reading', async () => {
    const id = await send('late.txt', listing(row(1)));
    await settled(id);
    await numbers(`UPDATE ledger.parsed_rows SET import_id = NULL WHERE parse_job_id = $1`, id);
    await numbers(`UPDATE ledger.parse_jobs SET status = 'failed', attempt = NULL WHERE id = $1`, id);
    const attempt = '00000000-0000-4000-8000-000000000000';
    await ingest.app
      .get(ParsedRowsImporter, { strict: false })
      .begin(A_PERSON, { parseJobId: id, fileName: 'late.txt' }, { state: 'ready', attempt });
    expect(await importsOf(id)).toBe(1);
    expect((await detail(id)).rows.map(({ state }) => state)).toEqual(['ready']);
  });

  it('document rows already in an import are not imported again after the worker was killed', async () => {
    const id = await send('killed.txt', listing(row(2), row(3)));
    await settled(id);
    await numbers(`UPDATE ledger.parse_jobs SET status = 'processing' WHERE id = $1`, id);
    await work(id);
    expect(await detail(id)).toMatchObject({ status: 'completed', transactionCount: 2, duplicateCount: 0 });
    expect(await importsOf(id)).toBe(1);
  });

  it('a document row is reviewed by only one of several users at the same time', async () => {
    const id = await send('both.txt', listing(row(4), row(5).replace('Credit', 'Debit ')));
    await settled(id);
    const cells = (await detail(id)).rows[1]?.cells.map(({ text }) => text) ?? [];
    const body = { decision: 'accept', rows: [{ row: 2, cells: cells.with(5, 'Credit') }] };
    const one = async () =>
      request(ingest.app.getHttpServer())
        .post(`/api/parse-jobs/${id}/decisions`)
        .set(await identity())
        .send(body);
    const answers = await Promise.all([one(), one(), one()]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted((first, other) => first - other)).toEqual([200, 409, 409]);
    expect(await detail(id)).toMatchObject({ transactionCount: 2, heldCount: 0 });
  });

  it('document rows accepted by several users at the same time are all imported', async () => {
    const doubtful = (n: number) => row(n).replace('Credit', 'Debit ');
    const id = await send('many.txt', listing(...[11, 12, 13, 14].map(doubtful)));
    expect(await settled(id)).toMatchObject({ heldCount: 4 });
    const answers = await Promise.all([1, 2, 3, 4].map((number) => accept(id, [number])));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await detail(id)).toMatchObject({ transactionCount: 4, heldCount: 0 });
  });

  it('document rows that were accepted when the server died are imported by the next worker', async () => {
    const id = await send('accepted.txt', listing(row(21).replace('Credit', 'Debit ')));
    expect(await settled(id)).toMatchObject({ heldCount: 1 });
    await numbers(
      `UPDATE ledger.parsed_rows SET state = 'accepted', decided_at = now() - interval '1 minute' WHERE parse_job_id = $1`,
      id,
    );
    const finder = ingest.app.get(UnfinishedParseJobs, { strict: false });
    expect(await finder.findOpenWork()).toContainEqual({ parseJobId: id });
    await work(id);
    await waitUntil('it is imported', async () => (await detail(id)).transactionCount === 1);
    expect(await finder.findOpenWork()).not.toContainEqual({ parseJobId: id });
  });

  it('accepted document rows wait for review again when their import failed', async () => {
    const id = await send('failed.txt', listing(row(31).replace('Credit', 'Debit ')));
    await settled(id);
    await accept(id, [1]);
    await numbers(`UPDATE ledger.imports SET state = 'failed' WHERE file_name = $1`, 'failed.txt (extracted).csv');
    const { heldCount, rows } = await detail(id);
    expect([heldCount, rows[0]?.state]).toEqual([1, 'held']);
  });

  it('rows of a failed document cannot be reviewed', async () => {
    const id = await send('undecided.txt', listing(row(41).replace('Credit', 'Debit ')));
    await settled(id);
    await numbers(`UPDATE ledger.parse_jobs SET status = 'failed' WHERE id = $1`, id);
    expect((await accept(id, [1])).status).toBe(409);
  });
});

describe('a failed document', () => {
  it('a failed document can be retried although its job failed permanently [fault 1.10]', async () => {
    const id = await send('poison.txt', 'Dear Sir, nothing of interest.');
    await settled(id);
    const { producer: connection } = connectQueues(ingest.environment);
    const queue = new Queue(EXTRACT_DOCUMENT.queue, { connection });
    const jobId = EXTRACT_DOCUMENT.identity({ parseJobId: id });
    await queue.add(EXTRACT_DOCUMENT.name, { parseJobId: 'poison' }, { jobId, attempts: 1 });
    await waitUntil('it is dead', async () => (await (await queue.getJob(jobId))?.getState()) === 'failed');
    await queue.close();
    await post(ingest, `/api/parse-jobs/${id}/retry`);
    expect((await settled(id)).errorMessage).toMatch(/^No transactions were found/);
  });
});

describe('readers of documents', () => {
  const claims = () => ingest.app.get(DocumentClaims, { strict: false });
  /** A document of a user that nothing reads; `waits` is the seconds since it was uploaded. */
  async function place(uploadedBy: number, status: 'pending' | 'processing', waits = 0): Promise<DocumentClaim> {
    const attempt = randomUUID();
    const { rows } = await numbers(
      `INSERT INTO ledger.parse_jobs (file_name, original_file_name, file_size, mime_type, status, extractor, attempt,
         uploaded_by, uploaded_by_name, progress_at, created_at)
       VALUES (repeat('0', 64), 'none', 1, 'image/png', $1, 'local', $2, $3, 'someone',
         CASE $1 WHEN 'processing' THEN now() END, now() - make_interval(secs => $4)) RETURNING id`,
      status,
      status === 'processing' ? attempt : null,
      uploadedBy,
      waits,
    );
    return { parseJobId: rows[0].id, attempt } as DocumentClaim;
  }
  afterEach(() => numbers(`DELETE FROM ledger.parse_jobs WHERE original_file_name = 'none'`));

  it('a second reader of one user is given back when someone else waits without any [security 6.14]', async () => {
    const [first, second] = [await place(71, 'processing'), await place(71, 'processing')];
    const other = await place(72, 'processing');
    expect(await claims().giveWay(second)).toBe(false);
    await place(73, 'pending', 11);
    expect([await claims().giveWay(first), await claims().giveWay(other)]).toEqual([false, false]);
    expect(await claims().giveWay(second)).toBe(true);
    expect(await claims().isPending(second.parseJobId)).toBe(true);
    expect(await claims().update(second)).toBe(false);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['has waited for less than ten seconds', () => place(73, 'pending', 5)],
    ['has a reader already', async () => [await place(73, 'processing'), await place(73, 'pending', 12)]],
    ['is the same user', () => place(71, 'pending', 12)],
  ])('a second reader of one user is kept while the one who waits %s', async (_who, wait) => {
    const [, second] = [await place(71, 'processing'), await place(71, 'processing')];
    await wait();
    expect(await claims().giveWay(second)).toBe(false);
  });

  it('a document that gave its reader back is read later', async () => {
    const older = await place(7, 'processing');
    const rows = Array.from({ length: 25 }, (_, index) => row(400 + index));
    const page = pdfFile({ pages: [[HEAD, ...rows]], height: 500 });
    const id = await send('slow.png', await renderPdfPage(page, { page: 1, dotsPerInch: 200 }));
    await inState(id, 'processing');
    await numbers('UPDATE ledger.parse_jobs SET progress_at = now() WHERE id = $1', older.parseJobId);
    const waiting = await place(73, 'pending', 11);
    await inState(id, 'pending');
    for (const { parseJobId } of [older, waiting])
      await numbers('DELETE FROM ledger.parse_jobs WHERE id = $1', parseJobId);
    expect((await settled(id)).status).toBe('completed');
  });
});

describe('page pictures', () => {
  const folders = () => join(ingest.environment.DATA_DIR, 'documents');
  const sweep = () => ingest.app.get(PagePictureCleanup, { strict: false }).sweep();
  async function leavePicture(id: number): Promise<string> {
    const folder = join(folders(), String(id));
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'page-1.jpg'), Buffer.from('ffd8ffe0', 'hex'));
    return folder;
  }

  it('page pictures are kept while a row is held or the document is being read, and are then deleted', async () => {
    const [waiting, decided, failed, open] = [
      await send('w.txt', listing(row(51), row(52).replace('Credit', 'Debit '))),
      await send('d.txt', listing(row(53))),
      await send('f.txt', 'nothing'),
      await send('o.txt', listing(row(54))),
    ];
    for (const id of [waiting, decided, failed, open]) await settled(id);
    await numbers(`UPDATE ledger.parse_jobs SET status = 'processing', progress_at = now() WHERE id = $1`, open);
    const kept = [await leavePicture(waiting), await leavePicture(open)];
    const gone = [await leavePicture(decided), await leavePicture(failed), await leavePicture(999_999)];
    await sweep();
    expect([kept.map((path) => existsSync(path)), gone.map((path) => existsSync(path))]).toEqual([
      [true, true],
      [false, false, false],
    ]);
    const { body } = await request(ingest.app.getHttpServer())
      .post(`/api/parse-jobs/${waiting}/decisions`)
      .set(await identity())
      .send({ decision: 'discard', rows: [{ row: 2 }] });
    expect(body).toMatchObject({ heldCount: 0 });
    await sweep();
    expect(readdirSync(folders())).not.toContain(String(waiting));
  });

  it('page pictures and downloads of a document are served only with an audit event [finding E 5]', async () => {
    const id = await send('seen.txt', listing(row(61), row(62).replace('Credit', 'Debit ')));
    await settled(id);
    await leavePicture(id);
    await ingest.owner.query('TRUNCATE ledger.audit_outbox');
    const events = async () => {
      const { rows } = await ingest.owner.query<{ action: string; actor_name: string; subject_id: string }>(
        'SELECT action, actor_name, subject_id FROM ledger.audit_outbox ORDER BY at',
      );
      return rows.map((event) => `${event.actor_name} ${event.action} ${event.subject_id}`);
    };
    expect((await get(ingest, `/api/parse-jobs/${id}/pages/2`)).status).toBe(404);
    expect(await events()).toEqual([]);
    for (let pages = 0; pages < 2; pages += 1) {
      expect((await get(ingest, `/api/parse-jobs/${id}/pages/1`)).status).toBe(200);
    }
    expect(await events()).toEqual([`paula document.viewed ${id}`]);
    for (let downloads = 0; downloads < 2; downloads += 1) {
      expect((await get(ingest, `/api/parse-jobs/${id}/document`)).status).toBe(200);
    }
    const downloaded = `paula document.downloaded ${id}`;
    expect(await events()).toEqual([`paula document.viewed ${id}`, downloaded, downloaded]);
    await ingest.owner.query('ALTER TABLE ledger.audit_outbox RENAME TO audit_outbox_away');
    try {
      expect((await get(ingest, `/api/parse-jobs/${id}/document`)).status).toBe(500);
    } finally {
      await ingest.owner.query('ALTER TABLE ledger.audit_outbox_away RENAME TO audit_outbox');
    }
  });
});
