import { aNachaFile } from '@clearwatch/domain/nacha/testing/nacha-fixtures';
import { debitBatch, debitEntry, extractionFile, extractionRow, returnOf } from '../testing/import-file-fixtures.ts';
import { emptyLedger, type IngestApp, importFile, startIngest } from '../testing/ingest-test-context.ts';
import { FIND_ORIGINALS_SQL, mayFindOriginalSql, recordReturnsSql } from './match-returns.ts';

let ingest: IngestApp;

beforeAll(async () => {
  ingest = await startIngest({ backend: 'postgres', redisDatabase: 6, settings: { PROCESS_ROLE: 'all' } });
  // Each test sets PostgreSQL's statistics itself.
  await ingest.owner.query(`
    ALTER TABLE ledger.transactions SET (autovacuum_enabled = off);
    ALTER TABLE ledger.entry_returns SET (autovacuum_enabled = off)`);
});
afterAll(async () => {
  await ingest.stop();
});
beforeEach(async () => {
  await emptyLedger(ingest);
});

/** The checked part of a plan node. */
interface Node {
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Actual Loops': number;
  Plans?: Node[];
}

/** How many rows or pairs of rows the statement read without using them. */
async function readInVain(sql: string): Promise<number> {
  const { rows } = await ingest.owner.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
    `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${sql}`,
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (plan === undefined) throw new TypeError('PostgreSQL explains every statement');
  return removedBy(plan);
}

function removedBy(node: Node): number {
  const each =
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  return (node.Plans ?? []).reduce((sum, below) => sum + removedBy(below), each * node['Actual Loops']);
}

/** Runs in a transaction that is rolled back, with the temporary tables of an import. */
async function insideImport<T>(accounts: string, work: () => Promise<T>): Promise<T> {
  await ingest.owner.query(`
    BEGIN;
    CREATE TEMPORARY TABLE touched ON COMMIT DROP AS ${accounts};
    CREATE TEMPORARY TABLE concerned (return_id bigint) ON COMMIT DROP`);
  try {
    return await work();
  } finally {
    await ingest.owner.query('ROLLBACK');
  }
}

const RETURNS = 300;
const trace = (number: number): string => `12104288${String(number).padStart(7, '0')}`;
const numbers = Array.from({ length: RETURNS }, (_, number) => number);
const returnedFile = () =>
  aNachaFile([
    debitBatch('260303', ...numbers.map((number) => debitEntry({ traceNumber: trace(number) }))),
    debitBatch('260305', ...numbers.map((number) => returnOf({ originalTraceNumber: trace(number) }))),
  ]).join('\n');

describe('rows of an import', () => {
  const LEDGER = 20_000;

  it.each([
    ['nothing', 'SELECT'],
    ['the days before the import', 'ANALYZE ledger.transactions'],
  ])('the rows of an import are found without reading the ledger when PostgreSQL knows %s', async (_what, learn) => {
    await importFile(
      ingest,
      extractionFile(Array.from({ length: LEDGER }, () => extractionRow({ account_number: '5' }))),
    );
    await ingest.owner.query(learn);
    const { id } = await importFile(ingest, returnedFile());
    const own = await ownOf(id);
    await ingest.owner.query('DELETE FROM ledger.entry_returns');

    // The second statement reads entries only for the returns that the first one records.
    const inVain = await insideImport(`SELECT '7' AS account_number`, async () => [
      await readInVain(recordReturnsSql(own)),
      await readInVain(mayFindOriginalSql({ own, accounts: 'SELECT account_number FROM touched' })),
    ]);

    for (const rows of inVain) expect(rows).toBeLessThan(LEDGER / 10);
  });

  async function ownOf(importId: number) {
    const { rows } = await ingest.owner.query(
      'SELECT min(id)::integer AS first, max(id)::integer AS last FROM ledger.transactions WHERE import_id = $1',
      [importId],
    );
    return { importId, after: rows[0].first - 1, before: rows[0].last + 1 };
  }
});

describe('many returns', () => {
  it('matching many returns does not compare every return with every other when PostgreSQL assumes an empty table', async () => {
    await importFile(ingest, returnedFile());
    await ingest.owner.query('DELETE FROM ledger.entry_returns; ANALYZE ledger.entry_returns');
    await emptyLedgerButFigures();
    await importFile(ingest, returnedFile());
    await ingest.owner.query('UPDATE ledger.entry_returns SET original_id = NULL');

    const inVain = await insideImport(`SELECT '7' AS account_number`, async () => {
      await ingest.owner.query('INSERT INTO concerned SELECT return_id FROM ledger.entry_returns; ANALYZE concerned');
      return readInVain(FIND_ORIGINALS_SQL);
    });

    // The account's other entries are read once.
    expect(inVain).toBeLessThanOrEqual(RETURNS);
  });

  /** TRUNCATE would reset the statistics of the table. */
  async function emptyLedgerButFigures(): Promise<void> {
    await ingest.owner.query('DELETE FROM ledger.transactions; DELETE FROM ledger.members');
  }
});
