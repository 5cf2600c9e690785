import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import type { TemporaryInstallation } from '@clearwatch/infra-local/temporary-installation';
import { until } from '@clearwatch/service-kit/testing/until';
import { Client } from 'pg';

/** An installation that runs already, and its admin, signed in. */
export interface FaultSite {
  installation: TemporaryInstallation;
  admin: StaffClient;
}

export type Service = Parameters<TemporaryInstallation['stack']['pidOf']>[0];

/** What the database says, asked past the services. */
export async function rowsOf<T extends object>({ installation }: FaultSite, sql: string): Promise<T[]> {
  const client = new Client({ connectionString: installation.stack.ownerUrl });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** While `work` runs nobody else comes near a table, unless `work` lets it go: what wants it stands still in the middle. */
export async function whileHeld(
  { installation }: FaultSite,
  table: string,
  work: (letGo: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const client = new Client({ connectionString: installation.stack.ownerUrl });
  await client.connect();
  // Ending the session undoes its transaction.
  const letGo = () => client.end();
  try {
    await client.query(`BEGIN; LOCK TABLE ${table}`);
    await work(letGo);
  } finally {
    await letGo();
  }
}

/** So many sessions of this name wait for a lock. */
export async function waiting(site: FaultSite, applicationName: string): Promise<number> {
  const found = await rowsOf<{ total: number }>(
    site,
    `SELECT count(*)::integer AS total FROM pg_stat_activity
      WHERE application_name LIKE '${applicationName}' AND wait_event_type = 'Lock'`,
  );
  return found[0]?.total ?? 0;
}

/** SIGTERM, as an orchestrator sends it. @returns how the process ended, once it has, in the words of its supervisor */
export function stopped(
  { installation }: FaultSite,
  service: Service,
): { told: Promise<void>; ended: Promise<string> } {
  const log = () => readFileSync(join(installation.dataDirectory, 'logs', `${service}.log`), 'utf8');
  const saidSo = () => log().split('"msg":"stopping"').length;
  const before = { log: saidSo(), said: installation.said.length };
  const ending = () =>
    installation.said.slice(before.said).find((line) => line.startsWith(`${service} stopped`)) ?? '';
  process.kill(installation.stack.pidOf(service) ?? 0, 'SIGTERM');
  return {
    told: until(`${service} has heard of it`, () => saidSo() > before.log),
    ended: until(`${service} has stopped`, () => ending() !== '', 30_000).then(ending),
  };
}

/** Somebody of this name waits for a lock. */
export async function isWaiting(site: FaultSite, applicationName: string): Promise<boolean> {
  return (await waiting(site, applicationName)) > 0;
}
