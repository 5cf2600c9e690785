import type { DocumentColumns, SavedLayout } from '@clearwatch/contracts/document-layouts.dto';
import type { ParseJob, ParseJobDetail } from '@clearwatch/contracts/documents.dto';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import request from 'supertest';
import { get, type IngestApp, identity, post, startIngest } from '../testing/ingest-test-context.ts';
import { commonBeginning } from './document-columns.service.ts';
import { UnfinishedParseJobs } from './extract-document.processor.ts';
import { PagePictureCleanup } from './page-pictures.ts';

const cells = (...texts: readonly string[]) => `${texts.map((text) => text.padEnd(18)).join('')}\n`;
const row = (n: number) =>
  cells(`${5_000_000_000 + n}`, 'ANNA EXAMPLE', 'OTTO SAMPLE', `${n}.00`, 'Credit', '08/03/2026');
/** Two columns look like names. The word makes it a layout of its own. */
const listing = (word: string, ...rows: readonly number[]) =>
  cells('Mbr Acct', 'Zebra One', `Zebra ${word}`, 'Value', 'Side', 'Dt') + rows.map(row).join('');

let ingest: IngestApp;
beforeAll(async () => {
  ingest = await startIngest({ backend: 'postgres', redisDatabase: 14 });
});
afterAll(() => ingest.stop());

const FIELDS = ['accountNumber', 'fullName', 'company', 'amount', 'transactionType', 'postingDate'] as const;
const MAPPING = {
  delimiter: ',',
  skippedRows: 0,
  hasHeader: true,
  columnCount: 6,
  columns: FIELDS.map((field, column) => ({ column, field })),
  dateOrder: 'month_first',
  direction: 'type_column',
} as const;
const CUTS = [0.13, 0.31, 0.47, 0.61, 0.78];

async function send(name: string, content: string): Promise<number> {
  const { body } = await request(ingest.app.getHttpServer())
    .post('/api/bulk-upload-llamaextract')
    .set(await identity())
    .attach('files', Buffer.from(content), name);
  const { body: jobs } = await get(ingest, '/api/parse-jobs');
  return (jobs as ParseJob[]).find(({ jobId }) => jobId === body.jobs[0].jobId)?.id ?? 0;
}
async function inState(id: number, state: string): Promise<ParseJobDetail> {
  const detail = async () => (await get(ingest, `/api/parse-jobs/${id}`)).body as ParseJobDetail;
  const isRead = async () => !['pending', 'processing'].includes((await detail()).status);
  await waitUntil(`document ${id} is read`, isRead);
  const read = await detail();
  expect([read.status, read.errorMessage]).toEqual([state, null]);
  return read;
}
async function call(method: 'post' | 'patch' | 'delete', path: string, body?: object) {
  const server = request(ingest.app.getHttpServer());
  return server[method](path)
    .set(await identity())
    .send(body);
}
async function waiting(word: string, first: number): Promise<number> {
  const id = await send(`${word} ${first}.txt`, listing(word, first, first + 1));
  await inState(id, 'needs_columns');
  return id;
}
const columnsOf = async (id: number) => (await get(ingest, `/api/parse-jobs/${id}/columns`)).body as DocumentColumns;
const choices = { cuts: CUTS, mapping: MAPPING, lines: [] };
const save = (id: number, version: number | null = null) =>
  call('post', `/api/parse-jobs/${id}/columns`, { ...choices, version });
const layouts = async () => (await get(ingest, '/api/document-layouts')).body as SavedLayout[];

