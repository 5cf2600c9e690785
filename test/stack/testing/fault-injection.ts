import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import type { TemporaryInstallation } from '@clearwatch/infra-local/temporary-installation';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { Client } from 'pg';

/** An installation that runs already, and its admin, signed in. */
export interface FaultTarget {
  installation: TemporaryInstallation;
  admin: StaffClient;
}

export type Service = Parameters<TemporaryInstallation['stack']['pidOf']>[0];

/** What the database says, asked past the services. */
export async function rowsOf<T extends object>({ installation }: FaultTarget, sql: string): Promise<T[]> {
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
export async function withTableLocked(
  { installation }: FaultTarget,
  table: string,
  work: (release: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const client = new Client({ connectionString: installation.stack.ownerUrl });
  await client.connect();
  // Ending the session undoes its transaction.
  const release = () => client.end();
  try {
    await client.query(`BEGIN; LOCK TABLE ${table}`);
    await work(release);
  } finally {
    await release();
  }
}

/** So many sessions of this name wait for a lock. */
export async function hasWaitingSessions(site: FaultTarget, applicationName: string): Promise<number> {
  const found = await rowsOf<{ total: number }>(
    site,
    `SELECT count(*)::integer AS total FROM pg_stat_activity
      WHERE application_name LIKE '${applicationName}' AND wait_event_type = 'Lock'`,
  );
  return found[0]?.total ?? 0;
}

/** SIGTERM, as an orchestrator sends it. @returns how the process ended, once it has, in the words of its supervisor */
export function stopped(
  { installation }: FaultTarget,
  service: Service,
): { isStopping: Promise<void>; ended: Promise<string> } {
  const log = () => readFileSync(join(installation.dataDirectory, 'logs', `${service}.log`), 'utf8');
  const stopMessages = () => log().split('"msg":"stopping"').length;
  const before = { log: stopMessages(), messages: installation.messages.length };
  const ending = () =>
    installation.messages.slice(before.messages).find((line) => line.startsWith(`${service} stopped`)) ?? '';
  process.kill(installation.stack.pidOf(service) ?? 0, 'SIGTERM');
  return {
    isStopping: waitUntil(`${service} has heard of it`, () => stopMessages() > before.log),
    ended: waitUntil(`${service} has stopped`, () => ending() !== '', 30_000).then(ending),
  };
}

/** Somebody of this name waits for a lock. */
export async function isWaiting(site: FaultTarget, applicationName: string): Promise<boolean> {
  return (await hasWaitingSessions(site, applicationName)) > 0;
}

type KillableService = Parameters<TemporaryInstallation['stack']['pidOf']>[0];

/** SIGKILL, and the supervisor's replacement is up. */
export async function kill(installation: TemporaryInstallation, service: KillableService): Promise<void> {
  const before = installation.stack.pidOf(service);
  if (before === undefined) throw new Error(`${service} does not run`);
  process.kill(before, 'SIGKILL');
  await waitUntil(
    `${service} is started again`,
    () => {
      const now = installation.stack.pidOf(service);
      return now !== undefined && now !== before;
    },
    20_000,
  );
}

/** SIGKILL to the server and to all of its sessions; nothing is flushed. */
export function killPostgres({ dataDirectory }: TemporaryInstallation): void {
  const directory = join(dataDirectory, 'postgres');
  const [server] = readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n');
  for (const pid of [Number(server), ...postgresProcesses(directory).keys()]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has followed the server already.
    }
  }
}

/** Holds up the recovery that begins after a kill, while `work` runs. */
export async function withRecoveryHeld(
  { dataDirectory }: TemporaryInstallation,
  work: () => Promise<void>,
): Promise<void> {
  const directory = join(dataDirectory, 'postgres');
  const deadline = Date.now() + 30_000;
  let recovering: number | undefined;
  while (recovering === undefined) {
    if (Date.now() > deadline) throw new Error('PostgreSQL has not begun to recover');
    recovering = [...postgresProcesses(directory)].find(([, title]) =>
      title.startsWith('postgres: startup'),
    )?.[0];
    // It may be done within a second.
    await pause(5);
  }
  process.kill(recovering, 'SIGSTOP');
  try {
    await work();
  } finally {
    process.kill(recovering, 'SIGCONT');
  }
}

/** What each process of the server on a folder calls itself, by its id. */
function postgresProcesses(directory: string): Map<number, string> {
  const found = new Map<number, string>();
  for (const name of readdirSync('/proc')) {
    try {
      if (readlinkSync(`/proc/${name}/cwd`) !== directory) continue;
      found.set(Number(name), readFileSync(`/proc/${name}/cmdline`, 'utf8'));
    } catch {
      // Not a process, or it has ended.
    }
  }
  return found;
}
