import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const PORT_FILE_POLL_INTERVAL_MS = 100;
/** Line numbers in `postmaster.pid`, starting at 0 (PostgreSQL's utils/pidfile.h). */
const [PID_LINE, PORT_LINE, STATE_LINE] = [0, 3, 7];

/** A killed server leaves this file behind. Null when it is missing or incomplete. */
export function postmasterFileIn(directory: string) {
  let lines: string[];
  try {
    lines = readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return null;
  }
  const pid = Number(lines[PID_LINE]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[PORT_LINE]), isReady: lines[STATE_LINE]?.trim() === 'ready' };
}

export async function portOfRunningPostgres(directory: string, limitMs = 20_000): Promise<number> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const file = postmasterFileIn(directory);
    if (file?.isReady === true && Number.isInteger(file.port) && file.port > 0) return file.port;
    if (Date.now() > deadline) {
      throw new Error('Clearwatch is running, but its PostgreSQL is not responding. Try again in a moment.');
    }
    await pause(PORT_FILE_POLL_INTERVAL_MS);
  }
}

/** When it stops, a server writes its whole cache to disk. */
const ORPHAN_STOP_TIMEOUT_MS = 120_000;
const ORPHAN_MESSAGE_AFTER_MS = 2_000;
const ORPHAN_POLL_INTERVAL_MS = 50;

/**
 * Stops any server that a killed supervisor left running on this folder, because a new server refuses to start beside
 * it. Leaves other programs alone.
 */
export async function stopOrphan(directory: string, log: (line: string) => void): Promise<void> {
  const server = postgresOn(directory);
  if (server !== null) {
    process.kill(server, 'SIGINT');
    await waitUntilGone([server], () => postgresOn(directory) === server, log);
  }
  const sessions = sessionsOn(directory);
  // Their server has ended, so recovery undoes or repeats their writes.
  for (const pid of sessions) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  }
  await waitUntilGone(sessions, () => sessionsOn(directory).length > 0, log);
  rmSync(join(directory, 'postmaster.pid'), { force: true });
}

async function waitUntilGone(
  pids: readonly number[],
  isThere: () => boolean,
  log: (line: string) => void,
): Promise<void> {
  for (let waited = 0; isThere(); waited += ORPHAN_POLL_INTERVAL_MS) {
    const process = `PostgreSQL from an earlier start (process ${pids.join(', ')})`;
    if (waited === ORPHAN_MESSAGE_AFTER_MS) log(`Waiting for ${process} to write its data and stop.`);
    if (waited >= ORPHAN_STOP_TIMEOUT_MS)
      throw new Error(`${process} did not stop. Stop it, then start Clearwatch again.`);
    await pause(ORPHAN_POLL_INTERVAL_MS);
  }
}

export function postgresOn(directory: string): number | null {
  const pid = postmasterFileIn(directory)?.pid ?? null;
  return pid !== null && isPostgresOn(pid, directory) ? pid : null;
}

/** Child processes of the server; known only on Linux. */
function sessionsOn(directory: string): number[] {
  if (process.platform !== 'linux') return [];
  return processIds().filter((pid) => isProcessOn(pid, directory, /^postgres: /));
}

/** @throws Error on systems without /proc */
export function processIds(): number[] {
  return readdirSync('/proc').map(Number).filter(Number.isInteger);
}

/** A server's working directory is its data folder. */
function isPostgresOn(pid: number, directory: string): boolean {
  if (process.platform === 'linux') return isProcessOn(pid, directory, /postgres/);
  const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout?.includes(directory) ?? false;
}

function isProcessOn(pid: number, directory: string, command: RegExp): boolean {
  try {
    if (!command.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))) return false;
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(directory);
  } catch {
    return false;
  }
}
