import { extractionFile, extractionRow } from '../testing/import-file-fixtures.ts';
import {
  emptyLedger,
  get,
  type IngestApp,
  importFile,
  importRow,
  inconsistentMembers,
  startIngest,
  storedFiles,
} from '../testing/ingest-test-context.ts';
import {
  daysLeft,
  insertAlert,
  lastPurgeRun,
  placeHold,
  releaseHolds,
  runPurge,
  setReceivedDay,
  setToday,
} from '../testing/purge-test-context.ts';
import { requestUndo } from '../testing/undo-test-context.ts';

/** The last expired day and the first retained day, seven years before the purge. */
const LAST_PAST = '2019-11-21';
const FIRST_KEPT = '2019-11-22';
const PURGE_DAY = '2026-11-22';

let ingest: IngestApp;
beforeAll(async () => {
  ingest = await startIngest({ backend: 'postgres', redisDatabase: 15, jobs: 'left' });
});
afterAll(() => ingest.stop());
beforeEach(async () => {
  await emptyLedger(ingest);
  await ingest.owner.query(
    `TRUNCATE ledger.legal_holds, ledger.purge_runs, ledger.purges, ledger.purged_files, ledger.leaving_files,
       ledger.audit_outbox, ledger.parse_jobs, analytics.unusual_activities CASCADE`,
  );
  setToday(ingest, '2019-12-31');
});

const on = (posting_date: string | null, account_number = '1', more: object = {}) =>
  extractionRow({ posting_date, account_number, original_account: account_number, ...more });

const idsOn = async (day: string) => {
  const { rows } = await ingest.owner.query<{ id: string }>(
    'SELECT id FROM ledger.transactions WHERE event_date = $1 ORDER BY id',
    [day],
  );
  return rows.map(({ id }) => id);
};

/** Imports whose counts differ from the ledger; none are expected. */
async function wrongImports(): Promise<unknown[]> {
  const { rows } = await ingest.owner.query(`
    SELECT i.id FROM ledger.imports i
     WHERE (i.transaction_count, i.duplicate_count, i.member_count) IS DISTINCT FROM (
       (SELECT count(*) FROM ledger.transactions t WHERE t.import_id = i.id),
       (SELECT count(*) FROM ledger.duplicate_rows d WHERE d.import_id = i.id),
       (SELECT count(DISTINCT account_number) FROM ledger.transactions t WHERE t.import_id = i.id))`);
  return rows;
}

