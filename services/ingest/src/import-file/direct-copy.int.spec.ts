import { isRetryable } from '@clearwatch/service-kit/database/database-errors';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { jest } from '@jest/globals';
import type { Client } from 'pg';
import { importConnectionName } from '../ledger/ledger-sql.ts';
import {
  dashboardRow,
  extractionFile,
  extractionRow,
  loadInSlices,
  type SliceLoad,
} from '../testing/import-file-fixtures.ts';
import {
  countTransactions,
  emptyLedger,
  type IngestApp,
  inconsistentMembers,
  receiveFile,
  startIngest,
} from '../testing/ingest-test-context.ts';

const ROWS = 3_000;

let ingest: IngestApp;

beforeAll(async () => {
  ingest = await startIngest({ backend: 'postgres', redisDatabase: 8, projects: 'never', jobs: 'left' });
});
afterAll(async () => {
  await ingest.stop();
});
beforeEach(async () => {
  await emptyLedger(ingest);
});

const bring = (rows: Record<string, unknown>[], bringing?: SliceLoad) => loadInSlices(ingest, rows, bringing);

/** Records the table that a client copies into, for each slice. */
function copiesOf(roads: string[]): (client: Client) => Client {
  return (client) => {
    const query = client.query.bind(client);
    jest.spyOn(client, 'query').mockImplementation((...args: Parameters<typeof query>) => {
      const [requested] = args as unknown[];
      const text =
        typeof requested === 'object' && requested !== null && 'text' in requested ? String(requested.text) : '';
      const [, table] = /^ *COPY (\S+) .* FROM STDIN/m.exec(text) ?? [];
      if (table !== undefined) roads.push(table);
      return query(...args);
    });
    return client;
  };
}

const newRows = (count = ROWS) =>
  Array.from({ length: count }, (_, index) => extractionRow({ account_number: String(index % 50) }));

describe('new entries', () => {
  it('a file of new entries only is copied into the ledger from its second slice on, with the same members as staging', async () => {
    const roads: string[] = [];
    expect(await bring(newRows(), { watch: copiesOf(roads) })).toMatchObject({ stored: ROWS, members: 50 });
    expect(roads[0]).toBe('slice');
    expect(roads.slice(1, -1).every((table) => table === 'ledger.transactions')).toBe(true);
    expect(roads.length).toBeGreaterThan(3);
    expect(await inconsistentMembers(ingest)).toEqual([]);
    const { rows } = await ingest.owner.query(
      'SELECT count(*)::integer AS members FROM ledger.members WHERE member_key IS NULL',
    );
    expect(rows).toEqual([{ members: 0 }]);
  });

  it('rejected rows and rows without a trace number are staged in a file of new entries', async () => {
    const fares = Array.from({ length: 20 }, () => dashboardRow({ accountId: 'fares' }));
    const rows = [
      ...newRows(),
      extractionRow({ amount: '?' }),
      ...fares.slice(10),
      ...newRows(),
      ...fares.slice(0, 10),
    ];
    expect(await bring(rows)).toMatchObject({
      stored: 2 * ROWS + 20,
      rejected: 1,
      duplicates: 0,
      members: 51,
    });
    expect(await inconsistentMembers(ingest)).toEqual([]);
  });
});

describe('known rows', () => {
  it.each([
    ['in the ledger', () => extractionRow()],
    ['twice in the file', null],
  ])('a file with one known row stores the other rows and records the duplicate that is %s', async (_why, known) => {
    const rows = newRows();
    const twin = known?.() ?? rows[10] ?? extractionRow();
    if (known !== null) await bring([twin]);
    const roads: string[] = [];
    const file = [...rows.slice(0, 1_900), twin, ...rows.slice(1_900)];
    expect(await bring(file, { watch: copiesOf(roads) })).toMatchObject({ stored: ROWS, duplicates: 1 });
    // Rejected once: this slice and all later ones are staged.
    expect(roads.slice(roads.lastIndexOf('ledger.transactions') + 1).length).toBeGreaterThan(1);
    expect(roads).toContain('ledger.transactions');
    const { rows: noted } = await ingest.owner.query('SELECT row_number FROM ledger.duplicate_rows');
    expect(noted).toEqual([{ row_number: 1_901 }]);
    expect(await countTransactions(ingest)).toBe(ROWS + (known === null ? 0 : 1));
    expect(await inconsistentMembers(ingest)).toEqual([]);
  });
});

