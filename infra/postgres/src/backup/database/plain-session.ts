import { Client, type ClientBase } from 'pg';

/**
 * A connection that may take hours, on which a row is always written the same way: what was copied out and in again must be
 * equal byte for byte.
 */
export async function plainSession(ownerUrl: string, purpose: string): Promise<Client> {
  const client = new Client({ connectionString: ownerUrl, application_name: `clearwatch-${purpose}` });
  // A broken connection fails the running statement as well; unheard, this event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(SETTINGS);
  return client;
}

/** Rows are read where they lie, not from where somebody else is just reading: their order is part of the comparison. */
const SETTINGS = `
  SET client_encoding = 'UTF8';
  SET timezone = 'UTC';
  SET datestyle = 'ISO, MDY';
  SET intervalstyle = 'postgres';
  SET extra_float_digits = 1;
  SET bytea_output = 'hex';
  SET synchronize_seqscans = off;
  SET statement_timeout = 0;
  SET lock_timeout = 0;
  SET idle_in_transaction_session_timeout = 0;
  SET row_security = off`;

/** Runs `work` in a transaction that is committed when it succeeds. */
export async function inTransaction<T>(
  client: ClientBase,
  { begin, work }: { begin: string; work: () => Promise<T> },
): Promise<T> {
  await client.query(begin);
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
