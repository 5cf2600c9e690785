import { KEEP_ALIVE } from '@clearwatch/service-kit/database/keep-alive';
import { Client } from 'pg';

const CONNECT_TIMEOUT_MS = 5_000;
/** Longer than any step of a walk or an export takes; a step is a page. */
const STEP_LIMIT_MS = 60_000;

/**
 * Runs `work` on one unchanging view of the database, on a connection of its own: a walk or an export may take
 * minutes and must not keep others from the pool. When `signal` is aborted the connection is cut, and PostgreSQL, which
 * looks every second, ends the query.
 */
export async function inSnapshot<T>(
  options: { url: string; purpose: string; signal?: AbortSignal },
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const { url, purpose, signal } = options;
  signal?.throwIfAborted();
  const client = new Client({
    connectionString: url,
    application_name: `clearwatch-${purpose}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STEP_LIMIT_MS,
    ...KEEP_ALIVE,
  });
  // A broken connection fails the running query as well; unheard, this event would end the process.
  client.on('error', () => undefined);
  const cut = (): void => {
    client.connection.stream.destroy();
  };
  signal?.addEventListener('abort', cut, { once: true });
  try {
    await client.connect();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query("SET LOCAL client_connection_check_interval = '1s'");
    return await work(client);
  } finally {
    signal?.removeEventListener('abort', cut);
    await client.end().catch(() => undefined);
  }
}
