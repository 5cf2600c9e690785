import { UNDO_IMPORT } from '@clearwatch/contracts/jobs/import-jobs';
import { QUEUES } from '@clearwatch/contracts/jobs/job-definition';
import { aNachaFile } from '@clearwatch/domain/nacha/testing/a-nacha-file';
import { connectQueues } from '@clearwatch/service-kit/jobs/queue-connection';
import { QUEUE_BACKENDS } from '@clearwatch/service-kit/testing/queue-backends';
import { until } from '@clearwatch/service-kit/testing/until';
import { Queue } from 'bullmq';
import { Client } from 'pg';
import request from 'supertest';
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
import { get, type IngestApp, identity, post, startIngest } from '../testing/ingest-app.ts';
import { undoName } from './import-undoer.service.ts';
import { HAVE_LEDGER_ALONE, SHARE_LEDGER } from './ledger-lock.ts';
import { UndoImportHandler } from './undo-import.handler.ts';
import { UnfinishedUndos } from './unfinished-undos.finder.ts';
import { UnprojectedUndos } from './unprojected-undos.finder.ts';

let ingest: IngestApp;

async function start(backend: 'postgres' | 'redis'): Promise<void> {
  ingest = await startIngest({ backend, redisDatabase: 13, settings: { PROCESS_ROLE: 'all' } });
}

async function undo(importId: number | string, role: 'User' | 'Admin' = 'Admin') {
  return request(ingest.app.getHttpServer())
    .delete(`/api/imports/${importId}`)
    .set(await identity(role));
}

const stateOf = async (importId: number) => (await get(ingest, `/api/imports/${importId}`)).body.state;
const trail = async () => {
  const { rows } = await ingest.owner.query(
    `SELECT action, actor_name, subject_label, detail FROM ledger.audit_outbox WHERE action LIKE 'import.undo%' ORDER BY at`,
  );
  return rows;
};
const work = (importId: number, signal?: AbortSignal) =>
  ingest.app
    .get(UndoImportHandler, { strict: false })
    .handle({ importId }, aRun(signal === undefined ? {} : { signal }));
const project = (importId: number) =>
  ingest.owner.query('INSERT INTO analytics.projected_undos (import_id) VALUES ($1)', [importId]);

describe.each(QUEUE_BACKENDS)('undoing an import, queues on %s', (backend) => {
  beforeAll(() => start(backend));
  afterAll(() => ingest.stop());

  it('takes it out of the ledger, says so when the figures are without it, and keeps its receipt', async () => {
    const shared = aRow();
    const first = await importFile(
      ingest,
      aFile([shared, aRow({ account_number: '2' }), aRow({ amount: '?' })]),
    );
    const second = await importFile(ingest, aFile([aRow(), shared]));
    const answer = await undo(first.id);

    expect([answer.status, answer.body.state, answer.body.undoneBy]).toEqual([202, 'undoing', 'paula']);
    await until('its entries are gone', async () => (await countTransactions(ingest)) === 2);
    await until('it is undone', async () => (await trail()).length === 2);
    expect(await stateOf(first.id)).toBe('undoing');
    await project(first.id);
    expect((await get(ingest, `/api/imports/${first.id}`)).body).toMatchObject({
      state: 'undone',
      undoneBy: 'paula',
      undoneAt: expect.any(String),
      transactionCount: 2,
      rejectedCount: 1,
    });
    expect((await get(ingest, `/api/imports/${second.id}`)).body).toMatchObject({
      state: 'completed',
      transactionCount: 2,
      duplicateCount: 0,
    });
    expect(await trail()).toEqual([
      { action: 'import.undo_requested', actor_name: 'paula', subject_label: 'test.json', detail: {} },
      {
        action: 'import.undone',
        actor_name: 'system',
        subject_label: 'test.json',
        detail: { removed: 1, passedOn: 1 },
      },
    ]);
    expect(await wrongMembers(ingest)).toEqual([]);
  });
});

