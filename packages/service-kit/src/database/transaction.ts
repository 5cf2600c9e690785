import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { isWorthRepeating } from './database-failure.ts';

const TRIES = 5;

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
      if (attempt >= TRIES || !isWorthRepeating(error)) throw error;
      await pause(20 * 2 ** attempt);
    }
  }
}