describe('entries of a running import', () => {
  const rows = newRows();
  const shared = rows.slice(2_000, 2_001);

  /** Imports `rows` while another import holds one of their entries until it ends. */
  async function whileHeld(end: (waiting: { importId: number; other: PromiseWithResolvers<void> }) => unknown) {
    const stored = Promise.withResolvers<void>();
    const other = Promise.withResolvers<void>();
    const holding = bring(shared, {
      before: () => {
        stored.resolve();
        return other.promise;
      },
    });
    await stored.promise;
    const importId = await receiveFile(ingest, extractionFile(rows));
    const roads: string[] = [];
    const running = Promise.allSettled([bring(rows, { importId, watch: copiesOf(roads) })]);
    await waitUntil('it waits', async () => {
      const { rows: found } = await ingest.owner.query(
        `SELECT FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database() AND wait_event_type = 'Lock'`,
        [importConnectionName(importId)],
      );
      return found.length === 1;
    });
    expect(roads.at(-1)).toBe('ledger.transactions');
    await end({ importId, other });
    const [outcome] = await running;
    other.resolve();
    await holding.catch(() => undefined);
    return outcome;
  }

  it('an entry that another import is storing is a duplicate after the other import commits', async () => {
    expect(await whileHeld(({ other }) => other.resolve())).toMatchObject({
      value: { stored: ROWS - 1, duplicates: 1 },
    });
    expect(await countTransactions(ingest)).toBe(ROWS);
    expect(await inconsistentMembers(ingest)).toEqual([]);
  });

  it('an entry that another import is storing is new after the other import rolls back', async () => {
    expect(await whileHeld(({ other }) => other.reject(new Error('undone')))).toMatchObject({
      value: { stored: ROWS, duplicates: 0 },
    });
    expect(await countTransactions(ingest)).toBe(ROWS);
    expect(await inconsistentMembers(ingest)).toEqual([]);
  });

  it('an import that waits for another leaves nothing when its connection is killed, and its next run completes it [fault 3.1]', async () => {
    const outcome = await whileHeld(({ importId }) =>
      ingest.owner.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()',
        [importConnectionName(importId)],
      ),
    );
    expect(outcome).toMatchObject({
      reason: { message: expect.stringMatching(/terminat|connection error|ECONNRESET|EPIPE/i) },
    });
    expect(await countTransactions(ingest)).toBe(1);
    expect(await bring(rows)).toMatchObject({ stored: ROWS - 1, duplicates: 1 });
    expect(await inconsistentMembers(ingest)).toEqual([]);
  });
});

describe('concurrent imports', () => {
  /** Repeats the import, as the importer does when PostgreSQL rolls back one of two deadlocked imports. */
  async function bringAtLast(rows: Record<string, unknown>[], importId: number) {
    for (let inOrder = false; ; inOrder = true) {
      try {
        return await bring(rows, { importId, inOrder });
      } catch (error) {
        if (!isRetryable(error)) throw error;
      }
    }
  }

  it('concurrent imports store each entry once, also in opposite orders and with partial overlap', async () => {
    const rows = newRows();
    const files = [rows, rows.toReversed(), rows.slice(1_000), rows, rows.slice(500, 2_500).toReversed(), rows];
    const ids: number[] = [];
    for (const file of files) ids.push(await receiveFile(ingest, extractionFile(file)));
    const counts = await Promise.all(files.map((file, index) => bringAtLast(file, ids[index] ?? 0)));
    expect(counts.map(({ stored, duplicates }) => stored + duplicates)).toEqual(files.map(({ length }) => length));
    expect(counts.reduce((sum, { stored }) => sum + stored, 0)).toBe(ROWS);
    expect(await countTransactions(ingest)).toBe(ROWS);
    expect(await inconsistentMembers(ingest)).toEqual([]);
  });

  it('an import that is repeated after a deadlock is staged', async () => {
    const roads: string[] = [];
    await bring(newRows(), { inOrder: true, watch: copiesOf(roads) });
    expect(new Set(roads)).toEqual(new Set(['slice']));
  });
});

// cspell:ignore terminat
