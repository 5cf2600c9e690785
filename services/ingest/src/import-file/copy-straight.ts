import { isUniqueViolation } from '@clearwatch/service-kit/database/database-errors';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { LEDGER_COLUMNS } from './ledger-lines.ts';

/** One request: an answer waits until the reader of the file lets this process look at it, and PostgreSQL waits meanwhile. */
const COPY_STRAIGHT = `
  SAVEPOINT straight;
  COPY ledger.transactions (${LEDGER_COLUMNS.join(', ')}) FROM STDIN;
  RELEASE SAVEPOINT straight`;
const UNDO_STRAIGHT = 'ROLLBACK TO SAVEPOINT straight; RELEASE SAVEPOINT straight';

/**
 * Copies entries into the ledger, all or none. A row costs about two thirds of what staging and inserting it does.
 * @param entries COPY text of `LEDGER_COLUMNS`
 * @returns how many were stored; null when one of them is in the ledger, or comes twice, and none was
 */
export async function copyStraight(client: Client, entries: Buffer): Promise<number | null> {
  if (entries.length === 0) return 0;
  try {
    return await copy(client, entries);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await client.query(UNDO_STRAIGHT);
    return null;
  }
}

/**
 * Sent as one message, which PostgreSQL reads to its end before it looks at a row: an error never meets a stream that still
 * has something to send, which it cannot stop doing.
 */
async function copy(client: Client, entries: Buffer): Promise<number> {
  const stream = client.query(copyFrom(COPY_STRAIGHT));
  await new Promise<void>((resolve, reject) => {
    // Listens on: a stream that failed may speak of it twice.
    stream.on('error', reject);
    stream.once('finish', resolve);
    stream.end(entries);
  });
  return stream.rowCount;
}
