import { Gauge } from '@prometheus-io/client';
import type { Pool } from 'pg';

/** The connections of this process to its database, and who waits for one. */
export function watchPool(pool: Pool): void {
  gauge('clearwatch_database_pool_size', 'Connections this process may open.', () => pool.options.max);
  gauge('clearwatch_database_pool_open', 'Connections that are open.', () => pool.totalCount);
  gauge('clearwatch_database_pool_idle', 'Open connections that nobody uses.', () => pool.idleCount);
  gauge('clearwatch_database_pool_waiting', 'Who waits for a connection.', () => pool.waitingCount);
}

function gauge(name: string, help: string, read: () => number): void {
  const made: Gauge = new Gauge({ name, help, collect: () => made.set(read()) });
}
