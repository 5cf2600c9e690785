import type { Client } from 'pg';

/**
 * How many sessions of this database wait for a lock, at least: the application's own housekeeping may be among them. Inside a transaction it needs `SET LOCAL stats_fetch_consistency =
 * none` before, or it would see for ever who was there when it first looked.
 */
export async function waitingSessions(client: Client): Promise<number> {
  const { rows } = await client.query(
    `SELECT count(DISTINCT pid) AS sessions FROM pg_locks
      WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`,
  );
  return Number(rows[0].sessions);
}
