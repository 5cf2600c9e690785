import { UNDO_IMPORT } from '@clearwatch/contracts/jobs.dto';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { Client } from 'pg';
import { connectionName } from '../import-file/import-connection.ts';
import { aFile, aRow } from '../testing/a-row.ts';
import {
  aRun,
  countTransactions,
  emptyLedger,
  handlerOf,
  importFile,
  receive,
  wrongMembers,
} from '../testing/import-rig.ts';
import { get, type IngestApp, startIngest } from '../testing/ingest-app.ts';
import { forgetUndos, pauseImports, project, stateOf, undo, undoTrail, work } from '../testing/undo-rig.ts';
import { undoName } from './import-undoer.service.ts';
import { HAVE_LEDGER_ALONE, SHARE_LEDGER } from './ledger-lock.ts';
import { UndoImportHandler } from './undo-import.handler.ts';
import { UnfinishedUndos } from './unfinished-undos.finder.ts';
import { UnprojectedUndos } from './unprojected-undos.finder.ts';

let ingest: IngestApp;

describe('an undo beside others and under faults', () => {
  beforeAll(async () => {
    ingest = await startIngest({ backend: 'postgres', redisDatabase: 13, settings: { PROCESS_ROLE: 'all' } });
    await pauseImports(ingest);
  });
  afterAll(() => ingest.stop());
  beforeEach(async () => {
    await emptyLedger(ingest);
    await forgetUndos(ingest);
  });

  it('is done once by several workers at the same time', async () => {
    const rows = Array.from({ length: 200 }, (_, index) => aRow({ account_number: String(index % 9) }));
    const { id } = await importFile(ingest, aFile(rows));
    await importFile(ingest, aFile(rows.slice(0, 50)));
    await undo(ingest, id);
    await Promise.all([work(ingest, id), work(ingest, id), work(ingest, id), work(ingest, id)]);

    expect(await countTransactions(ingest)).toBe(50);
    expect(await wrongMembers(ingest)).toEqual([]);
    expect((await undoTrail(ingest)).map(({ detail }) => detail)).toEqual([
      {},
      { removed: 150, passedOn: 50 },
    ]);
  });

  it('waits for an import that is storing, and imports wait for it: nobody for ever, nobody’s entry is lost', async () => {
    const rows = Array.from({ length: 3_000 }, (_, index) => aRow({ account_number: String(index % 50) }));
    const { id } = await importFile(ingest, aFile(rows));
    const others = [
      await receive(ingest, aFile(rows.slice(0, 2_000))),
      await receive(ingest, aFile(rows.slice(1_000))),
    ];
    await undo(ingest, id);
    const imports = others.map((importId) => handlerOf(ingest).handle({ importId }, aRun()));
    await Promise.all([...imports, work(ingest, id).catch(() => work(ingest, id))]);

    expect(await countTransactions(ingest)).toBe(3_000);
    expect(await wrongMembers(ingest)).toEqual([]);
    const { rows: lost } = await ingest.owner.query(
      `SELECT FROM ledger.duplicate_rows d WHERE NOT EXISTS (SELECT FROM ledger.transactions t WHERE t.id = d.twin_id)`,
    );
    expect(lost).toEqual([]);
  });

  it('changes nothing when its worker is killed in the middle or stopped, and the next one does it', async () => {
    const { id } = await importFile(ingest, aFile([aRow(), aRow()]));
    await undo(ingest, id);
    const letGo = await holding('LOCK TABLE ledger.members');
    const running = work(ingest, id);
    await waitUntil('it waits for the members', async () => (await waiting(undoName(id))) === 1);
    await ingest.owner.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()',
      [undoName(id)],
    );
    await expect(running).rejects.toThrow(/terminat|connection error|ECONNRESET|EPIPE/i);
    const stopping = new AbortController();
    const stopped = work(ingest, id, stopping.signal);
    await waitUntil('it waits again', async () => (await waiting(undoName(id))) === 1);
    stopping.abort();
    await expect(stopped).rejects.toMatchObject({ code: 'unavailable' });
    await letGo();
    expect(await countTransactions(ingest)).toBe(2);

    await work(ingest, id);
    expect(await countTransactions(ingest)).toBe(0);
    expect(await wrongMembers(ingest)).toEqual([]);
  });

  it('lets go of imports that share the ledger, and not of those that come while it has it alone', async () => {
    let letGo = await holding(SHARE_LEDGER);
    expect(await importFile(ingest, aFile([aRow()]))).toMatchObject({ stored: 1 });
    await letGo();
    letGo = await holding(HAVE_LEDGER_ALONE);
    const importId = await receive(ingest, aFile([aRow()]));
    const running = handlerOf(ingest).handle({ importId }, aRun());
    await waitUntil('the import waits', async () => (await waiting(connectionName(importId))) === 1);
    await letGo();
    await running;
    expect(await countTransactions(ingest)).toBe(2);
  });

  it('is found again when its job is lost, and told again when analytics was not', async () => {
    const unfinished = ingest.app.get(UnfinishedUndos, { strict: false });
    const untold = ingest.app.get(UnprojectedUndos, { strict: false });
    const { id } = await importFile(ingest, aFile([aRow()]));
    await undo(ingest, id);
    expect(await unfinished.findOpenWork()).toEqual([]);
    await ingest.owner.query(`UPDATE ledger.imports SET progress_at = now() - interval '6 seconds'`);
    expect(await unfinished.findOpenWork()).toEqual([{ importId: id }]);
    expect(unfinished.definition).toBe(UNDO_IMPORT);

    await work(ingest, id);
    expect([await unfinished.findOpenWork(), await untold.findOpenWork()]).toEqual([[], []]);
    await ingest.owner.query(`UPDATE ledger.imports SET undone_at = now() - interval '6 seconds'`);
    expect(await untold.findOpenWork()).toEqual([{ importId: id }]);
    await project(ingest, id);
    expect(await untold.findOpenWork()).toEqual([]);
  });

  it('is not given up while the figures are behind, however long: it stays open and is found again', async () => {
    const file = aFile([aRow()]);
    const { id } = await importFile(ingest, file);
    const heir = await importFile(ingest, file);
    await undo(ingest, id);
    await ingest.owner.query('DELETE FROM analytics.projected_imports WHERE import_id = $1', [heir.id]);
    const handler = ingest.app.get(UndoImportHandler, { strict: false });
    await handler.handle({ importId: id }, aRun({ isLastAttempt: true }));
    await ingest.owner.query(`UPDATE ledger.imports SET progress_at = now() - interval '6 seconds'`);

    expect(await stateOf(ingest, id)).toBe('undoing');
    expect(await countTransactions(ingest)).toBe(1);
    expect(await ingest.app.get(UnfinishedUndos, { strict: false }).findOpenWork()).toEqual([
      { importId: id },
    ]);
  });

  it('whose job is dead for good leaves the import as it was, to be undone another time', async () => {
    const finder = ingest.app.get(UnfinishedUndos, { strict: false });
    const { id } = await importFile(ingest, aFile([aRow()]));
    await undo(ingest, id);
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
    expect((await undo(ingest, id)).body.state).toBe('undoing');
    await work(ingest, id);
    expect(await countTransactions(ingest)).toBe(0);
  });

  /** On a connection of its own, whose look at the others would be the same throughout. @returns what ends it */
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
