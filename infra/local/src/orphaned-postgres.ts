import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { postmasterFileIn } from './postgres-port.ts';

/** A server that was stopped writes its whole cache first. */
const STOP_LIMIT_MS = 120_000;
const SAY_AFTER_MS = 2_000;
const LOOK_EVERY_MS = 50;

/**
 * Stops the server that a killed start has left running on this folder, and what a killed server has left of itself: a new server
 * refuses to start beside either. The process id in its file may belong to another program by now (after a reboot, in a
 * container); that program is left alone.
 * @throws Error when the server does not stop
 */
export async function stopOrphan(directory: string, say: (line: string) => void): Promise<void> {
  const server = postgresOn(directory);
  if (server !== null) {
    process.kill(server, 'SIGINT');
    await untilGone([server], () => postgresOn(directory) === server, say);
  }
  const sessions = sessionsOn(directory);
  // They belong to a server that is gone: whatever they still write is undone or repeated by the recovery.
  for (const pid of sessions) killNow(pid);
  await untilGone(sessions, () => sessionsOn(directory).length > 0, say);
  rmSync(join(directory, 'postmaster.pid'), { force: true });
}

async function untilGone(
  pids: readonly number[],
  isThere: () => boolean,
  say: (line: string) => void,
): Promise<void> {
  for (let waited = 0; isThere(); waited += LOOK_EVERY_MS) {
    const process = `PostgreSQL of an earlier start (process ${pids.join(', ')})`;
    if (waited === SAY_AFTER_MS) say(`Waiting until ${process} has written its data and stops.`);
    if (waited >= STOP_LIMIT_MS)
      throw new Error(`${process} does not stop. Stop it, then start Clearwatch again.`);
    await pause(LOOK_EVERY_MS);
  }
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

/** The process of a server that runs on this folder; null when there is none. */
export function postgresOn(directory: string): number | null {
  const pid = postmasterFileIn(directory)?.pid ?? null;
  return pid !== null && serves(pid, directory) ? pid : null;
}

/** What a server starts beside itself; none where the system does not tell (it does on Linux). */
function sessionsOn(directory: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isProcessOn(pid, directory, /^postgres: /));
}

/** Whether the process is a PostgreSQL server on this very folder, which it makes its working directory. */
function serves(pid: number, directory: string): boolean {
  try {
    if (process.platform !== 'linux') return commandOf(pid).includes(directory);
    return isProcessOn(pid, directory, /postgres/);
  } catch {
    return false;
  }
}

function isProcessOn(pid: number, directory: string, command: RegExp): boolean {
  try {
    if (!command.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))) return false;
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(directory);
  } catch {
    return false;
  }
}

function commandOf(pid: number): string {
  return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
}
