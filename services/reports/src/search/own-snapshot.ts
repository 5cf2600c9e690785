import { withDedicatedClient } from '@clearwatch/service-kit/database/database-connection';
import type { Client } from 'pg';

/** Of those that this version of PostgreSQL has; an operator may have set them for everybody. */
const NO_TIME_LIMITS = `
  SELECT set_config(name, '0', false) FROM pg_settings
   WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;

/**
 * One transaction on one unchanging view of the database, on a connection of its own: for work that takes longer than a pool
 * should be kept waiting. No time limit applies. When `signal` is aborted the connection is cut, and PostgreSQL, which looks
 * twice a second, ends the query and takes back what was done.
 * @param options.name as operators see the connection
 */
export async function inOwnSnapshot<T>(
  { url, name, signal }: { url: string; name: string; signal: AbortSignal },
  work: (client: Client) => Promise<T>,
): Promise<T> {
  return withDedicatedClient({ url, name, signal }, async (client) => {
    await client.query(`SET client_connection_check_interval = '500ms'`);
    await client.query(NO_TIME_LIMITS);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  });
}
