import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const STOP_LIMIT_MS = 10_000;

/**
 * A start that was killed hard leaves its server running on our data; two on one folder is not possible. The process
 * id it wrote down may belong to somebody else by now (after a reboot, in a container): that one is left alone, and
 * the note is removed, over which PostgreSQL would refuse to start.
 */
export async function stopOrphan(directory: string): Promise<void> {
  const pidFile = join(directory, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return;
  if (!serves(pid, directory)) {
    rmSync(pidFile, { force: true });
    return;
  }
  process.kill(pid, 'SIGINT');
  for (let waited = 0; waited < STOP_LIMIT_MS && serves(pid, directory); waited += 50) await pause(50);
}

/** The process of a server that runs on this folder; null when there is none. */
export function postgresOn(directory: string): number | null {
  const pidFile = join(directory, 'postmaster.pid');
  if (!existsSync(pidFile)) return null;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  return Number.isInteger(pid) && pid > 0 && serves(pid, directory) ? pid : null;
}

/** Whether the process is a PostgreSQL server on this very folder, which it makes its working directory. */
function serves(pid: number, directory: string): boolean {
  try {
    if (process.platform !== 'linux') return commandOf(pid).includes(directory);
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')) return false;
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(directory);
  } catch {
    return false;
  }
}

function commandOf(pid: number): string {
  return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
}
