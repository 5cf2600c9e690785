import { jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { dashboardRow, extractionRow, loadInSlices } from '../testing/import-file-fixtures.ts';
import {
  countTransactions,
  emptyLedger,
  type IngestApp,
  inconsistentMembers,
  startIngest,
} from '../testing/ingest-test-context.ts';
import { LedgerStatistics } from './file-importer.ts';

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

const bring = (rows: Record<string, unknown>[]) => loadInSlices(ingest, rows);

describe('merging in slices', () => {
  it('a file merged in many slices has the same result as in one slice: stored, duplicates, rejected and members', async () => {
    const traced = Array.from({ length: ROWS }, (_, index) => extractionRow({ account_number: String(index % 50) }));
    const fares = Array.from({ length: 20 }, () => dashboardRow({ accountId: 'fares' }));
    const file = [
      ...fares.slice(0, 10),
      ...traced,
      ...traced.slice(0, 30),
      extractionRow({ amount: '?' }),
      ...fares.slice(10),
    ];

    expect(await bring(file)).toMatchObject({ stored: ROWS + 20, duplicates: 30, rejected: 1, members: 51 });
    expect(await bring(file)).toMatchObject({ stored: 0, duplicates: ROWS + 50, rejected: 1, members: 0 });
    expect(await countTransactions(ingest)).toBe(ROWS + 20);
    expect(await inconsistentMembers(ingest)).toEqual([]);
  });

  it.each([
    ['many', 250],
    ['few', 20],
  ])(
    'a file merged in many slices records each skipped row once with its stored entry when %s of its rows are known',
    async (_share, known) => {
      const traced = Array.from({ length: 300 }, () => extractionRow());
      const fares = Array.from({ length: 300 }, () => dashboardRow());
      await bring([...traced.slice(0, known), ...fares.slice(0, known)]);
      const again = await bring([...traced, ...traced.slice(-5), ...fares]);
      const { rows } = await ingest.owner.query(
        `SELECT d.row_number AS row, t.import_id <> d.import_id AS is_known FROM ledger.duplicate_rows d
       JOIN ledger.transactions t ON t.id = d.twin_id ORDER BY 1`,
      );

      expect(again).toMatchObject({ stored: 600 - 2 * known, duplicates: 2 * known + 5 });
      expect(rows).toEqual([
        ...Array.from({ length: known }, (_, index) => ({ row: index + 1, is_known: true })),
        ...Array.from({ length: 5 }, (_, index) => ({ row: 301 + index, is_known: false })),
        ...Array.from({ length: known }, (_, index) => ({ row: 306 + index, is_known: true })),
      ]);
      expect(await inconsistentMembers(ingest)).toEqual([]);
    },
  );

  it('a member is named after the newest entry of any slice of the file', async () => {
    const early = Array.from({ length: ROWS }, () =>
      extractionRow({ posting_date: '2026-01-05', last_name: 'Before' }),
    );
    await bring([
      ...early,
      extractionRow({ posting_date: '2026-03-01', last_name: 'After' }),
      ...early.map(withNewTrace),
    ]);

    const { rows } = await ingest.owner.query('SELECT last_name, transaction_count FROM ledger.members');
    expect(rows).toEqual([{ last_name: 'After', transaction_count: 2 * ROWS + 1 }]);
  });

  it('a file merged in many slices has the same counts and sums for any order of its rows', async () => {
    const file = Array.from({ length: ROWS }, (_, index) => extractionRow({ account_number: String(index % 7) }));
    await bring(file);

    expect(await bring(file.toReversed())).toMatchObject({ stored: 0, duplicates: ROWS });
    expect(await inconsistentMembers(ingest)).toEqual([]);
  });
});

/** The same entry with its own trace number. */
function withNewTrace(row: Record<string, unknown>): Record<string, unknown> {
  const { check_tracer_number } = extractionRow();
  return { ...row, check_tracer_number };
}

/** Sets outdated ledger statistics, such as those from the middle of an import. */
const believe = (entries: number) =>
  ingest.owner.query(
    `SELECT pg_restore_relation_stats('schemaname', 'ledger', 'relname', 'transactions', 'relpages', 100, 'reltuples', $1::real)`,
    [entries],
  );
const believed = async () => {
  const { rows } = await ingest.owner.query<{ reltuples: number }>(
    `SELECT reltuples FROM pg_class WHERE oid = 'ledger.transactions'::regclass`,
  );
  return rows[0]?.reltuples;
};

describe('ledger statistics', () => {
  it.each([
    {
      what: 'are updated after an import larger than the ledger',
      known: 9_999,
      brought: 10_000,
      after: 0,
    },
    { what: 'are not updated after a small change', known: 50_000, brought: 10_000, after: 50_000 },
    { what: 'are not updated after a small import', known: 0.5, brought: 9_999, after: 0.5 },
  ])('ledger statistics $what', async ({ known, brought, after }) => {
    await believe(known);
    await ingest.app.get(LedgerStatistics, { strict: false }).grownBy(brought);
    expect(await believed()).toBe(after);
  });

  it('ledger statistics that cannot be updated after an import do not make the import fail', async () => {
    const away = jest.spyOn(ingest.app.get(DataSource, { strict: false }), 'query');
    away.mockRejectedValueOnce(new Error('the connection was cut'));
    await expect(ingest.app.get(LedgerStatistics, { strict: false }).grownBy(10_000)).resolves.toBeUndefined();
    expect(away).toHaveBeenCalledTimes(1);
    away.mockRestore();
  });
});
