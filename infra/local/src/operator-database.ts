import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BackedUpKeys } from '@clearwatch/infra-postgres/backup/archive-entries';
import { fileStoreIn } from '@clearwatch/infra-postgres/backup/backup-files';
import type { EmptyInstallation } from '@clearwatch/infra-postgres/backup/run-restore';
import { lockInstance, prepareDataDirectory } from './data-directory.ts';
import { embeddedOwnerUrl, withEmbeddedPostgres } from './embedded-postgres.ts';
import { keysOfInstallation, loadKeys, newKey, saveKeys } from './installation-keys.ts';
import { PROJECT_ROOT } from './project-root.ts';
import { runChildProgram } from './run-operator-command.ts';
import { portOfRunningPostgres } from './running-postgres.ts';
import { rolePasswords, serviceEnvironments } from './service-environments.ts';
import type { Settings } from './start-settings.ts';

export async function runAuthProgram(
  name: string,
  args: readonly string[],
  { settings, ownerUrl }: { settings: Settings; ownerUrl: string },
): Promise<number> {
  const keys = loadKeys(settings.dataDirectory);
  const { auth } = await serviceEnvironments({ settings, keys, ownerUrl });
  const program = join(PROJECT_ROOT, 'services', 'auth', 'dist', 'commands', `${name}.js`);
  const code = await runChildProgram(['--disable-warning=ExperimentalWarning', program, ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...auth },
  });
  return code ?? 2;
}

/** Uses DATABASE_URL; otherwise the running embedded server; otherwise starts one for `work`. */
export async function withDatabaseOf<T>(settings: Settings, work: (ownerUrl: string) => Promise<T>): Promise<T> {
  const { dataDirectory, databaseUrl } = settings;
  const { databaseOwner: password } = keysOfInstallation(dataDirectory);
  if (databaseUrl !== undefined) return work(databaseUrl);

  const directory = join(dataDirectory, 'postgres');
  if (!existsSync(join(directory, 'PG_VERSION'))) {
    throw new Error(`There is no database in ${dataDirectory} yet. Start Clearwatch once, or set DATABASE_URL.`);
  }
  let release: () => void;
  try {
    release = lockInstance(dataDirectory);
  } catch {
    // The application is running.
    return work(embeddedOwnerUrl(await portOfRunningPostgres(directory), password));
  }
  try {
    const logFile = join(prepareDataDirectory(dataDirectory), 'postgres.log');
    // Other programs may read a command's standard output.
    const log = (line: string) => console.error(line);
    return await withEmbeddedPostgres({ directory, password, logFile, log }, work);
  } finally {
    release();
  }
}

/** Some file systems create this folder in the root of a disk. */
const IGNORED_NAMES = new Set(['lost+found']);

/**
 * Creates an installation with the keys from a backup in an empty DATA_DIR, and empties the folder again when `work`
 * fails.
 */
export async function withEmptyInstallation<T>(
  { settings, keys, signal }: { settings: Settings; keys: BackedUpKeys; signal: AbortSignal },
  work: (installation: EmptyInstallation) => Promise<T>,
): Promise<T> {
  const { dataDirectory } = settings;
  if (existsSync(dataDirectory) && contentOf(dataDirectory).length > 0)
    throw new Error(
      `${dataDirectory} is not empty; nothing was changed. A restore needs an empty folder: set DATA_DIR to one, or move this folder away.`,
    );
  const logs = prepareDataDirectory(dataDirectory);
  const release = lockInstance(dataDirectory);
  try {
    // Backups from containers lack the two keys for PostgreSQL, and backups from earlier versions lack the alert key.
    saveKeys(dataDirectory, {
      ...keys,
      alert: keys.alert ?? newKey(),
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
