import { aNachaFile } from '@clearwatch/domain/nacha/testing/nacha-fixtures';
import { QUEUE_BACKENDS } from '@clearwatch/service-kit/testing/queue-fixtures';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { extractionFile, extractionRow } from '../testing/import-file-fixtures.ts';
import {
  countTransactions,
  emptyLedger,
  get,
  type IngestApp,
  importFile,
  inconsistentMembers,
  post,
  runJob,
  startIngest,
} from '../testing/ingest-test-context.ts';
import {
  clearUndos,
  confirmProjection,
  pauseImports,
  requestUndo,
  runUndo,
  stateOf,
  undoTrail,
} from '../testing/undo-test-context.ts';
import { UndoImportProcessor } from './undo-import.processor.ts';

let ingest: IngestApp;

describe.each(QUEUE_BACKENDS)('queues on %s', (backend) => {
  beforeAll(async () => {
    ingest = await startIngest({ backend, redisDatabase: 13, settings: { PROCESS_ROLE: 'all' } });
  });
  afterAll(() => ingest.stop());

  it('undoing an import removes it from the ledger and the figures and keeps its receipt', async () => {
    const shared = extractionRow();
    const first = await importFile(
      ingest,
      extractionFile([shared, extractionRow({ account_number: '2' }), extractionRow({ amount: '?' })]),
    );
    const second = await importFile(ingest, extractionFile([extractionRow(), shared]));
    const answer = await requestUndo(ingest, first.id);

    expect([answer.status, answer.body.state, answer.body.undoneBy]).toEqual([202, 'undoing', 'paula']);
    await waitUntil('its entries are gone', async () => (await countTransactions(ingest)) === 2);
    await waitUntil('it is undone', async () => (await undoTrail(ingest)).length === 2);
    expect(await stateOf(ingest, first.id)).toBe('undoing');
    await confirmProjection(ingest, first.id);
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
    expect(await undoTrail(ingest)).toEqual([
      { action: 'import.undo_requested', actor_name: 'paula', subject_label: 'test.json', detail: {} },
      {
        action: 'import.undone',
        actor_name: 'system',
        subject_label: 'test.json',
        detail: { removed: 1, passedOn: 1 },
      },
    ]);
    expect(await inconsistentMembers(ingest)).toEqual([]);
  });
});