describe('columns of documents', () => {
  it('a document whose columns are unclear waits with its questions, its page and its first rows', async () => {
    const id = await waiting('wait', 11);
    expect(await inState(id, 'needs_columns')).toMatchObject({
      pages: 1,
      heldCount: 0,
      rows: [],
      canEditColumns: true,
      errorMessage: null,
    });
    expect(await columnsOf(id)).toMatchObject({
      page: 1,
      hasPicture: false,
      questions: expect.arrayContaining([
        { column: 2, sentence: expect.stringMatching(/^Several columns may contain the company or originator/) },
      ]),
      choices: { lines: [], mapping: { columnCount: 6 } },
      columns: [{ name: 'Mbr Acct' }, { name: 'Zebra One' }, { name: 'Zebra wait' }, {}, {}, {}],
      firstRows: [{ cells: expect.arrayContaining(['5000000011', '11.00']) }, {}],
      pageLines: [{ begins: 'mbr acct zebra one zebra wait value side dt' }, {}, {}],
      missing: [],
      version: null,
      isReadAgain: true,
    });
    const finder = ingest.app.get(UnfinishedParseJobs, { strict: false });
    await ingest.owner.query(`UPDATE ledger.parse_jobs SET progress_at = now() - interval '1 hour' WHERE id = $1`, [
      id,
    ]);
    expect(await finder.findOpenWork()).toEqual([]);
    await ingest.app.get(PagePictureCleanup, { strict: false }).sweep();
    expect((await columnsOf(id)).page).toBe(1);
  });

  it('a document is read with the columns that a person saves, and the next one of that layout without asking', async () => {
    const [id, other] = [await waiting('reuse', 21), await waiting('reuse', 23)];
    const preview = await call('post', `/api/parse-jobs/${id}/columns/preview`, choices);
    expect([preview.status, preview.body.firstRows.length, preview.body.missing]).toEqual([200, 2, []]);
    expect((await columnsOf(id)).version).toBeNull();

    expect((await save(id)).status).toBe(200);
    expect(await inState(id, 'completed')).toMatchObject({ transactionCount: 2, heldCount: 0 });
    expect(await inState(other, 'completed')).toMatchObject({ transactionCount: 2 });
    const next = await send('third.txt', listing('reuse', 25, 26));
    expect(await inState(next, 'completed')).toMatchObject({ transactionCount: 2, canEditColumns: false });
    const found = (await layouts()).find(({ name }) => name === 'reuse 21');
    expect(found).toMatchObject({ fields: FIELDS, savedBy: 'paula', timesUsed: 3 });
    expect(Date.parse(found?.lastUsedAt ?? '')).toBeGreaterThan(Date.parse(found?.savedAt ?? ''));
  });

  it('the columns of a completed document can be edited while rows wait, and unused rows are read again', async () => {
    const id = await waiting('edit', 71);
    await save(id);
    await inState(id, 'completed');
    const bad = (n: number) => row(n).replace('Credit', 'Maybe ');
    const partly = await send('partly.txt', listing('edit', 73, 74) + bad(75));
    expect(await inState(partly, 'completed')).toMatchObject({
      transactionCount: 2,
      heldCount: 1,
      canEditColumns: true,
    });
    expect(await columnsOf(partly)).toMatchObject({ version: 1, savedBy: 'paula', isReadAgain: false });
    expect((await save(partly, 1)).body).toMatchObject({ status: 'completed', heldCount: 1 });
    const unused = await send('unused.txt', listing('edit') + bad(76) + bad(77));
    expect(await inState(unused, 'completed')).toMatchObject({ transactionCount: 0, heldCount: 2 });
    expect(await columnsOf(unused)).toMatchObject({ version: 2, isReadAgain: true });
    const attempts = `SELECT attempt FROM ledger.parse_jobs WHERE id = ${unused}`;
    const before = await ingest.owner.query(attempts);
    expect((await save(unused, 2)).status).toBe(200);
    expect(await inState(unused, 'completed')).toMatchObject({ heldCount: 2 });
    expect((await ingest.owner.query(attempts)).rows).not.toEqual(before.rows);
  });

  it.each([
    ['with boundaries out of order', { cuts: CUTS.toReversed() }, 400, /boundaries must be in order/],
    ['with too many boundaries', { cuts: [...CUTS, 0.95] }, 400, /fewer than the columns/],
    ['with a boundary off the page', { cuts: CUTS.with(4, 20.5) }, 400, /Column boundaries must be/],
    ['with an unknown role for a line', { lines: [{ begins: 'Total', role: 'sum' }] }, 400, /role/i],
  ])('columns %s are not saved', async (_what, change, status, reason) => {
    const id = await waiting('wrong', 31);
    const response = await call('post', `/api/parse-jobs/${id}/columns`, {
      ...choices,
      version: null,
      ...change,
    });
    expect([response.status, response.text]).toEqual([status, expect.stringMatching(reason)]);
    await inState(id, 'needs_columns');
  });

  it('a column that a person split is read in two parts, also in the next document', async () => {
    // The new second column is the blank space after the account.
    const cuts = [0.12, ...CUTS];
    const columns = MAPPING.columns.map(({ column, field }) => ({ column: column === 0 ? 0 : column + 1, field }));
    const mapping = { ...MAPPING, columnCount: 7, columns };
    const id = await waiting('split', 81);
    const response = await call('post', `/api/parse-jobs/${id}/columns`, { ...choices, cuts, mapping, version: null });
    expect([response.status, response.text]).toEqual([200, expect.anything()]);
    expect(await inState(id, 'completed')).toMatchObject({ transactionCount: 2, heldCount: 0 });
    const next = await send('split-again.txt', listing('split', 83, 84));
    expect(await inState(next, 'completed')).toMatchObject({ transactionCount: 2, heldCount: 0 });
  });

  it('of two people who save the same columns at once, the second sees who was first', async () => {
    const id = await waiting('twice', 41);
    const answers = await Promise.all([save(id), save(id), save(id)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    for (const { text } of answers.filter(({ status }) => status === 409))
      expect(text).toMatch(/^paula has saved the columns of this layout in the meantime. Nothing was saved/);
    await inState(id, 'completed');
    const gone = await waiting('gone', 42);
    expect((await save(gone, 1)).text).toMatch(/^Someone has deleted the columns saved for this layout/);
  });

  it('a waiting document can be canceled and read again', async () => {
    const id = await waiting('cancel', 51);
    expect((await post(ingest, `/api/parse-jobs/${id}/cancel`)).body).toMatchObject({ status: 'failed' });
    expect((await get(ingest, `/api/parse-jobs/${id}/columns`)).status).toBe(404);
    expect((await post(ingest, `/api/parse-jobs/${id}/retry`)).status).toBe(200);
    await inState(id, 'needs_columns');
  });

  it('saved layouts can be renamed and deleted, which is recorded', async () => {
    const id = await waiting('list', 61);
    await save(id);
    await inState(id, 'completed');
    const layout = (await layouts()).find(({ name }) => name === 'list 61');
    const path = `/api/document-layouts/${layout?.id}`;
    expect((await call('patch', path, { name: '' })).status).toBe(400);
    expect((await call('patch', path, { name: 'Core system' })).body).toMatchObject({ name: 'Core system' });
    expect((await call('delete', path)).status).toBe(204);
    expect((await call('delete', path)).status).toBe(404);
    await waiting('list', 62);
    const { rows } = await ingest.owner.query(
      `SELECT action, actor_name, subject_label FROM ledger.audit_outbox
        WHERE (subject_type = 'document_layout' AND subject_id = $1) OR (subject_id = $2 AND action LIKE '%columns%')
        ORDER BY at`,
      [String(layout?.id), String(id)],
    );
    expect(rows).toMatchObject([
      { action: 'document.columns_requested' },
      { action: 'document.columns_saved', actor_name: 'paula' },
      { action: 'document_layout.renamed', subject_label: 'list 61' },
      { action: 'document_layout.deleted', actor_name: 'paula', subject_label: 'Core system' },
    ]);
  });

  it.each([
    ['Company: ACME 100234', 'company:'],
    ['Subtotal for batch 0012  1,234.00', 'subtotal for batch'],
    ['0012345 ACME', '9999999 acme'],
  ])('lines like "%s" begin with "%s"', (text, begins) => {
    expect(commonBeginning(text)).toBe(begins);
  });
});
