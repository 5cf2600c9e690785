import { Readable } from 'node:stream';
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
  ) ON COMMIT DROP;
  CREATE TEMPORARY TABLE untraced (LIKE slice) ON COMMIT DROP`;
const COPY_SLICE = `COPY slice (${STAGED_COLUMNS.join(', ')}) FROM STDIN`;

/** Pieces of COPY text that are made while PostgreSQL is busy: some 8 MB, more than a slice. */
const PIECES_AHEAD = 64;

/**
 * Streams COPY text into the staging table, slice by slice: `onSlice` merges one while the next is being read from the
 * file. PostgreSQL and this process both have work all the time, and what is held between them is bounded.
 */
export async function stageInSlices(
  client: Client,
  options: { copyText: AsyncIterable<Buffer>; sliceBytes: number; onSlice: () => Promise<void> },
): Promise<void> {
  const { copyText, sliceBytes, onSlice } = options;
  const pieces = Readable.from(copyText, { highWaterMark: PIECES_AHEAD });
  const source = new PieceSource(pieces);
  try {
    await client.query(CREATE_STAGING);
    while (!source.isEmpty) {
      await pipeline(source.take(sliceBytes), client.query(copyFrom(COPY_SLICE)));
      await onSlice();
      await client.query('TRUNCATE slice');
    }
  } finally {
    pieces.destroy();
  }
}

/** Hands out a stream's pieces in portions. */
class PieceSource {
  isEmpty = false;
  private readonly pieces: AsyncIterator<Buffer>;

  constructor(stream: Readable) {
    this.pieces = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  }

  async *take(bytes: number): AsyncGenerator<Buffer, void> {
    for (let taken = 0; taken < bytes; ) {
      const next = await this.pieces.next();
      if (next.done === true) {
        this.isEmpty = true;
        return;
      }
      taken += next.value.length;
      yield next.value;
    }
  }
}