describe('requests and results', () => {
  beforeAll(async () => {
    ingest = await startIngest({ backend: 'postgres', redisDatabase: 13, settings: { PROCESS_ROLE: 'all' } });
    await pauseImports(ingest);
  });
  afterAll(() => ingest.stop());
  beforeEach(async () => {
    await emptyLedger(ingest);
    await clearUndos(ingest);
  });

  it('only admins can undo an import', async () => {
    const { id } = await importFile(ingest, extractionFile([extractionRow()]));
    expect((await requestUndo(ingest, id, 'User')).status).toBe(403);
    expect(await stateOf(ingest, id)).toBe('completed');
  });

  it('the undo of an import is announced to open browsers when it begins', async () => {
    const { id } = await importFile(ingest, extractionFile([extractionRow()]));
    await requestUndo(ingest, id);
    const run = runJob();
    await ingest.app.get(UndoImportProcessor, { strict: false }).handle({ importId: id }, run);

    expect(run.published).toEqual([{ type: 'import.undoing', importId: id }]);
  });

  it('the undo of an import runs once for repeated requests, also when it is already finished', async () => {
    const { id } = await importFile(ingest, extractionFile([extractionRow()]));
    const answers = [await requestUndo(ingest, id), await requestUndo(ingest, id)];
    await runUndo(ingest, id);
    await confirmProjection(ingest, id);
    answers.push(await requestUndo(ingest, id));

    expect(answers.map(({ status, body }) => [status, body.state])).toEqual([
      [202, 'undoing'],
      [202, 'undoing'],
      [202, 'undone'],
    ]);
    expect((await undoTrail(ingest)).map(({ action }) => action)).toEqual(['import.undo_requested', 'import.undone']);
  });

  it('the undo of an unknown import or of the import of a kept duplicate is rejected', async () => {
    const row = extractionRow();
    await importFile(ingest, extractionFile([row]));
    const { id } = await importFile(ingest, extractionFile([row]));
    await post(ingest, `/api/imports/${id}/duplicates/1/keep`);
    const answers = await Promise.all([
      requestUndo(ingest, id + 1),
      requestUndo(ingest, 999_999),
      requestUndo(ingest, 'x'),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('only a completed import can be undone', async () => {
    const { id } = await importFile(ingest, extractionFile([extractionRow()]));
    for (const state of ['received', 'importing', 'failed', 'needs_mapping']) {
      await ingest.owner.query('UPDATE ledger.imports SET state = $2 WHERE id = $1', [id, state]);
      const { status, text } = await requestUndo(ingest, id);
      expect([status, text]).toEqual([409, 'Only an import that is completed can be undone.']);
    }
    await ingest.owner.query('DELETE FROM analytics.projected_imports');
    await ingest.owner.query(
      `ALTER TABLE ledger.imports DISABLE TRIGGER project_instantly;
       UPDATE ledger.imports SET state = 'stored';
       ALTER TABLE ledger.imports ENABLE TRIGGER project_instantly`,
    );
    expect((await requestUndo(ingest, id)).text).toContain('figures do not include this import yet');
  });

  it('while an import is undone, it cannot be retried and its duplicates cannot be kept', async () => {
    const row = extractionRow();
    await importFile(ingest, extractionFile([row]));
    const { id } = await importFile(ingest, extractionFile([row]));
    await requestUndo(ingest, id);
    expect((await post(ingest, `/api/imports/${id}/duplicates/1/keep`)).status).toBe(409);
    expect((await post(ingest, `/api/imports/${id}/retry`)).status).toBe(409);
    await runUndo(ingest, id);
    expect((await post(ingest, `/api/imports/${id}/duplicates/1/keep`)).status).toBe(404);
    expect((await post(ingest, `/api/imports/${id}/retry`)).status).toBe(409);
    expect((await get(ingest, `/api/imports/${id}/duplicates`)).body).toEqual([]);
  });

  it("an undo keeps the id of an entry that another file contains, with that file's metadata", async () => {
    const row = extractionRow();
    const first = await importFile(ingest, extractionFile([row]));
    const before = (await get(ingest, '/api/transactions')).body;
    const second = await importFile(ingest, `[\n\n\n${JSON.stringify(row)}]`);
    await requestUndo(ingest, first.id);
    await runUndo(ingest, first.id);
    const after = (await get(ingest, '/api/transactions')).body;

    expect(after).toEqual([{ ...before[0], importId: second.id, line: 4 }]);
  });

  it('an undo leaves each file its own records, whichever file had the entry before', async () => {
    const file = (discretionaryData: string) =>
      aNachaFile([{ sec: 'PPD', entries: [{ fields: { discretionaryData } }] }]).join('\n');
    const ids = [];
    for (const data of ['A1', 'B2', 'A1', 'B2']) ids.push((await importFile(ingest, file(data))).id);
    const seen = [];
    for (const id of ids) {
      const [{ metadata }] = (await get(ingest, '/api/transactions')).body;
      seen.push(metadata.record.slice(76, 78));
      await requestUndo(ingest, id);
      await runUndo(ingest, id);
    }

    expect(seen).toEqual(['A1', 'B2', 'A1', 'B2']);
    expect(await countTransactions(ingest)).toBe(0);
  });

  it('after an undo, the same file is new again', async () => {
    const file = extractionFile([extractionRow(), extractionRow()]);
    const { id } = await importFile(ingest, file);
    await requestUndo(ingest, id);
    await runUndo(ingest, id);

    expect(await importFile(ingest, file)).toMatchObject({ stored: 2, duplicates: 0 });
  });

  it('an undo waits until analytics has counted an import that gets its entries', async () => {
    const file = extractionFile([extractionRow()]);
    const { id } = await importFile(ingest, file);
    const heir = await importFile(ingest, file);
    await requestUndo(ingest, id);
    await ingest.owner.query('DELETE FROM analytics.projected_imports WHERE import_id = $1', [heir.id]);

    await expect(runUndo(ingest, id)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await stateOf(ingest, id)).toBe('undoing');
    expect(await stateOf(ingest, heir.id)).toBe('stored');
    await ingest.owner.query('INSERT INTO analytics.projected_imports (import_id, entries) VALUES ($1, 0)', [heir.id]);
    await runUndo(ingest, id);
    expect((await get(ingest, `/api/imports/${heir.id}`)).body).toMatchObject({
      transactionCount: 1,
      duplicateCount: 0,
    });
  });
});