describe('undoing an import', () => {
  beforeAll(async () => {
    await start('postgres');
    // The test is the worker.
    const queue = new Queue(QUEUES.import, { connection: connectQueues(ingest.environment).producer });
    await queue.pause();
    await queue.close();
  });
  afterAll(() => ingest.stop());
  beforeEach(async () => {
    await emptyLedger(ingest);
    await ingest.owner.query('TRUNCATE ledger.audit_outbox, analytics.projected_undos');
  });

  it('is for admins', async () => {
    const { id } = await importFile(ingest, aFile([aRow()]));
    expect((await undo(id, 'User')).status).toBe(403);
    expect(await stateOf(id)).toBe('completed');
  });

  it('asked for twice is asked for once, also when it is long undone', async () => {
    const { id } = await importFile(ingest, aFile([aRow()]));
    const answers = [await undo(id), await undo(id)];
    await work(id);
    await project(id);
    answers.push(await undo(id));

    expect(answers.map(({ status, body }) => [status, body.state])).toEqual([
      [202, 'undoing'],
      [202, 'undoing'],
      [202, 'undone'],
    ]);
    expect((await trail()).map(({ action }) => action)).toEqual(['import.undo_requested', 'import.undone']);
  });

  it('needs an import that exists; that of a kept duplicate is nobody’s', async () => {
    const row = aRow();
    await importFile(ingest, aFile([row]));
    const { id } = await importFile(ingest, aFile([row]));
    await post(ingest, `/api/imports/${id}/duplicates/1/keep`);
    const answers = await Promise.all([undo(id + 1), undo(999_999), undo('x')]);

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('needs an import that is completed', async () => {
    const { id } = await importFile(ingest, aFile([aRow()]));
    for (const state of ['received', 'importing', 'failed', 'needs_mapping']) {
      await ingest.owner.query('UPDATE ledger.imports SET state = $2 WHERE id = $1', [id, state]);
      const { status, text } = await undo(id);
      expect([status, text]).toEqual([409, 'Only an import that is completed can be undone.']);
    }
    await ingest.owner.query('DELETE FROM analytics.projected_imports');
    await ingest.owner.query(
      `ALTER TABLE ledger.imports DISABLE TRIGGER project_instantly;
       UPDATE ledger.imports SET state = 'stored';
       ALTER TABLE ledger.imports ENABLE TRIGGER project_instantly`,
    );
    expect((await undo(id)).text).toContain('still being worked into the figures');
  });

  it('ends what could be done with it: no second try, no keeping', async () => {
    const row = aRow();
    await importFile(ingest, aFile([row]));
    const { id } = await importFile(ingest, aFile([row]));
    await undo(id);
    expect((await post(ingest, `/api/imports/${id}/duplicates/1/keep`)).status).toBe(409);
    expect((await post(ingest, `/api/imports/${id}/retry`)).status).toBe(409);
    await work(id);
    expect((await post(ingest, `/api/imports/${id}/duplicates/1/keep`)).status).toBe(404);
    expect((await post(ingest, `/api/imports/${id}/retry`)).status).toBe(409);
    expect((await get(ingest, `/api/imports/${id}/duplicates`)).body).toEqual([]);
  });

  it('leaves the id of an entry that another file holds, and what the file said of it', async () => {
    const row = aRow();
    const first = await importFile(ingest, aFile([row]));
    const before = (await get(ingest, '/api/transactions')).body;
    const second = await importFile(ingest, `[\n\n\n${JSON.stringify(row)}]`);
    await undo(first.id);
    await work(first.id);
    const after = (await get(ingest, '/api/transactions')).body;

    expect(after).toEqual([{ ...before[0], importId: second.id, line: 4 }]);
  });

  it('leaves to each file the records it has, whichever file had the entry before', async () => {
    const file = (discretionaryData: string) =>
      aNachaFile([{ sec: 'PPD', entries: [{ fields: { discretionaryData } }] }]).join('\n');
    const ids = [];
    for (const data of ['A1', 'B2', 'A1', 'B2']) ids.push((await importFile(ingest, file(data))).id);
    const seen = [];
    for (const id of ids) {
      const [{ metadata }] = (await get(ingest, '/api/transactions')).body;
      seen.push(metadata.record.slice(76, 78));
      await undo(id);
      await work(id);
    }

    expect(seen).toEqual(['A1', 'B2', 'A1', 'B2']);
    expect(await countTransactions(ingest)).toBe(0);
  });

  it('can be followed by the same file, which is new again', async () => {
    const file = aFile([aRow(), aRow()]);
    const { id } = await importFile(ingest, file);
    await undo(id);
    await work(id);

    expect(await importFile(ingest, file)).toMatchObject({ stored: 2, duplicates: 0 });
  });

  it('waits until an import that would get its entries is in the figures, and changes nothing before', async () => {
    const file = aFile([aRow()]);
    const { id } = await importFile(ingest, file);
    const heir = await importFile(ingest, file);
    await undo(id);
    await ingest.owner.query('DELETE FROM analytics.projected_imports WHERE import_id = $1', [heir.id]);

    await expect(work(id)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await stateOf(id)).toBe('undoing');
    expect(await stateOf(heir.id)).toBe('stored');
    await ingest.owner.query('INSERT INTO analytics.projected_imports (import_id, entries) VALUES ($1, 0)', [
      heir.id,
    ]);
    await work(id);
    expect((await get(ingest, `/api/imports/${heir.id}`)).body).toMatchObject({
      transactionCount: 1,
      duplicateCount: 0,
    });
  });

  it('is done once by several workers at the same time', async () => {
    const rows = Array.from({ length: 200 }, (_, index) => aRow({ account_number: String(index % 9) }));
    const { id } = await importFile(ingest, aFile(rows));
    await importFile(ingest, aFile(rows.slice(0, 50)));
    await undo(id);
    await Promise.all([work(id), work(id), work(id), work(id)]);

    expect(await countTransactions(ingest)).toBe(50);
    expect(await wrongMembers(ingest)).toEqual([]);
    expect((await trail()).map(({ detail }) => detail)).toEqual([{}, { removed: 150, passedOn: 50 }]);
  });

  it('waits for an import that is storing, and imports wait for it: nobody for ever, nobody’s entry is lost', async () => {
    const rows = Array.from({ length: 3_000 }, (_, index) => aRow({ account_number: String(index % 50) }));
    const { id } = await importFile(ingest, aFile(rows));
    const others = [
      await receive(ingest, aFile(rows.slice(0, 2_000))),
      await receive(ingest, aFile(rows.slice(1_000))),
    ];
    await undo(id);
    const imports = others.map((importId) => handlerOf(ingest).handle({ importId }, aRun()));
    await Promise.all([...imports, work(id).catch(() => work(id))]);

    expect(await countTransactions(ingest)).toBe(3_000);
    expect(await wrongMembers(ingest)).toEqual([]);
    const { rows: lost } = await ingest.owner.query(
      `SELECT FROM ledger.duplicate_rows d WHERE NOT EXISTS (SELECT FROM ledger.transactions t WHERE t.id = d.twin_id)`,
    );
    expect(lost).toEqual([]);
  });

  it('changes nothing when its worker is killed in the middle or stopped, and the next one does it', async () => {
    const { id } = await importFile(ingest, aFile([aRow(), aRow()]));
    await undo(id);
    const letGo = await holding('LOCK TABLE ledger.members');
    const running = work(id);
    await until('it waits for the members', async () => (await waiting(undoName(id))) === 1);
    await ingest.owner.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1',
      [undoName(id)],
    );
    await expect(running).rejects.toThrow(/terminat|connection error|ECONNRESET|EPIPE/i);
    const stopping = new AbortController();
    const stopped = work(id, stopping.signal);
    await until('it waits again', async () => (await waiting(undoName(id))) === 1);
    stopping.abort();
    await expect(stopped).rejects.toMatchObject({ code: 'unavailable' });
    await letGo();
    expect(await countTransactions(ingest)).toBe(2);

    await work(id);
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
    await until('the import waits', async () => (await waiting(connectionName(importId))) === 1);
    await letGo();
    await running;
    expect(await countTransactions(ingest)).toBe(2);
  });

  it('is found again when its job is lost, and told again when analytics was not', async () => {
    const unfinished = ingest.app.get(UnfinishedUndos, { strict: false });
    const untold = ingest.app.get(UnprojectedUndos, { strict: false });
    const { id } = await importFile(ingest, aFile([aRow()]));
    await undo(id);
    expect(await unfinished.findOpenWork()).toEqual([]);
    await ingest.owner.query(`UPDATE ledger.imports SET progress_at = now() - interval '6 seconds'`);
    expect(await unfinished.findOpenWork()).toEqual([{ importId: id }]);
    expect(unfinished.definition).toBe(UNDO_IMPORT);

    await work(id);
    expect([await unfinished.findOpenWork(), await untold.findOpenWork()]).toEqual([[], []]);
    await ingest.owner.query(`UPDATE ledger.imports SET undone_at = now() - interval '6 seconds'`);
    expect(await untold.findOpenWork()).toEqual([{ importId: id }]);
    await project(id);
    expect(await untold.findOpenWork()).toEqual([]);
  });

  it('whose job is dead for good leaves the import as it was, to be undone another time', async () => {
    const finder = ingest.app.get(UnfinishedUndos, { strict: false });
    const { id } = await importFile(ingest, aFile([aRow()]));
    await undo(id);
    await finder.giveUp({ importId: id });
    await finder.giveUp({ importId: id });

    expect((await get(ingest, `/api/imports/${id}`)).body).toMatchObject({
      state: 'completed',
      undoneBy: null,
    });
    expect((await trail()).map(({ action }) => action)).toEqual([
      'import.undo_requested',
      'import.undo_failed',
    ]);
    expect((await undo(id)).body.state).toBe('undoing');
    await work(id);
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
      `SELECT FROM pg_stat_activity WHERE application_name = $1 AND wait_event_type = 'Lock'`,
      [connection],
    );
    return rowCount ?? 0;
  }
});