describe('daily purge', () => {
  it('the ledger purge removes entries older than seven years to the day and updates counts [spec 9.15]', async () => {
    const { id } = await importFile(
      ingest,
      extractionFile([on(LAST_PAST), on(FIRST_KEPT), on(LAST_PAST, '2'), on('2019-12-05', '3')]),
    );
    setToday(ingest, PURGE_DAY);
    await runPurge(ingest);

    expect(await daysLeft(ingest)).toEqual({ 1: [FIRST_KEPT], 3: ['2019-12-05'] });
    expect([await inconsistentMembers(ingest), await wrongImports()]).toEqual([[], []]);
    expect(await importRow(ingest, id)).toMatchObject({ stored: 2, members: 2 });
    expect((await get(ingest, `/api/imports/${id}`)).body).toMatchObject({
      purgedCount: 2,
      transactionCount: 2,
      readCount: 4,
    });
    expect(await lastPurgeRun(ingest)).toEqual({
      day: PURGE_DAY,
      removed: { entries: 2 },
      finished: true,
      failure: null,
    });
    const { rows } = await ingest.owner.query(
      `SELECT actor_name, detail FROM ledger.audit_outbox WHERE action = 'retention.entries_purged'`,
    );
    expect(rows).toEqual([{ actor_name: 'system', detail: { entries: 2, olderThan: FIRST_KEPT } }]);
  });

  it('the ledger purge runs once a day, and a second run removes nothing', async () => {
    await importFile(ingest, extractionFile([on(LAST_PAST), on(FIRST_KEPT)]));
    setToday(ingest, PURGE_DAY);
    await runPurge(ingest);
    await runPurge(ingest);
    const { rows } = await ingest.owner.query('SELECT count(*)::int AS runs FROM ledger.purge_runs');
    expect([rows, await daysLeft(ingest)]).toEqual([[{ runs: 1 }], { 1: [FIRST_KEPT] }]);
    setToday(ingest, '2026-11-23');
    await runPurge(ingest);
    expect(await daysLeft(ingest)).toEqual({});
  });

  it('the ledger purge reports removed sums to analytics by account, company and day', async () => {
    await importFile(
      ingest,
      extractionFile([on(LAST_PAST, '1', { amount: '10.00' }), on(LAST_PAST, '1', { amount: '2.50' })]),
    );
    setToday(ingest, PURGE_DAY);
    await runPurge(ingest);
    const { rows } = await ingest.owner.query(
      'SELECT account_number, day::text, credits, debits, entries FROM ledger.purge_changes',
    );
    expect(rows).toEqual([{ account_number: '1', day: LAST_PAST, credits: '12.50', debits: '0.00', entries: 2 }]);
  });

  it('the ledger purge removes duplicate rows of purged entries and keeps the counts of their imports correct', async () => {
    const old = on(LAST_PAST);
    await importFile(ingest, extractionFile([old, on(FIRST_KEPT)]));
    const second = await importFile(ingest, extractionFile([old, on('2019-12-01')]));
    expect(second).toMatchObject({ stored: 1, duplicates: 1 });
    setToday(ingest, PURGE_DAY);
    await runPurge(ingest);
    expect(await importRow(ingest, second.id)).toMatchObject({ stored: 1, duplicates: 0 });
    expect(await wrongImports()).toEqual([]);
  });

  it('the ledger purge names members after their remaining entries', async () => {
    await importFile(ingest, extractionFile([on(LAST_PAST, '1', { last_name: 'Newest' })]));
    await importFile(ingest, extractionFile([on(null, '1', { last_name: 'Timeless' })]));
    setToday(ingest, PURGE_DAY);
    await runPurge(ingest);
    const { rows } = await ingest.owner.query(
      'SELECT last_name, last_activity_date, transaction_count FROM ledger.members',
    );
    expect(rows).toEqual([{ last_name: 'Timeless', last_activity_date: null, transaction_count: 1 }]);
  });

  it('the ledger purge counts the age of an undated entry from the day of its import', async () => {
    await importFile(ingest, extractionFile([on(null)]));
    await setReceivedDay(ingest, FIRST_KEPT);
    setToday(ingest, PURGE_DAY);
    await runPurge(ingest);
    expect(await daysLeft(ingest)).toEqual({ 1: [null] });
    await setReceivedDay(ingest, LAST_PAST);
    setToday(ingest, '2026-11-23');
    await runPurge(ingest);
    expect(await daysLeft(ingest)).toEqual({});
  });
});

describe('purge exceptions', () => {
  it('the ledger purge keeps all entries of an account on hold until its release', async () => {
    await importFile(ingest, extractionFile([on(LAST_PAST), on(LAST_PAST, '2')]));
    await placeHold(ingest, '1');
    await placeHold(ingest, '1');
    setToday(ingest, PURGE_DAY);
    await runPurge(ingest);
    expect(await daysLeft(ingest)).toEqual({ 1: [LAST_PAST] });
    await releaseHolds(ingest);
    setToday(ingest, '2026-11-23');
    await runPurge(ingest);
    expect(await daysLeft(ingest)).toEqual({});
  });

  it('the ledger purge keeps everything while a legal hold covers everything', async () => {
    await importFile(ingest, extractionFile([on(LAST_PAST), on(LAST_PAST, '2')]));
    await setReceivedDay(ingest, LAST_PAST);
    await placeHold(ingest, null);
    setToday(ingest, PURGE_DAY);
    await runPurge(ingest);
    expect(await daysLeft(ingest)).toEqual({ 1: [LAST_PAST], 2: [LAST_PAST] });
    expect(await lastPurgeRun(ingest)).toMatchObject({ removed: {}, finished: true });
  });

  it('the ledger purge keeps the evidence for an alert as long as the alert exists', async () => {
    await importFile(ingest, extractionFile([on('2019-11-19'), on('2019-11-20'), on(LAST_PAST)]));
    await insertAlert(ingest, [...(await idsOn('2019-11-20')), ...(await idsOn(LAST_PAST))]);
    setToday(ingest, PURGE_DAY);
    await runPurge(ingest);
    expect(await daysLeft(ingest)).toEqual({ 1: ['2019-11-20', LAST_PAST] });
    expect(await inconsistentMembers(ingest)).toEqual([]);
    await ingest.owner.query('DELETE FROM analytics.unusual_activities');
    setToday(ingest, '2026-11-23');
    await runPurge(ingest);
    expect(await daysLeft(ingest)).toEqual({});
  });

  it('the ledger purge keeps entries that the figures do not include yet', async () => {
    await importFile(ingest, extractionFile([on(LAST_PAST)]));
    await ingest.owner.query('DELETE FROM analytics.projected_imports');
    setToday(ingest, PURGE_DAY);
    await runPurge(ingest);
    expect(await daysLeft(ingest)).toEqual({ 1: [LAST_PAST] });
  });
});

