import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { isRetryable } from './database-errors.ts';

/**
 * Takes one of so many places that all processes on one database share, until the client's transaction ends or its connection
 * breaks: the database counts, so that nobody who died is counted.
 * @param room arbitrary, fixed and the caller's own: what the places are of, in 31 bits
 * @param of whose places, when everybody has his own: below 2^31 / `places`
 * @returns false when all of them are taken
 */
export async function acquireSlot(
  client: Pick<Client, 'query'>,
  { room, of = 0, places }: { room: number; of?: number; places: number },
): Promise<boolean> {
  for (let place = 0; place < places; place += 1) {
    const { rows } = await client.query<{ taken: boolean }>(
      'SELECT pg_try_advisory_xact_lock($1, $2) AS taken',
      [room, of * places + place],
    );
    if (rows[0]?.taken === true) return true;
  }
  return false;
}

const MAX_ATTEMPTS = 5;

/**
 * Runs `work` in one transaction and again from the start when PostgreSQL undid it because of a deadlock or a
 * serialisation failure. `work` must therefore change nothing outside the database.
 */
export async function inTransaction<T>(
  database: Pick<DataSource, 'transaction'>,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction(work);
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isRetryable(error)) throw error;
      await pause(20 * 2 ** attempt);
    }
  }
}
