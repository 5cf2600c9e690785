import { onOwnConnection } from '@clearwatch/service-kit/database/own-connection';
import type { Client } from 'pg';

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
  const { purpose, ...where } = options;
  return onOwnConnection({ ...where, name: `clearwatch-${purpose}` }, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(`SET LOCAL statement_timeout = ${STEP_LIMIT_MS}`);
    await client.query("SET LOCAL client_connection_check_interval = '1s'");
    return await work(client);
  });
}
