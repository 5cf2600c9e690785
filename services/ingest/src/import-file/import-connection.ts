import { withDedicatedClient } from '@clearwatch/service-kit/database/database-connection';
import type { Client } from 'pg';
import { SHARE_LEDGER } from '../undo/ledger-lock.ts';

/** Room for sorting an import's rows; what does not fit goes to disk. */
const SORT_MEMORY = '128MB';

/** Also how a later attempt finds the connection of an earlier one. */
export function connectionName(importId: number): string {
  return `clearwatch-import-${importId}`;
}

/** Runs an import beside others, but not beside an undo; else as `inBulkTransaction`. */
export async function inImportTransaction<T>(
  { url, importId, signal }: { url: string; importId: number; signal: AbortSignal },
  work: (client: Client) => Promise<T>,
): Promise<T> {
  return inBulkTransaction({ url, name: connectionName(importId), lock: SHARE_LEDGER, signal }, work);
}

/**
 * Runs `work` on a connection of its own, in one transaction. Bulk work has no time limit; instead PostgreSQL looks
 * every second whether its client is still there, and ends a transaction that its client has left idle: a killed or
 * frozen worker holds no locks for long.
 * @param options.lock taken before anything else
 * @param options.signal cuts the connection, which undoes everything
 */
export async function inBulkTransaction<T>(
  options: { url: string; name: string; lock: string; signal: AbortSignal },
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const { url, name, lock, signal } = options;
  return withDedicatedClient({ url, name, signal }, async (client) => {
    await client.query('BEGIN');
    await client.query(`
      SET LOCAL statement_timeout = 0;
      SET LOCAL idle_in_transaction_session_timeout = '15s';
      SET LOCAL client_connection_check_interval = '1s';
      SET LOCAL temp_buffers = '64MB';
      SET LOCAL work_mem = '${SORT_MEMORY}';
      SET LOCAL synchronous_commit = on`);
    await client.query(lock);
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  });
}
