import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';

/** The connections TypeORM holds, for libraries that speak to node-postgres themselves. */
export function poolOf(database: DataSource): Pool {
  const { driver } = database;
  if (!('master' in driver)) throw new Error('The database driver has no connection pool');
  return driver.master as Pool;
}
