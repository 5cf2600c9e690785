import { rm } from 'node:fs/promises';
import { QUEUE_BACKENDS } from '@clearwatch/service-kit/testing/queue-fixtures';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { extractionFile, extractionRow } from '../testing/import-file-fixtures.ts';
import {
  countTransactions,
  emptyLedger,
  get,
  type IngestApp,
  importProcessorOf,
  importRow,
  inconsistentMembers,
  post,
  receiveFile,
  runJob,
  startIngest,
  upload,
} from '../testing/ingest-test-context.ts';
import { type FolderStore, UploadStore } from '../uploads/upload-store.ts';

describe.each(QUEUE_BACKENDS)('retrying a failed import, queues on %s', (backend) => {
  let ingest: IngestApp;

  beforeAll(async () => {
    ingest = await startIngest({ backend, redisDatabase: 10 });
  });
  afterAll(async () => {
    await ingest.stop();
  });
  beforeEach(async () => {
    await emptyLedger(ingest);
    await ingest.owner.query('TRUNCATE ledger.audit_outbox');
  });

  const retry = (importId: number) => post(ingest, `/api/imports/${importId}/retry`);

  async function failedImport(): Promise<number> {
    const importId = await receiveFile(ingest, extractionFile([extractionRow(), extractionRow()]));
    await ingest.owner.query('ALTER TABLE ledger.members ADD CONSTRAINT broken CHECK (false) NOT VALID');
    const run = importProcessorOf(ingest).handle({ importId }, runJob({ isLastAttempt: true }));
    await expect(run).rejects.toThrow(/broken/);
    await ingest.owner.query('ALTER TABLE ledger.members DROP CONSTRAINT broken');
    return importId;
  }

  it('a retried import is stored when the cause of its failure is gone', async () => {
    const importId = await failedImport();
    const answer = await retry(importId);

    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ importId, failure: null });
    await waitUntil('it is stored', async () => (await importRow(ingest, importId)).state === 'stored');
    expect(await importRow(ingest, importId)).toMatchObject({ stored: 2, failure: null, failure_code: null });
    expect(await countTransactions(ingest)).toBe(2);
    expect(await inconsistentMembers(ingest)).toEqual([]);
  });

  it('the retry of an import is in the audit log with the user', async () => {
    const importId = await failedImport();
    await retry(importId);
    await waitUntil('it is stored', async () => (await importRow(ingest, importId)).state === 'stored');
    const { rows } = await ingest.owner.query(
      `SELECT action, actor_name FROM ledger.audit_outbox WHERE subject_id = $1 ORDER BY at`,
      [String(importId)],
    );

    expect(rows).toEqual([
      { action: 'import.failed', actor_name: 'system' },
      { action: 'import.retried', actor_name: 'paula' },
      { action: 'import.stored', actor_name: 'system' },
    ]);
  });

  it('a retried import fails again with a reason when the file itself is damaged', async () => {
    await upload(ingest, '[{"a":1},]');
    const { body } = await get(ingest, '/api/imports');
    const [{ importId }] = body;
    expect((await retry(importId)).status).toBe(202);
    await waitUntil('it has failed', async () => (await importRow(ingest, importId)).state === 'failed');

    expect(await importRow(ingest, importId)).toMatchObject({ failure_code: 'not_json' });
  });

  it('a failed import runs once when two users retry it at the same time', async () => {
    const importId = await failedImport();
    const answers = await Promise.all([retry(importId), retry(importId)]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409]);
    await waitUntil('it is stored', async () => (await importRow(ingest, importId)).state === 'stored');
    expect(await countTransactions(ingest)).toBe(2);
  });

  it('the retry of an import is rejected for a discarded file', async () => {
    const importId = await failedImport();
    await ingest.owner.query("UPDATE ledger.imports SET failure_code = 'discarded' WHERE id = $1", [importId]);

    expect((await retry(importId)).status).toBe(409);
  });

  it('the retry of an import that has not failed, does not exist or has no file is rejected', async () => {
    const { body } = await upload(ingest, extractionFile([extractionRow()]));
    const importId = await failedImport();
    const { rows } = await ingest.owner.query('SELECT digest FROM ledger.imports WHERE id = $1', [importId]);
    await rm(ingest.app.get<FolderStore>(UploadStore, { strict: false }).pathOf(rows[0].digest));
    const answers = [await retry(body.importId), await retry(999_999), await retry(importId)];

    expect(answers.map(({ status }) => status)).toEqual([409, 404, 409]);
    expect(answers.map(({ text }) => text)).toEqual([
      'Only an import that has failed can be tried again.',
      'There is no such import.',
      'The uploaded file is no longer on the server. Please upload it again.',
    ]);
    expect(await importRow(ingest, importId)).toMatchObject({ state: 'failed' });
  });
});
