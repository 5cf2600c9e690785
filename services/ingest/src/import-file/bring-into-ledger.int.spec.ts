import { aDashboardRow, aRow } from '../testing/a-row.ts';
import { bringInSlices } from '../testing/bring-in-slices.ts';
import { countTransactions, emptyLedger, wrongMembers } from '../testing/import-rig.ts';
import { type IngestApp, startIngest } from '../testing/ingest-app.ts';

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

const bring = (rows: Record<string, unknown>[]) => bringInSlices(ingest, rows);

describe('a file merged in many slices', () => {
  it('comes out as in one: stored, duplicates, rejected and members', async () => {
    const traced = Array.from({ length: ROWS }, (_, index) => aRow({ account_number: String(index % 50) }));
    const fares = Array.from({ length: 20 }, () => aDashboardRow({ accountId: 'fares' }));
    const file = [
      ...fares.slice(0, 10),
      ...traced,
      ...traced.slice(0, 30),
      aRow({ amount: '?' }),
      ...fares.slice(10),
    ];

    expect(await bring(file)).toMatchObject({ stored: ROWS + 20, duplicates: 30, rejected: 1, members: 51 });
    expect(await bring(file)).toMatchObject({ stored: 0, duplicates: ROWS + 50, rejected: 1, members: 0 });
    expect(await countTransactions(ingest)).toBe(ROWS + 20);
    expect(await wrongMembers(ingest)).toEqual([]);
  });

  it.each([
    ['many', 250],
    ['few', 20],
  ])('notes each skipped row once, with its twin, when %s of its rows are known', async (_share, known) => {
    const traced = Array.from({ length: 300 }, () => aRow());
    const fares = Array.from({ length: 300 }, () => aDashboardRow());
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
    expect(await wrongMembers(ingest)).toEqual([]);
  });

  it('names a member after its newest entry, in whichever slice that is', async () => {
    const early = Array.from({ length: ROWS }, () =>
      aRow({ posting_date: '2026-01-05', last_name: 'Before' }),
    );
    await bring([...early, aRow({ posting_date: '2026-03-01', last_name: 'After' }), ...early.map(anew)]);

    const { rows } = await ingest.owner.query('SELECT last_name, transaction_count FROM ledger.members');
    expect(rows).toEqual([{ last_name: 'After', transaction_count: 2 * ROWS + 1 }]);
  });

  it('does not change when it is read from any side: order of rows changes no count and no sum', async () => {
    const file = Array.from({ length: ROWS }, (_, index) => aRow({ account_number: String(index % 7) }));
    await bring(file);

    expect(await bring(file.toReversed())).toMatchObject({ stored: 0, duplicates: ROWS });
    expect(await wrongMembers(ingest)).toEqual([]);
  });
});

/** The same entry with a trace number of its own. */
function anew(row: Record<string, unknown>): Record<string, unknown> {
  const { check_tracer_number } = aRow();
  return { ...row, check_tracer_number };
}
