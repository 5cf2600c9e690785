import { jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { type IngestApp, startIngest } from '../testing/ingest-app.ts';
import { LedgerCount } from './ledger-count.ts';

let ingest: IngestApp;

beforeAll(async () => {
  ingest = await startIngest({ backend: 'postgres', redisDatabase: 8, projects: 'never', jobs: 'left' });
});
afterAll(() => ingest.stop());

/** As PostgreSQL has the ledger after counting it at another time, or in the middle of an import. */
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

describe('the ledger', () => {
  it.each([
    {
      what: 'is counted after an import that brought more than was known',
      known: 9_999,
      brought: 10_000,
      after: 0,
    },
    { what: 'is not counted after one that changes little', known: 50_000, brought: 10_000, after: 50_000 },
    { what: 'is not counted after a small one', known: 0.5, brought: 9_999, after: 0.5 },
  ])('$what', async ({ known, brought, after }) => {
    await believe(known);
    await ingest.app.get(LedgerCount, { strict: false }).grownBy(brought);
    expect(await believed()).toBe(after);
  });

  it('is left as it is when the database is away just after: the import is stored', async () => {
    const away = jest.spyOn(ingest.app.get(DataSource, { strict: false }), 'query');
    away.mockRejectedValueOnce(new Error('the connection was cut'));
    await expect(ingest.app.get(LedgerCount, { strict: false }).grownBy(10_000)).resolves.toBeUndefined();
    expect(away).toHaveBeenCalledTimes(1);
    away.mockRestore();
  });
});
