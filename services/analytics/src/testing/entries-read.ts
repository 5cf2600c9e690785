import type { EntityManager } from 'typeorm';

/** How many entries of the ledger `work` reads, in the caller's transaction, each time that it does. */
export async function entriesRead(manager: EntityManager, work: () => Promise<void>): Promise<number> {
  const before = await readSoFar(manager);
  await work();
  return (await readSoFar(manager)) - before;
}

/** What the connection has not yet reported counts as well; during a transaction it reports nothing. */
async function readSoFar(manager: EntityManager): Promise<number> {
  const [row] = await manager.query<{ read: number }[]>(
    `SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer AS read FROM pg_stat_xact_user_tables
     WHERE relid = 'ledger.transactions'::regclass`,
  );
  if (row === undefined) throw new Error('PostgreSQL counts for every table');
  return row.read;
}
