import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { lockInstance, prepareDataDirectory } from './data-directory.ts';
import { embeddedOwnerUrl, withEmbeddedPostgres } from './embedded-postgres.ts';
import { keysOfInstallation, loadKeys } from './installation-keys.ts';
import { PROJECT_ROOT } from './project-root.ts';
import { runChildProgram } from './run-operator-command.ts';
import { portOfRunningPostgres } from './running-postgres.ts';
import { serviceEnvironments } from './service-environments.ts';
import type { Settings } from './start-settings.ts';

/**
 * Runs a program of the auth service (services/auth/src/commands) with the service's environment.
 * @returns its exit code
 */
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

/**
 * Gives `work` the database as its owner: DATABASE_URL, else the running embedded server, else one started for `work`.
 * @throws Error when there is no installation in the data folder
 */
export async function withDatabaseOf<T>(
  settings: Settings,
  work: (ownerUrl: string) => Promise<T>,
): Promise<T> {
  const { dataDirectory, databaseUrl } = settings;
  const { databaseOwner: password } = keysOfInstallation(dataDirectory);
  if (databaseUrl !== undefined) return work(databaseUrl);

  const directory = join(dataDirectory, 'postgres');
  if (!existsSync(join(directory, 'PG_VERSION'))) {
    throw new Error(
      `There is no database in ${dataDirectory} yet. Start Clearwatch once, or set DATABASE_URL.`,
    );
  }
  let release: () => void;
  try {
    release = lockInstance(dataDirectory);
  } catch {
    // The application runs.
    return work(embeddedOwnerUrl(await portOfRunningPostgres(directory), password));
  }
  try {
    const logFile = join(prepareDataDirectory(dataDirectory), 'postgres.log');
    // Programs may read the standard output of a command.
    const log = (line: string) => console.error(line);
    return await withEmbeddedPostgres({ directory, password, logFile, log }, work);
  } finally {
    release();
  }
}
