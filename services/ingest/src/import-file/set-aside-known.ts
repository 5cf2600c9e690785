import { integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import type { Client } from 'pg';
import { ownMetadata } from '../duplicates/own-metadata.sql.ts';

/** Rows that are looked up to tell whether a file comes again. */
const SAMPLE = 200;

const countKnown = (rows: string) => `
  SELECT count(*) AS known FROM (SELECT transaction_hash FROM ${rows} LIMIT ${SAMPLE}) sample
  WHERE EXISTS (SELECT FROM ledger.transactions t WHERE t.transaction_hash = sample.transaction_hash)`;

/** Lateral, so that each row is one look into the index; a hash join would read the whole ledger. */
const setAside = (table: string, rows: string) => `
  WITH known AS MATERIALIZED (
    SELECT row_number, line, twin.id AS twin_id, ${ownMetadata('offered.metadata', 'twin.metadata')} AS own_metadata
    FROM (SELECT row_number, line, transaction_hash, metadata FROM ${rows}) offered
    CROSS JOIN LATERAL (SELECT id, metadata FROM ledger.transactions t
                        WHERE t.transaction_hash = offered.transaction_hash LIMIT 1) twin
  ), noted AS (
    INSERT INTO ledger.duplicate_rows (import_id, row_number, line, twin_id, own_metadata)
    SELECT $1::bigint, row_number, line, twin_id, own_metadata FROM known ORDER BY row_number
  )
  DELETE FROM ${table} USING known WHERE ${table}.row_number = known.row_number`;

/**
 * When a file comes again, nearly all its rows are in the ledger: looking them up is cheaper than trying to insert them.
 * Takes such rows out of the staging table and notes them as duplicates; does nothing when most rows are new.
 *
 * @param rows the rows of `table` in question, as a source of SQL
 * @returns how many were taken out
 */
export async function setAsideKnown(
  client: Client,
  { importId, table, rows }: { importId: number; table: string; rows: string },
): Promise<number> {
  const [sample = {}] = (await client.query<Row>(countKnown(rows))).rows;
  if (integerOf(sample, 'known') <= SAMPLE / 2) return 0;
  const { rowCount } = await client.query(setAside(table, rows), [importId]);
  return rowCount ?? 0;
}
