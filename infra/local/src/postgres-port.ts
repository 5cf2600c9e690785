import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const LOOK_AGAIN_MS = 100;
/** Lines of `postmaster.pid`, which a server keeps in its data folder (PostgreSQL's miscadmin.h). */
const [PID_LINE, PORT_LINE, STATE_LINE] = [0, 3, 7];

/** What a server has written about itself; the file stays behind when the server is killed. */
export interface PostmasterFile {
  pid: number;
  port: number;
  isReady: boolean;
}

/** Null when there is none, or only its beginning. */
export function postmasterFileIn(directory: string): PostmasterFile | null {
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

/**
 * The port of the server that runs on a data folder of PostgreSQL.
 * @throws Error when none says that it is ready within `limitMs`
 */
export async function portOfRunningPostgres(directory: string, limitMs = 20_000): Promise<number> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const file = postmasterFileIn(directory);
    if (file?.isReady === true && Number.isInteger(file.port) && file.port > 0) return file.port;
    if (Date.now() > deadline) {
      throw new Error('Clearwatch is running, but its PostgreSQL does not answer. Try again in a moment.');
    }
    await pause(LOOK_AGAIN_MS);
  }
}
