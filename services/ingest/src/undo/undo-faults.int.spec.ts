import { UNDO_IMPORT } from '@clearwatch/contracts/jobs.dto';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { Client } from 'pg';
import { importConnectionName, LOCK_LEDGER_EXCLUSIVE, LOCK_LEDGER_SHARED } from '../ledger/ledger-sql.ts';
import { extractionFile, extractionRow } from '../testing/import-file-fixtures.ts';
import {
  countTransactions,
  emptyLedger,
  get,
  type IngestApp,
  importFile,
  importProcessorOf,
  inconsistentMembers,
  receiveFile,
  runJob,
  startIngest,
} from '../testing/ingest-test-context.ts';
import { clearUndos, pauseImports, requestUndo, runUndo, stateOf, undoTrail } from '../testing/undo-test-context.ts';
import { UndoImportProcessor, UnfinishedUndos, undoConnectionName } from './undo-import.processor.ts';

let ingest: IngestApp;

describe('faults and concurrent work', () => {
  beforeAll(async () => {
    ingest = await startIngest({ backend: 'postgres', redisDatabase: 13, settings: { PROCESS_ROLE: 'all' } });
    await pauseImports(ingest);
  });
  afterAll(() => ingest.stop());
  beforeEach(async () => {
    await emptyLedger(ingest);
    await clearUndos(ingest);
  });

  it('an undo runs once when several workers start it', async () => {
    const rows = Array.from({ length: 200 }, (_, index) => extractionRow({ account_number: String(index % 9) }));
    const { id } = await importFile(ingest, extractionFile(rows));
    await importFile(ingest, extractionFile(rows.slice(0, 50)));
    await requestUndo(ingest, id);
    await Promise.all([runUndo(ingest, id), runUndo(ingest, id), runUndo(ingest, id), runUndo(ingest, id)]);

    expect(await countTransactions(ingest)).toBe(50);
    expect(await inconsistentMembers(ingest)).toEqual([]);
    expect((await undoTrail(ingest)).map(({ detail }) => detail)).toEqual([{}, { removed: 150, passedOn: 50 }]);
  });

  it('an undo waits for a running import, and imports wait for it, without losing entries', async () => {
    const rows = Array.from({ length: 3_000 }, (_, index) => extractionRow({ account_number: String(index % 50) }));
    const { id } = await importFile(ingest, extractionFile(rows));
    const others = [
      await receiveFile(ingest, extractionFile(rows.slice(0, 2_000))),
      await receiveFile(ingest, extractionFile(rows.slice(1_000))),
    ];
    await requestUndo(ingest, id);
    const imports = others.map((importId) => importProcessorOf(ingest).handle({ importId }, runJob()));
    await Promise.all([...imports, runUndo(ingest, id).catch(() => runUndo(ingest, id))]);

    expect(await countTransactions(ingest)).toBe(3_000);
    expect(await inconsistentMembers(ingest)).toEqual([]);
    const { rows: lost } = await ingest.owner.query(
      `SELECT FROM ledger.duplicate_rows d WHERE NOT EXISTS (SELECT FROM ledger.transactions t WHERE t.id = d.twin_id)`,
    );
    expect(lost).toEqual([]);
  });

  it('an undo changes nothing when its worker is killed or stopped, and the next worker completes it', async () => {
    const { id } = await importFile(ingest, extractionFile([extractionRow(), extractionRow()]));
    await requestUndo(ingest, id);
    const release = await holding('LOCK TABLE ledger.members');
    const running = runUndo(ingest, id);
    await waitUntil('it waits for the members', async () => (await waiting(undoConnectionName(id))) === 1);
    await ingest.owner.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()',
      [undoConnectionName(id)],
    );
    await expect(running).rejects.toThrow(/terminat|connection error|ECONNRESET|EPIPE/i);
    const stopping = new AbortController();
    const stopped = runUndo(ingest, id, stopping.signal);
    await waitUntil('it waits again', async () => (await waiting(undoConnectionName(id))) === 1);
    stopping.abort();
    await expect(stopped).rejects.toMatchObject({ code: 'unavailable' });
    await release();
    expect(await countTransactions(ingest)).toBe(2);

    await runUndo(ingest, id);
    expect(await countTransactions(ingest)).toBe(0);
    expect(await inconsistentMembers(ingest)).toEqual([]);
  });

  it('an import runs while others share the ledger and waits while an undo holds it exclusively', async () => {
    let release = await holding(LOCK_LEDGER_SHARED);
    expect(await importFile(ingest, extractionFile([extractionRow()]))).toMatchObject({ stored: 1 });
    await release();
    release = await holding(LOCK_LEDGER_EXCLUSIVE);
    const importId = await receiveFile(ingest, extractionFile([extractionRow()]));
    const running = importProcessorOf(ingest).handle({ importId }, runJob());
    await waitUntil('the import waits', async () => (await waiting(importConnectionName(importId))) === 1);
    await release();
    await running;
    expect(await countTransactions(ingest)).toBe(2);
  });

  it('an undo is found again when its job is lost', async () => {
    const unfinished = ingest.app.get(UnfinishedUndos, { strict: false });
    const { id } = await importFile(ingest, extractionFile([extractionRow()]));
    await requestUndo(ingest, id);
    expect(await unfinished.findOpenWork()).toEqual([]);
    await ingest.owner.query(`UPDATE ledger.imports SET progress_at = now() - interval '6 seconds'`);
    expect(await unfinished.findOpenWork()).toEqual([{ importId: id }]);
    expect(unfinished.definition).toBe(UNDO_IMPORT);

    await runUndo(ingest, id);
    expect(await unfinished.findOpenWork()).toEqual([]);
  });

  it('an undo stays open while the figures are behind, and is found again', async () => {
    const file = extractionFile([extractionRow()]);
    const { id } = await importFile(ingest, file);
    const heir = await importFile(ingest, file);
    await requestUndo(ingest, id);
    await ingest.owner.query('DELETE FROM analytics.projected_imports WHERE import_id = $1', [heir.id]);
    const handler = ingest.app.get(UndoImportProcessor, { strict: false });
    await handler.handle({ importId: id }, runJob({ isLastAttempt: true }));
    await ingest.owner.query(`UPDATE ledger.imports SET progress_at = now() - interval '6 seconds'`);

    expect(await stateOf(ingest, id)).toBe('undoing');
    expect(await countTransactions(ingest)).toBe(1);
    expect(await ingest.app.get(UnfinishedUndos, { strict: false }).findOpenWork()).toEqual([{ importId: id }]);
  });

  it('an undo with a dead job leaves the import as it was, to be undone later', async () => {
    const finder = ingest.app.get(UnfinishedUndos, { strict: false });
    const { id } = await importFile(ingest, extractionFile([extractionRow()]));
    await requestUndo(ingest, id);
    await finder.giveUp({ importId: id });
    await finder.giveUp({ importId: id });

    expect((await get(ingest, `/api/imports/${id}`)).body).toMatchObject({
      state: 'completed',
      undoneBy: null,
    });
    expect((await undoTrail(ingest)).map(({ action }) => action)).toEqual([
      'import.undo_requested',
      'import.undo_failed',
    ]);
    expect((await requestUndo(ingest, id)).body.state).toBe('undoing');
    await runUndo(ingest, id);
    expect(await countTransactions(ingest)).toBe(0);
  });

  /**
   * Uses its own connection, because `pg_stat_activity` does not change within a transaction.
   * @returns a function that releases the lock
   */
  async function holding(lock: string): Promise<() => Promise<void>> {
    const client = new Client({ connectionString: ingest.database.ownerUrl });
    await client.connect();
    await client.query(`BEGIN; ${lock}`);
    return () => client.end();
  }

  async function waiting(connection: string): Promise<number> {
    const { rowCount } = await ingest.owner.query(
      `SELECT FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database() AND wait_event_type = 'Lock'`,
      [connection],
    );
    return rowCount ?? 0;
  }
});

// cspell:ignore terminat
