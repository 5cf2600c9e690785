import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';

/** The connections TypeORM holds, for whoever speaks to node-postgres itself or counts them. */
export function poolOf(database: DataSource): Pool {
  const { driver } = database;
  if (!('master' in driver)) throw new Error('The database driver has no connection pool');
  return driver.master as Pool;
}
