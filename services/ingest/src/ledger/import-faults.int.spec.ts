import { rm } from 'node:fs/promises';
import { QUEUE_BACKENDS } from '@clearwatch/service-kit/testing/queue-fixtures';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { UnfinishedImports } from '../import-file/import-file.processor.ts';
import { extractionFile, extractionRow } from '../testing/import-file-fixtures.ts';
import {
  countTransactions,
  emptyLedger,
  type IngestApp,
  importProcessorOf,
  importRow,
  ledgerDisagreements,
  receiveFile,
  runJob,
  startIngest,
  upload,
} from '../testing/ingest-test-context.ts';
import { type FolderStore, UploadStore } from '../uploads/upload-store.ts';
import { importConnectionName } from './ledger-sql.ts';

/** Large enough to be interrupted. */
const ROWS = 20_000;
/** More than the half megabyte that is staged first, so that every code path for a large file runs. */
const FEW_ROWS = 4_000;

function aLargeFile(length = ROWS): string {
  return extractionFile(
    Array.from({ length }, (_, index) =>
      extractionRow({ account_number: String(1_000 + (index % 500)), check_tracer_number: String(index) }),
    ),
  );
}

describe('faults during an import', () => {
  let ingest: IngestApp;
  let file: string;
  let smallFile: string;

  beforeAll(async () => {
    file = aLargeFile();
    smallFile = aLargeFile(FEW_ROWS);
    ingest = await startIngest({ backend: 'postgres', redisDatabase: 6, projects: 'never', jobs: 'left' });
  });
  afterAll(async () => {
    await ingest.stop();
  });
  beforeEach(async () => {
    await emptyLedger(ingest);
  });

  it('an import leaves nothing when its connection is killed, and the next run completes it [fault 1.1]', async () => {
    const importId = await receiveFile(ingest, file);
    const running = importProcessorOf(ingest).handle({ importId }, runJob());
    await killWhenRunning(importId);

    await expect(running).rejects.toThrow(/terminat|connection error|ECONNRESET|EPIPE/i);
    expect(await countTransactions(ingest)).toBe(0);
    expect(await ledgerDisagreements(ingest)).toEqual([]);
    expect(await importRow(ingest, importId)).toMatchObject({ state: 'importing' });

    await importProcessorOf(ingest).handle({ importId }, runJob());
    expect(await importRow(ingest, importId)).toMatchObject({ state: 'stored', stored: ROWS, members: 500 });
    expect(await ledgerDisagreements(ingest)).toEqual([]);
  });

  it('an import keeps the first counts when it runs again after it was stored [fault 1.2]', async () => {
    const importId = await receiveFile(ingest, smallFile);
    await importProcessorOf(ingest).handle({ importId }, runJob());
    const first = await importRow(ingest, importId);
    await importProcessorOf(ingest).handle({ importId }, runJob());

    expect(await importRow(ingest, importId)).toEqual(first);
    expect(await countTransactions(ingest)).toBe(FEW_ROWS);
  });

  it('an import is stored once when two workers run it at the same time [fault 1.3]', async () => {
    const importId = await receiveFile(ingest, smallFile);
    const runs = await Promise.allSettled([
      importProcessorOf(ingest).handle({ importId }, runJob()),
      importProcessorOf(ingest).handle({ importId }, runJob()),
    ]);

    expect(runs.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await importRow(ingest, importId)).toMatchObject({ state: 'stored', stored: FEW_ROWS });
    expect(await ledgerDisagreements(ingest)).toEqual([]);
  });

  it('an import returns to the queue when its worker stops, and does not fail even on the last attempt [fault 1.4]', async () => {
    const importId = await receiveFile(ingest, file);
    const stopping = new AbortController();
    const running = importProcessorOf(ingest).handle(
      { importId },
      runJob({ signal: stopping.signal, isLastAttempt: true }),
    );
    await whenRunning(importId);
    stopping.abort();

    await expect(running).rejects.toMatchObject({ code: 'unavailable' });
    expect(await importRow(ingest, importId)).toMatchObject({ state: 'importing' });
    await waitUntil('the transaction is undone', async () => (await backendsOf(importId)) === 0);
    expect(await countTransactions(ingest)).toBe(0);
  });

  it('an import fails with a readable message after the last attempt', async () => {
    const importId = await receiveFile(ingest, file);
    const run = runJob({ isLastAttempt: true });
    const running = importProcessorOf(ingest).handle({ importId }, run);
    await killWhenRunning(importId);

    await expect(running).rejects.toThrow(/terminat|ECONNRESET|EPIPE|not queryable/i);
    expect(await importRow(ingest, importId)).toMatchObject({
      state: 'failed',
      failure_code: 'unavailable',
      failure: expect.stringContaining('upload it again'),
    });
    expect(run.published.at(-1)).toEqual({ type: 'import.finished', importId, state: 'failed' });
  });

  it('an import attempt reports no failure when another attempt has taken over', async () => {
    const importId = await receiveFile(ingest, file);
    const run = runJob({ isLastAttempt: true });
    const running = importProcessorOf(ingest).handle({ importId }, run);
    await whenRunning(importId);
    await importProcessorOf(ingest).handle({ importId }, runJob());

    await expect(running).rejects.toThrow(/terminat|ECONNRESET|EPIPE|not queryable/i);
    expect(await importRow(ingest, importId)).toMatchObject({ state: 'stored', stored: ROWS });
    expect(run.published.filter(({ type }) => type === 'import.finished')).toEqual([]);
  });

  it('an import fails on the first attempt with a readable message when the disk of the database is full', async () => {
    await ingest.owner.query(`
      CREATE FUNCTION ledger.disk_full() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
      CREATE TRIGGER disk_full BEFORE INSERT ON ledger.members EXECUTE FUNCTION ledger.disk_full()`);
    const importId = await receiveFile(ingest, extractionFile([extractionRow()]));
    await importProcessorOf(ingest).handle({ importId }, runJob());
    await ingest.owner.query('DROP FUNCTION ledger.disk_full CASCADE');

    expect(await importRow(ingest, importId)).toMatchObject({
      state: 'failed',
      failure_code: 'insufficient_storage',
      failure: expect.stringContaining('disk space. Nothing from the file was stored.'),
    });
    expect(await countTransactions(ingest)).toBe(0);
    expect(await ledgerDisagreements(ingest)).toEqual([]);
  });

  it('an import fails immediately when its file is missing', async () => {
    const importId = await receiveFile(ingest, extractionFile([extractionRow()]));
    const { rows } = await ingest.owner.query('SELECT digest FROM ledger.imports WHERE id = $1', [importId]);
    await rm(ingest.app.get<FolderStore>(UploadStore, { strict: false }).pathOf(rows[0].digest));
    await importProcessorOf(ingest).handle({ importId }, runJob());

    expect(await importRow(ingest, importId)).toMatchObject({
      state: 'failed',
      failure_code: 'file_missing',
    });
  });

  it('an import publishes progress up to the whole file and then that it is finished', async () => {
    const importId = await receiveFile(ingest, file);
    const run = runJob();
    await importProcessorOf(ingest).handle({ importId }, run);
    const bytes = Buffer.byteLength(file);

    expect(run.published.slice(-2)).toEqual([
      { type: 'import.progress', importId, bytesRead: bytes, bytesTotal: bytes, rowsRead: ROWS },
      { type: 'import.finished', importId, state: 'stored' },
    ]);
  });

  it('the same file is stored once when six workers import it at the same time', async () => {
    const ids = [];
    for (let copy = 0; copy < 6; copy += 1) ids.push(await receiveFile(ingest, smallFile));
    await Promise.all(ids.map((importId) => importProcessorOf(ingest).handle({ importId }, runJob())));
    const rows = [];
    for (const importId of ids) rows.push(await importRow(ingest, importId));

    expect(rows.map(({ stored }) => stored).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, FEW_ROWS]);
    expect(rows.every(({ stored, duplicates }) => stored + duplicates === FEW_ROWS)).toBe(true);
    expect(await ledgerDisagreements(ingest)).toEqual([]);
  });

  it('every entry is stored once when files overlap in opposite orders at the same time [fault 4.1]', async () => {
    const rows = Array.from({ length: 6_000 }, (_, index) =>
      extractionRow({ account_number: String(index % 700), check_tracer_number: `o${index}` }),
    );
    const ids = [
      await receiveFile(ingest, extractionFile(rows)),
      await receiveFile(ingest, extractionFile(rows.toReversed())),
      await receiveFile(ingest, extractionFile(rows.slice(2_000))),
    ];
    await Promise.all(ids.map((importId) => importProcessorOf(ingest).handle({ importId }, runJob())));

    expect(await countTransactions(ingest)).toBe(6_000);
    expect(await ledgerDisagreements(ingest)).toEqual([]);
  });

  it('an import is found again when no worker runs it', async () => {
    const finder = ingest.app.get(UnfinishedImports, { strict: false });
    const importId = await receiveFile(ingest, extractionFile([extractionRow()]));
    expect(await finder.findOpenWork()).toEqual([]);

    await ingest.owner.query(`UPDATE ledger.imports SET created_at = now() - interval '16 seconds'`);
    expect(await finder.findOpenWork()).toEqual([{ importId }]);

    await ingest.owner.query(`UPDATE ledger.imports SET state = 'importing', progress_at = now()`);
    expect(await finder.findOpenWork()).toEqual([]);
  });

  it('an import is marked as failed when its job is dead [fault 1.10]', async () => {
    const finder = ingest.app.get(UnfinishedImports, { strict: false });
    const importId = await receiveFile(ingest, extractionFile([extractionRow()]));
    await finder.giveUp({ importId });
    expect(await importRow(ingest, importId)).toMatchObject({ state: 'received' });

    await ingest.owner.query(`UPDATE ledger.imports SET created_at = now() - interval '16 seconds'`);
    await finder.giveUp({ importId });
    expect(await importRow(ingest, importId)).toMatchObject({
      state: 'failed',
      failure_code: 'internal',
      failure: expect.stringContaining('upload it again'),
    });
  });

  async function backendsOf(importId: number): Promise<number> {
    const { rows } = await ingest.owner.query<{ total: number }>(
      'SELECT count(*)::integer AS total FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()',
      [importConnectionName(importId)],
    );
    return rows[0]?.total ?? 0;
  }

  /** Waits until the import's own connection is open. */
  async function whenRunning(importId: number): Promise<void> {
    await waitUntil('the import has begun', async () => (await backendsOf(importId)) > 0);
  }

  async function killWhenRunning(importId: number): Promise<void> {
    await whenRunning(importId);
    await ingest.owner.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()',
      [importConnectionName(importId)],
    );
  }
});

describe.each(QUEUE_BACKENDS)('concurrent uploads, queues on %s', (backend) => {
  it('six uploads of one file at the same time are all answered, and the file is stored once [fault 4.1]', async () => {
    const ingest = await startIngest({ backend, redisDatabase: 7 });
    const file = extractionFile(Array.from({ length: 2_000 }, () => extractionRow()));
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(ingest, file)));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(answers.map(({ body }) => body.transactionCount).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 2_000]);
    expect(answers.every(({ body }) => body.transactionCount + body.duplicateCount === 2_000)).toBe(true);
    await ingest.stop();
  });
});

// cspell:ignore terminat
