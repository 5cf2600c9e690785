import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE, OWNER, startEmbeddedPostgres } from '../embedded-postgres.ts';
import { lockOwner } from '../instance-lock.ts';
import { postgresOn } from '../orphaned-postgres.ts';
import { portOfRunningPostgres } from '../postgres-port.ts';
import type { Settings } from '../settings.ts';

/** A server that runs says where it listens at once; one that has not by then hangs. */
const NOTE_WITHIN_MS = 3_000;

/**
 * The database of an installation as its owner: that of DATABASE_URL, else the embedded one where it runs already, else
 * started for the moment. Nothing of the installation is written, its lock included.
 */
export async function openDatabase(
  { databaseUrl, dataDirectory }: Settings,
  password: string,
): Promise<{ ownerUrl: string; close(): Promise<void> }> {
  if (databaseUrl !== undefined) return { ownerUrl: databaseUrl, close: async () => {} };
  const directory = join(dataDirectory, 'postgres');
  if (lockOwner(dataDirectory) !== null || postgresOn(directory) !== null) {
    const port = await portOfRunningPostgres(directory, NOTE_WITHIN_MS);
    const ownerUrl = `postgres://${OWNER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${DATABASE}`;
    return { ownerUrl, close: async () => {} };
  }
  const server = await startEmbeddedPostgres({
    directory,
    password,
    logFile: existsSync(join(dataDirectory, 'logs'))
      ? join(dataDirectory, 'logs', 'postgres.log')
      : join(tmpdir(), 'clearwatch-doctor.log'),
  });
  return { ownerUrl: server.ownerUrl(), close: () => server.stop() };
}
