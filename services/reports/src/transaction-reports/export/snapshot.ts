import { KEEP_ALIVE } from '@clearwatch/service-kit/database/keep-alive';
import { Client } from 'pg';

const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Runs `work` on one unchanging view of the database, on a connection of its own: an export takes as long as its reader, and
 * must not keep others from the pool. No time limit applies while a statement sends, and between statements nobody waits: a
 * slow reader is waited for. When `signal` is aborted the connection is cut, and PostgreSQL, which looks twice a second, ends
 * the query.
 */
export async function inSnapshot<T>(
  { url, signal }: { url: string; signal: AbortSignal },
  work: (client: Client) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const client = new Client({
    connectionString: url,
    application_name: 'clearwatch-transactions-export',
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
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(`
      SET LOCAL client_connection_check_interval = '500ms';
      SET LOCAL statement_timeout = 0;
      SET LOCAL idle_in_transaction_session_timeout = 0`);
    return await work(client);
  } finally {
    signal.removeEventListener('abort', cut);
    await client.end().catch(() => undefined);
  }
}
