import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { STAGED_COLUMNS } from './copy-line.ts';

/**
 * Rows of the file before they are merged: temporary tables of the import's own transaction, gone with it whatever
 * happens. `slice` holds the rows just read, `untraced` what must wait until the whole file is read. A refused row has
 * its problems and no entry.
 */
const CREATE_STAGING = `
  CREATE TEMPORARY TABLE slice (
    row_number          integer NOT NULL,
    line                integer NOT NULL,
    problems            jsonb,
    transaction_hash    uuid,
    has_trace           boolean,
    company             text,
    last_name           text,
    first_name          text,
    middle_initial      text,
    account_number      text,
    original_account    text,
    transaction_code    text,
    amount              numeric(12,2),
    transaction_type    ledger.transaction_type,
    entry_kind          ledger.entry_kind,
    check_tracer_number text,
    addenda             text,
    batch               text,
    settlement_date     date,
    effective_date      date,
    posting_date        date,
    posting_minute      smallint,
    entry_description   text,
    class               text,
    metadata            jsonb
  ) ON COMMIT DROP;
  CREATE TEMPORARY TABLE untraced (LIKE slice) ON COMMIT DROP`;
const COPY_SLICE = `COPY slice (${STAGED_COLUMNS.join(', ')}) FROM STDIN`;

/** To be called once in a transaction. */
export async function createStaging(client: Client): Promise<void> {
  await client.query(CREATE_STAGING);
}

/** Streams COPY text into the staging table, has it merged and empties the table. */
export async function stageSlice(
  client: Client,
  { pieces, merge }: { pieces: Iterable<Buffer> | AsyncIterable<Buffer>; merge: () => Promise<void> },
): Promise<void> {
  await pipeline(pieces, client.query(copyFrom(COPY_SLICE)));
  await merge();
  await client.query('TRUNCATE slice');
}
