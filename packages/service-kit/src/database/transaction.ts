import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { isRetryable } from './database-errors.ts';
import { hasRows, type SqlReader } from './query-rows.ts';

/**
 * Takes one of `places` slots shared by all processes, until the client's transaction ends or its connection breaks.
 * @param room fixed number for the purpose of the slots, 31 bits
 * @param of separates slots by owner, below 2^31 / `places`
 * @returns false when all are taken
 */
export async function acquireSlot(
  client: Pick<Client, 'query'>,
  { room, of = 0, places }: { room: number; of?: number; places: number },
): Promise<boolean> {
  for (let place = 0; place < places; place += 1) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1, $2) AS taken', [
      room,
      of * places + place,
    ]);
    if (rows[0]?.taken === true) return true;
  }
  return false;
}

/**
 * DDL for the locks of a service. Any database role can take any advisory lock, but only a role that may update a table
 * can lock its rows.
 */
export function createLocks(schema: string, names: readonly string[]): string {
  return `
    CREATE TABLE ${schema}.locks (name text PRIMARY KEY);
    INSERT INTO ${schema}.locks VALUES ${names.map((name) => `('${name}')`).join(', ')};`;
}

interface RowLock {
  schema: string;
  name: string;
}

/** Waits for a lock that `createLocks` made, and holds it until the transaction ends. */
export async function lockRow(transaction: SqlReader, { schema, name }: RowLock): Promise<void> {
  if (await hasRows(transaction, `SELECT name FROM ${schema}.locks WHERE name = $1 FOR UPDATE`, [name])) return;
  throw new Error(`${schema}.locks has no row '${name}'. Add it: INSERT INTO ${schema}.locks VALUES ('${name}').`);
}

/** @returns false if another transaction holds the lock */
export function tryLockRow(transaction: SqlReader, { schema, name }: RowLock): Promise<boolean> {
  return hasRows(transaction, `SELECT name FROM ${schema}.locks WHERE name = $1 FOR UPDATE SKIP LOCKED`, [name]);
}

const MAX_ATTEMPTS = 5;

/** Runs `work` up to 5 times after deadlocks or serialization failures. It must change nothing outside the database. */
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
