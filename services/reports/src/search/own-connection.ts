import { KEEP_ALIVE } from '@clearwatch/service-kit/database/keep-alive';
import { Client } from 'pg';

const CONNECT_TIMEOUT_MS = 5_000;

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
  signal.throwIfAborted();
  const client = new Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...KEEP_ALIVE,
  });
  // A broken connection fails the running query as well; unheard, this event would end the process.
  client.on('error', () => undefined);
  const cut = (): void => {
    client.connection.stream.destroy();
  };
  signal.addEventListener('abort', cut, { once: true });
  try {
    await client.connect();
    await client.query(`
      SET client_connection_check_interval = '500ms';
      SET statement_timeout = 0;
      SET idle_in_transaction_session_timeout = 0`);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } finally {
    signal.removeEventListener('abort', cut);
    await client.end().catch(() => undefined);
  }
}
