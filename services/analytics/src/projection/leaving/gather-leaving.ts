import type { EntityManager } from 'typeorm';
import { FIGURES } from '../rollup.ts';

/** Where ingest has summed up what left the ledger, by whose number. */
const SUMMED_UP = {
  undo: { table: 'ledger.undo_changes', key: 'import_id' },
  purge: { table: 'ledger.purge_changes', key: 'purge_id' },
} as const;

/** Copies what leaves into `leaving`, a table of this transaction: it can be analysed, and ingest may clear its own one day. */
export async function gatherLeaving(
  manager: EntityManager,
  kind: keyof typeof SUMMED_UP,
  id: number,
): Promise<void> {
  const { table, key } = SUMMED_UP[kind];
  await manager.query(
    `CREATE TEMPORARY TABLE leaving ON COMMIT DROP AS
     SELECT account_number, company, day, ${FIGURES.join(', ')} FROM ${table} WHERE ${key} = $1`,
    [id],
  );
  await manager.query('ANALYZE leaving');
}
