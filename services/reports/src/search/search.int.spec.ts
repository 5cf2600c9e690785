import type { Transaction } from '@clearwatch/contracts/transactions.dto';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { Client } from 'pg';
import { TransactionReportTestContext } from '../testing/transaction-report-test-context.ts';
import { indexingConnectionName } from './search-index.processor.ts';
import { SearchLimits } from './search-query.ts';
import {
  pick,
  type Random,
  randomEntry,
  randomFilters,
  referenceSearch,
  seededRandom,
} from './testing/random-search-fixtures.ts';

const PATIENCE_MS = 60_000;
const QUESTIONS = 20;

let context: TransactionReportTestContext;
const kinds = new Set<string>();
beforeAll(async () => {
  context = await TransactionReportTestContext.start();
});
afterAll(() => context.stop());

/** Limits low enough for a few entries to use all search strategies. */
const SMALL: SearchLimits = { few: 4, texts: 2, walk: 40, countedOnWalk: 10, countable: 120, countMs: 1_000 };

const some = (random: Random, most: number) => Array.from({ length: 1 + random(most) }, () => randomEntry(random));

/** Compares many random searches, across all strategies, with a scan of all entries. */
async function expectRightAnswers(random: Random, when: string): Promise<void> {
  const entries = await context.ledger.entries();
  const limits = context.app.get(SearchLimits, { strict: false });
  for (let round = 0; round < QUESTIONS; round += 1) {
    Object.assign(limits, pick(random, [SMALL, new SearchLimits()]));
    const filters = randomFilters(random);
    const expected = referenceSearch(entries, filters);
    const [page, pageSize] = [1 + random(2), pick(random, [3, 10, 500])];
    const { status, headers, body, text } = await context.report(filters, `?page=${page}&pageSize=${pageSize}`);
    const ids = status === 200 ? (body as Transaction[]).map(({ id }) => id) : text;
    const isExact = headers['x-total-count-kind'] === 'exact';
    const total = Number(headers['x-total-count']);
    expect({ when, filters, page, pageSize, status, ids, total }).toEqual({
      when,
      filters,
      page,
      pageSize,
      status: 200,
      ids: expected.slice((page - 1) * pageSize, page * pageSize).map(({ id }) => id),
      // A lower bound does not exceed the total and includes the shown entries.
      total: isExact ? expected.length : Math.max(Math.min(total, expected.length), ids.length),
    });
    kinds.add(`${limits.few} ${headers['x-total-count-kind']}`);
  }
}
const sessions = (importId: number) => counted(importId, 'true');
const waiting = (importId: number) => counted(importId, `wait_event_type = 'Lock'`);
async function counted(importId: number, condition: string): Promise<number> {
  const client = new Client({ connectionString: context.database.ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ sessions: string }>(
    `SELECT count(*) AS sessions FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database() AND ${condition}`,
    [indexingConnectionName(importId)],
  );
  await client.end();
  return Number(rows[0]?.sessions);
}

describe('transaction search', () => {
  it.each([1, 2])(
    'a transaction search finds the same entries as a full scan in every import state (seed %i) [security 6.11]',
    async (seed) => {
      const random = seededRandom(seed);
      const first = await context.ledger.import(some(random, 150));
      const second = await context.ledger.import(some(random, 150));
      await expectRightAnswers(random, 'before anything is searchable');
      await context.settle([first]);
      await expectRightAnswers(random, 'when one import is searchable');
      await context.settle();
      await expectRightAnswers(random, 'when all are searchable');
      const kept = await context.ledger.retain(pick(random, await context.ledger.entries()).id);
      await expectRightAnswers(random, 'when a duplicate was kept');
      await context.settle();

      const entries = await context.ledger.entries();
      const { rows } = await context.owner.query<{ id: string }>(
        'SELECT id FROM ledger.transactions WHERE import_id = $1 ORDER BY id LIMIT 20',
        [first],
      );
      await context.ledger.undo(first, { entries: rows.map(({ id }) => Number(id)), to: second });
      expect((await context.ledger.entries()).length).toBeLessThanOrEqual(entries.length);
      await expectRightAnswers(random, 'when an import was undone whose entries another holds');
      expect(await context.openWork()).toEqual(expect.arrayContaining([first, second]));
      await context.settle(pick(random, [[second], [first]]));
      await expectRightAnswers(random, 'when half of that is done');
      await context.settle();
      await expectRightAnswers(random, 'when the undo is settled');

      const unsearchable = await context.ledger.import(some(random, 60));
      const moved = await context.owner.query<{ id: string }>(
        'SELECT id FROM ledger.transactions WHERE import_id = $1 ORDER BY id LIMIT 5',
        [unsearchable],
      );
      await context.ledger.undo(unsearchable, {
        entries: moved.rows.map(({ id }) => Number(id)),
        to: second,
      });
      await expectRightAnswers(random, 'when an import was undone before it was ever searchable');
      await context.settle();
      await expectRightAnswers(random, 'and when that is settled');

      await context.ledger.undo(kept);
      await context.ledger.undo(second);
      await expectRightAnswers(random, 'when the last imports were undone');
      await context.settle();
      expect(await context.openWork()).toEqual([]);
    },
    PATIENCE_MS,
  );

  it('a transaction search counts few matches exactly and marks other counts as a lower bound', () => {
    expect([...kinds].toSorted()).toEqual(['20000 exact', `${SMALL.few} at-least`, `${SMALL.few} exact`]);
  });

  it('the search indexes an import once, even with repeated and concurrent jobs', async () => {
    const importId = await context.ledger.import(some(seededRandom(9), 50));
    await Promise.all([context.settle([importId]), context.settle([importId]), context.settle([importId])]);
    await context.settle([importId]);
    const { rows } = await context.owner.query(
      `SELECT s.entries = (SELECT count(*) FROM reports.search_entries e WHERE e.import_id = $1) AS is_whole,
              (SELECT count(*) FROM reports.search_entries) = ALL (ARRAY[(SELECT sum(rows) FROM reports.search_days),
                (SELECT sum(rows) FROM reports.search_stream_days), (SELECT sum(rows) FROM reports.search_streams)]) AS is_counted
         FROM reports.search_imports s WHERE s.import_id = $1`,
      [importId],
    );
    expect(rows).toEqual([{ is_whole: true, is_counted: true }]);
    expect(await context.openWork()).toEqual([]);
  });

  it('the search leaves no pending values in the GIN indexes, which each search would scan', async () => {
    await context.ledger.import([{ company: 'PENDING', lastName: 'Pending', addenda: 'pending' }]);
    await context.settle();
    await context.owner.query('CREATE EXTENSION IF NOT EXISTS pageinspect SCHEMA public');
    const { rows } = await context.owner.query<{ pages: string }>(
      `SELECT sum(n_pending_pages) AS pages FROM unnest(ARRAY['search_streams_company', 'search_last_names_text',
         'search_addenda_text']) AS name, public.gin_metapage_info(public.get_raw_page('reports.' || name, 0))`,
    );
    expect(rows).toEqual([{ pages: '0' }]);
  });

  it('the search index stays unchanged when a worker stops during indexing', async () => {
    const importId = await context.ledger.import(some(seededRandom(11), 50));
    const stopped = new AbortController();
    // The lock allows reads and blocks writes.
    await context.owner.query('BEGIN; LOCK TABLE reports.search_entries IN SHARE MODE');
    const settling = context.settle([importId], stopped.signal);
    await waitUntil('indexing waits for the lock', async () => (await waiting(importId)) === 1);
    stopped.abort();
    await expect(settling).rejects.toThrow('The worker was stopped');
    await context.owner.query('COMMIT');
    await waitUntil('the session has ended', async () => (await sessions(importId)) === 0);
    expect(await context.openWork()).toEqual([importId]);
    await context.settle();
    expect(await context.openWork()).toEqual([]);
  });

  it('the search indexes an import after its rollups', async () => {
    const importId = await context.ledger.import(some(seededRandom(10), 5));
    await context.owner.query('DELETE FROM analytics.projected_imports WHERE import_id = $1', [importId]);
    expect(await context.openWork()).toEqual([]);
    await context.owner.query('INSERT INTO analytics.projected_imports (import_id, entries) VALUES ($1, 5)', [
      importId,
    ]);
    expect(await context.openWork()).toEqual([importId]);
  });

  it('the search retains no entry, name or import after an undo', async () => {
    for (const { id } of (
      await context.owner.query<{ id: string }>(`SELECT id FROM ledger.imports WHERE state = 'stored'`)
    ).rows)
      await context.ledger.undo(Number(id));
    await context.settle();
    const kept: string[] = [];
    for (const table of [
      'entries',
      'imports',
      'days',
      'streams',
      'stream_days',
      'first_names',
      'last_names',
      'descriptions',
      'addenda',
      'batches',
    ]) {
      const { rows } = await context.owner.query<{ rows: string }>(
        `SELECT count(*) AS rows FROM reports.search_${table}`,
      );
      if (rows[0]?.rows !== '0') kept.push(table);
    }
    expect(kept).toEqual([]);
  });
});