describe('interrupted purge', () => {
  it('a ledger purge that is killed within a batch changes nothing, and the next worker does the whole batch', async () => {
    await importFile(ingest, extractionFile([on(LAST_PAST), on(FIRST_KEPT)]));
    setToday(ingest, PURGE_DAY);
    await ingest.owner.query(`
      CREATE FUNCTION ledger.die() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
      CREATE TRIGGER die AFTER UPDATE ON ledger.purge_runs FOR EACH ROW EXECUTE FUNCTION ledger.die()`);
    try {
      await expect(runPurge(ingest)).rejects.toThrow(/terminat/i);
    } finally {
      await ingest.owner.query('DROP FUNCTION ledger.die CASCADE');
    }
    expect(await daysLeft(ingest)).toEqual({ 1: [LAST_PAST, FIRST_KEPT] });
    expect(await lastPurgeRun(ingest)).toMatchObject({ removed: {}, finished: false });

    await runPurge(ingest);
    expect(await daysLeft(ingest)).toEqual({ 1: [FIRST_KEPT] });
    expect(await lastPurgeRun(ingest)).toMatchObject({ removed: { entries: 1 }, finished: true });
  });

  it('a ledger purge that is interrupted between batches continues as of the day on which it began', async () => {
    const others = await storedFiles(ingest);
    await importFile(ingest, extractionFile([on(LAST_PAST)]));
    await setReceivedDay(ingest, LAST_PAST);
    setToday(ingest, PURGE_DAY);
    await ingest.owner.query(`
      CREATE FUNCTION ledger.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'not now'; END $$;
      CREATE TRIGGER refuse BEFORE DELETE ON ledger.imports FOR EACH ROW EXECUTE FUNCTION ledger.refuse()`);
    try {
      await expect(runPurge(ingest)).rejects.toThrow('not now');
    } finally {
      await ingest.owner.query('DROP FUNCTION ledger.refuse CASCADE');
    }
    setToday(ingest, '2026-11-23');
    await runPurge(ingest);
    expect(await lastPurgeRun(ingest)).toEqual({
      day: PURGE_DAY,
      removed: { entries: 1, imports: 1, files: 1 },
      finished: true,
      failure: null,
    });
    expect((await storedFiles(ingest)).toSorted()).toEqual(others.toSorted());
  });
});

describe('after a purge', () => {
  it('an import that lost entries to the purge cannot be undone, and the message says why', async () => {
    const { id } = await importFile(ingest, extractionFile([on(LAST_PAST), on(FIRST_KEPT)]));
    setToday(ingest, PURGE_DAY);
    await runPurge(ingest);
    const answer = await requestUndo(ingest, id);
    expect([answer.status, answer.text]).toEqual([
      409,
      expect.stringContaining('were purged at the end of their retention period'),
    ]);
  });

  it('importing the same file again after a purge brings no purged entry back', async () => {
    const file = extractionFile([on(LAST_PAST), on(FIRST_KEPT), on(null, '2')]);
    await importFile(ingest, file);
    await ingest.owner.query('UPDATE ledger.transactions SET created_at = $1 WHERE event_date IS NULL', [LAST_PAST]);
    setToday(ingest, PURGE_DAY);
    await runPurge(ingest);
    const again = await importFile(ingest, file);
    expect(again).toMatchObject({ stored: 0, duplicates: 1, rejected: 2 });
    const { body } = await get(ingest, `/api/imports/${again.id}/rejects`);
    expect(body.map(({ field, reason }: { field: string; reason: string }) => [field, reason])).toEqual([
      [
        'posting_date',
        expect.stringContaining(
          `older than the retention period of 7 years: entries before ${FIRST_KEPT} are not kept. To keep it, `,
        ),
      ],
      ['posting_date', expect.stringContaining('has no date')],
    ]);
    expect(await daysLeft(ingest)).toEqual({ 1: [FIRST_KEPT] });
  });
});

// cspell:ignore terminat
