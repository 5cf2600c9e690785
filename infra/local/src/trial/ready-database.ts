import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { prepareDatabase } from '@clearwatch/infra-postgres/prepare-database';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';
import { loadKeys, saveKeys } from '../keys.ts';
import { rolePasswords } from '../service-environments.ts';

/** Set by the test command: the installation whose database others begin with. */
const VARIABLE = 'TEST_READY_INSTALLATION';

/**
 * Makes the database of an installation, migrated and stopped, for others of the same test run to begin with: making a
 * cluster and migrating it takes each of them a second and a half of processor, copying one a tenth of it.
 * @returns what the environment of tests has to say
 */
export async function makeReadyDatabase(
  folder: string,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  mkdirSync(folder, { mode: 0o711 });
  const keys = loadKeys(folder);
  const postgres = await startEmbeddedPostgres({
    directory: clusterOf(folder),
    password: keys.databaseOwner,
    logFile: join(folder, 'postgres.log'),
    throwaway: 'throwaway',
    signal,
  });
  try {
    await prepareDatabase(postgres.ownerUrl(), rolePasswords(keys));
  } finally {
    await postgres.stop();
  }
  return { [VARIABLE]: folder };
}

/** Gives a new installation that database and the key to it; all its other keys are its own. Nothing outside the test command. */
export function beginWithReadyDatabase(dataDirectory: string): void {
  const ready = process.env[VARIABLE];
  if (ready === undefined) return;
  saveKeys(dataDirectory, { ...loadKeys(dataDirectory), databaseOwner: loadKeys(ready).databaseOwner });
  // Of whom the files are has to stay: PostgreSQL runs as its data's owner.
  execFileSync('cp', ['-a', clusterOf(ready), clusterOf(dataDirectory)]);
}

const clusterOf = (folder: string): string => join(folder, 'postgres');
