import { integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import type { Client } from 'pg';
import { ownMetadata } from '../duplicates/own-metadata.sql.ts';

/**
 * Every row that was not stored, with the entry that it equals. Of equal rows the first was stored, if any of them was:
 * its entry is of this import and newer than all that were there before.
 *
 * The lookup is written as a lateral one so that it goes through the index, whose pages the insertion has just read: a
 * hash join would read the whole ledger once per slice.
 */
const noteSkipped = (rows: string) => `
  INSERT INTO ledger.duplicate_rows (import_id, row_number, line, twin_id, own_metadata)
  SELECT $1::bigint, skipped.row_number, skipped.line, twin.id, ${ownMetadata('skipped.metadata', 'twin.metadata')}
  FROM (SELECT row_number, line, transaction_hash, metadata,
          row_number() OVER (PARTITION BY transaction_hash ORDER BY row_number) AS nth
        FROM ${rows}) skipped
  CROSS JOIN LATERAL (SELECT id, import_id, metadata FROM ledger.transactions t
                      WHERE t.transaction_hash = skipped.transaction_hash LIMIT 1) twin
  WHERE NOT (twin.import_id = $1::bigint AND twin.id > $2::bigint AND skipped.nth = 1)
  ORDER BY skipped.row_number`;

/** Ids are given in this order, also to other imports at the same time: what is stored from now on has a higher one. */
export async function newestEntry(client: Client): Promise<number> {
  const { rows } = await client.query<Row>(
    `SELECT nextval(pg_get_serial_sequence('ledger.transactions', 'id')) AS id`,
  );
  return integerOf(rows[0] ?? {}, 'id');
}

/**
 * @param rows whose identities were just offered to the ledger, as a source of SQL
 * @param newestBefore what `newestEntry` said before that
 */
export async function noteDuplicates(
  client: Client,
  { importId, rows, newestBefore }: { importId: number; rows: string; newestBefore: number },
): Promise<void> {
  await client.query(noteSkipped(rows), [importId, newestBefore]);
}
