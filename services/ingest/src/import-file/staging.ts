import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { STAGED_COLUMNS } from './copy-line.ts';

/**
 * The file's rows before they are merged: a temporary table of the import's own transaction, gone with it whatever
 * happens. A refused row has its problems and no entry.
 */
const CREATE_STAGED = `
  CREATE TEMPORARY TABLE staged (
    row_number          integer NOT NULL,
    line                integer NOT NULL,
    problems            jsonb,
    transaction_hash    uuid,
    has_trace           boolean,
    member_key          text,
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
  ) ON COMMIT DROP`;

/** Streams COPY text into the staging table; waits whenever PostgreSQL is slower than the file. */
export async function stage(client: Client, copyText: AsyncIterable<Buffer>): Promise<void> {
  await client.query(CREATE_STAGED);
  await pipeline(copyText, client.query(copyFrom(`COPY staged (${STAGED_COLUMNS.join(', ')}) FROM STDIN`)));
}
