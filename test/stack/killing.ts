import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { TemporaryInstallation } from '@clearwatch/infra-local/temporary-installation';
import { until } from '@clearwatch/service-kit/testing/until';

type Service = Parameters<TemporaryInstallation['stack']['pidOf']>[0];

/** SIGKILL, and the supervisor's replacement is up. */
export async function kill(installation: TemporaryInstallation, service: Service): Promise<void> {
  const before = installation.stack.pidOf(service);
  if (before === undefined) throw new Error(`${service} does not run`);
  process.kill(before, 'SIGKILL');
  await until(
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
export async function whileRecovering(
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
