import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const LOOK_AGAIN_MS = 100;
/** PostgreSQL's note of itself: process, folder, start, port, ...; the eighth line says how far it has come. */
const [PORT_LINE, STATE_LINE] = [3, 7];

/**
 * The port of the server that runs on a data folder of PostgreSQL.
 * @throws Error when none says that it is ready within `limitMs`
 */
export async function portOfRunningPostgres(directory: string, limitMs = 20_000): Promise<number> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const lines = noteIn(directory);
    const port = Number(lines[PORT_LINE]);
    if (lines[STATE_LINE]?.trim() === 'ready' && Number.isInteger(port) && port > 0) return port;
    if (Date.now() > deadline) {
      throw new Error('Clearwatch is running, but its PostgreSQL does not answer. Try again in a moment.');
    }
    await pause(LOOK_AGAIN_MS);
  }
}

function noteIn(directory: string): string[] {
  try {
    return readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}
