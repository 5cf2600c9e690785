import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BackedUpKeys } from '@clearwatch/infra-postgres/backup/archive-entries';
import { fileStoreIn } from '@clearwatch/infra-postgres/backup/backup-files';
import type { EmptyInstallation } from '@clearwatch/infra-postgres/backup/run-restore';
import { lockInstance, prepareDataDirectory } from './data-directory.ts';
import { withEmbeddedPostgres } from './embedded-postgres.ts';
import { loadKeys, newKey, saveKeys } from './installation-keys.ts';
import { rolePasswords } from './service-environments.ts';
import type { Settings } from './start-settings.ts';

/** File systems create this in the root of a disk. */
const IGNORED_NAMES = new Set(['lost+found']);

/**
 * Creates an installation with the keys of a backup in an empty DATA_DIR for `work`, and empties the folder again when
 * `work` fails.
 * @throws Error when the folder is not empty, or `work` throws
 */
export async function withEmptyInstallation<T>(
  { settings, keys, signal }: { settings: Settings; keys: BackedUpKeys; signal: AbortSignal },
  work: (installation: EmptyInstallation) => Promise<T>,
): Promise<T> {
  const { dataDirectory } = settings;
  if (existsSync(dataDirectory) && contentOf(dataDirectory).length > 0)
    throw new Error(
      `${dataDirectory} is not empty: nothing was changed. A backup is restored into an empty folder; name one by DATA_DIR, or move this one away.`,
    );
  const logs = prepareDataDirectory(dataDirectory);
  const release = lockInstance(dataDirectory);
  try {
    // Backups of containers lack these two passwords of PostgreSQL.
    saveKeys(dataDirectory, {
      ...keys,
      databaseOwner: keys.databaseOwner ?? newKey(),
      databaseRoles: keys.databaseRoles ?? newKey(),
    });
    const complete = loadKeys(dataDirectory);
    const [passwords, files] = [rolePasswords(complete), fileStoreIn(dataDirectory)];
    const restore = (ownerUrl: string) => work({ ownerUrl, passwords, files });
    if (settings.databaseUrl !== undefined) return await restore(settings.databaseUrl);
    const [directory, logFile] = [join(dataDirectory, 'postgres'), join(logs, 'postgres.log')];
    const password = complete.databaseOwner;
    return await withEmbeddedPostgres({ directory, password, logFile, signal }, restore);
  } catch (error) {
    for (const name of contentOf(dataDirectory)) {
      rmSync(join(dataDirectory, name), { recursive: true, force: true });
    }
    throw error;
  } finally {
    release();
  }
}

function contentOf(directory: string): string[] {
  return readdirSync(directory).filter((name) => !IGNORED_NAMES.has(name));
}
