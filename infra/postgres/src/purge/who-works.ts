import { setTimeout as pause } from 'node:timers/promises';
import { type Row, textOf } from '@clearwatch/service-kit/database/row';
import type { DataSource } from 'typeorm';
import { OWNERS, type Owner } from '../owners.ts';

/** Longer than a worker goes without looking for work (packages/service-kit/src/jobs/reconciler.ts). */
export const LOOK_FOR_MS = 15_000;
const LOOK_EVERY_MS = 500;

/**
 * A service that has nothing to do lets go of its connections, and several that were started together do so at the same moment: who
 * is not seen is looked for until he must have come by.
 * @returns those of the services that do not work on this database
 */
export async function servicesAway(
  database: DataSource,
  { services, lookForMs }: { services: readonly Owner['service'][]; lookForMs: number },
): Promise<Owner['service'][]> {
  const seen = new Set<string>();
  const deadline = performance.now() + lookForMs;
  for (;;) {
    for (const role of await connectedRoles(database)) seen.add(role);
    const away = OWNERS.filter(({ service, role }) => services.includes(service) && !seen.has(role));
    if (away.length === 0 || performance.now() >= deadline) return away.map(({ service }) => service);
    await pause(LOOK_EVERY_MS);
  }
}

async function connectedRoles(database: DataSource): Promise<string[]> {
  const rows = await database.query<Row[]>(
    `SELECT DISTINCT usename::text AS role FROM pg_stat_activity WHERE datname = current_database() AND usename IS NOT NULL`,
  );
  return rows.map((row) => textOf(row, 'role'));
}
