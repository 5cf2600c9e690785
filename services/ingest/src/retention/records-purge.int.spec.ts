import { extractionFile, extractionRow } from '../testing/import-file-fixtures.ts';
import { emptyLedger, type IngestApp, importFile, startIngest, storedFiles } from '../testing/ingest-test-context.ts';
import {
  insertAlert,
  lastPurgeRun,
  placeHold,
  releaseHolds,
  runPurge,
  setReceivedDay,
  setToday,
} from '../testing/purge-test-context.ts';

const LAST_PAST = '2019-11-21';
const FIRST_KEPT = '2019-11-22';
const PURGE_DAY = '2026-11-22';

let ingest: IngestApp;
beforeAll(async () => {
  ingest = await startIngest({ backend: 'postgres', redisDatabase: 17, jobs: 'left' });
});
afterAll(() => ingest.stop());
beforeEach(async () => {
  await emptyLedger(ingest);
  await ingest.owner.query(
    `TRUNCATE ledger.legal_holds, ledger.purge_runs, ledger.purges, ledger.leaving_files, ledger.parse_jobs,
       analytics.unusual_activities CASCADE`,
  );
  setToday(ingest, '2019-12-31');
});

const on = (posting_date: string, more: object = {}) =>
  extractionRow({ posting_date, account_number: '1', original_account: '1', ...more });

async function left(): Promise<{ imports: number; rejected: number; documents: number }> {
  const { rows } = await ingest.owner.query(
    `SELECT (SELECT count(*)::int FROM ledger.imports) AS imports, (SELECT count(*)::int FROM ledger.rejected_rows) AS rejected,
            (SELECT count(*)::int FROM ledger.parse_jobs) AS documents`,
  );
  return rows[0];
}

/** A document whose only row is in the import. */
async function readIn(importId: number): Promise<void> {
  await ingest.owner.query(
    `WITH job AS (
       INSERT INTO ledger.parse_jobs (file_name, original_file_name, file_size, mime_type, status, extractor, uploaded_by_name)
       VALUES (repeat('a', 64), 'listing.pdf', 1, 'application/pdf', 'completed', 'local', 'paula') RETURNING id)
     INSERT INTO ledger.parsed_rows (parse_job_id, row_number, table_number, page, state, cells, import_id)
     SELECT id, 1, 0, 1, 'accepted', '["1", "12.50"]', $1 FROM job`,
    [importId],
  );
}

describe('imports without entries', () => {
  it('an expired import without entries is purged with its rejected rows, document and file', async () => {
    const before = await storedFiles(ingest);
    const { id } = await importFile(ingest, extractionFile([on(LAST_PAST), on(LAST_PAST, { amount: '?' })]));
    await readIn(id);
    await setReceivedDay(ingest, LAST_PAST);
    setToday(ingest, PURGE_DAY);
    await runPurge(ingest);
    expect(await left()).toEqual({ imports: 0, rejected: 0, documents: 0 });
    expect((await storedFiles(ingest)).toSorted()).toEqual(before.toSorted());
    expect(await lastPurgeRun(ingest)).toMatchObject({
      removed: { entries: 1, imports: 1, documents: 1, files: 2 },
      finished: true,
    });
  });

  it('a newer import without entries is kept with all its records', async () => {
    const { id } = await importFile(ingest, extractionFile([on(LAST_PAST)]));
    await readIn(id);
    await setReceivedDay(ingest, FIRST_KEPT);
    setToday(ingest, PURGE_DAY);
    await runPurge(ingest);
    expect(await left()).toEqual({ imports: 1, rejected: 0, documents: 1 });
  });

  it('an import without entries is kept while a rejected row names an account on hold', async () => {
    await importFile(ingest, extractionFile([on(LAST_PAST, { account_number: '4711', amount: '?' })]));
    await setReceivedDay(ingest, LAST_PAST);
    await placeHold(ingest, '4711');
    setToday(ingest, PURGE_DAY);
    await runPurge(ingest);
    expect(await left()).toMatchObject({ imports: 1, rejected: 1 });
    await releaseHolds(ingest);
    setToday(ingest, '2026-11-23');
    await runPurge(ingest);
    expect(await left()).toMatchObject({ imports: 0, rejected: 0 });
  });
});

describe('uploaded files', () => {
  it('an uploaded file is kept as evidence until its last entry is purged', async () => {
    const file = extractionFile([on('2019-11-20'), on(LAST_PAST)]);
    await importFile(ingest, file);
    await setReceivedDay(ingest, LAST_PAST);
    const { rows } = await ingest.owner.query<{ id: string }>(
      `SELECT id FROM ledger.transactions WHERE event_date = $1`,
      [LAST_PAST],
    );
    await insertAlert(
      ingest,
      rows.map(({ id }) => id),
    );
    const before = await storedFiles(ingest);
    setToday(ingest, PURGE_DAY);
    await runPurge(ingest);
    expect([(await left()).imports, await storedFiles(ingest)]).toEqual([1, before]);
  });

  it('an uploaded file is kept while another import refers to it', async () => {
    const file = extractionFile([on(LAST_PAST)]);
    await importFile(ingest, file);
    await setReceivedDay(ingest, LAST_PAST);
    const before = await storedFiles(ingest);
    setToday(ingest, PURGE_DAY);
    await importFile(ingest, file);
    await runPurge(ingest);
    expect((await left()).imports).toBe(1);
    expect((await storedFiles(ingest)).toSorted()).toEqual(before.toSorted());
  });
});
