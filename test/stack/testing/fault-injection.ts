import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import type { TemporaryInstallation } from '@clearwatch/infra-local/temporary-installation';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { Client } from 'pg';

/** A running installation and its signed-in admin. */
export interface FaultTarget {
  installation: TemporaryInstallation;
  admin: StaffClient;
}

export type Service = Parameters<TemporaryInstallation['stack']['pidOf']>[0];

/** Reads the database directly, not through the services. */
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

/** Locks a table while `work` runs or until `work` releases it. Sessions that need the table wait. */
export async function withTableLocked(
  { installation }: FaultTarget,
  table: string,
  work: (release: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const client = new Client({ connectionString: installation.stack.ownerUrl });
  await client.connect();
  // Ending the session rolls back its transaction.
  const release = () => client.end();
  try {
    await client.query(`BEGIN; LOCK TABLE ${table}`);
    await work(release);
  } finally {
    await release();
  }
}

/** Number of sessions with this application name that wait for a lock. */
export async function countWaitingSessions(site: FaultTarget, applicationName: string): Promise<number> {
  const found = await rowsOf<{ total: number }>(
    site,
    `SELECT count(*)::integer AS total FROM pg_stat_activity
      WHERE application_name LIKE '${applicationName}' AND wait_event_type = 'Lock'`,
  );
  return found[0]?.total ?? 0;
}

/** Sends SIGTERM, as an orchestrator does. @returns `ended`: the supervisor's message about the exit */
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
    isStopping: waitUntil(`${service} is stopping`, () => stopMessages() > before.log),
    ended: waitUntil(`${service} has stopped`, () => ending() !== '', 30_000).then(ending),
  };
}

/** Whether a session with this application name waits for a lock. */
export async function isWaiting(site: FaultTarget, applicationName: string): Promise<boolean> {
  return (await countWaitingSessions(site, applicationName)) > 0;
}

type KillableService = Parameters<TemporaryInstallation['stack']['pidOf']>[0];

/** Sends SIGKILL and waits for the supervisor's replacement. */
export async function kill(installation: TemporaryInstallation, service: KillableService): Promise<void> {
  const before = installation.stack.pidOf(service);
  if (before === undefined) throw new Error(`${service} is not running`);
  process.kill(before, 'SIGKILL');
  await waitUntil(
    `${service} is running again`,
    () => {
      const now = installation.stack.pidOf(service);
      return now !== undefined && now !== before;
    },
    20_000,
  );
}

/** Sends SIGKILL to the server and all of its sessions; nothing is flushed. */
export function killPostgres({ dataDirectory }: TemporaryInstallation): void {
  const directory = join(dataDirectory, 'postgres');
  const [server] = readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n');
  for (const pid of [Number(server), ...postgresProcesses(directory).keys()]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has already ended with the server.
    }
  }
}

/** Suspends the recovery after a kill while `work` runs. */
export async function withRecoveryHeld(
  { dataDirectory }: TemporaryInstallation,
  work: () => Promise<void>,
): Promise<void> {
  const directory = join(dataDirectory, 'postgres');
  const deadline = Date.now() + 30_000;
  let recovering: number | undefined;
  while (recovering === undefined) {
    if (Date.now() > deadline) throw new Error('PostgreSQL did not start recovery');
    recovering = [...postgresProcesses(directory)].find(([, title]) => title.startsWith('postgres: startup'))?.[0];
    // Recovery may take less than a second.
    await pause(5);
  }
  process.kill(recovering, 'SIGSTOP');
  try {
    await work();
  } finally {
    process.kill(recovering, 'SIGCONT');
  }
}

/** Process titles of the PostgreSQL server that uses a folder, by process id. */
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
