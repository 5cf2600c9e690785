import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import { BackupEnvironment, keysIn, RestoreEnvironment, rolePasswordsIn } from '../owner-environments.ts';
import { runRestore, writeRestoredSecrets } from './run-restore.ts';
import { runBackup } from './write-backup.ts';

/** The commands `backup` and `restore` in containers. */
const FAILED = 2;

const PROGRAMS: Readonly<Record<string, (args: readonly string[]) => Promise<number>>> = {
  backup: (args) => {
    const environment = readEnvironment(BackupEnvironment);
    const { MIGRATION_DATABASE_URL: ownerUrl, BACKUP_KEY: key } = environment;
    return runBackup(args, { ownerUrl, files: environment, key, keys: () => keysIn(environment) });
  },
  restore: (args) => {
    const environment = readEnvironment(RestoreEnvironment);
    const { MIGRATION_DATABASE_URL: ownerUrl, BACKUP_KEY: key } = environment;
    return runRestore(args, {
      key,
      into: async ({ file, keys }, work) => {
        const code = await work({ ownerUrl, files: environment, passwords: rolePasswordsIn(environment) });
        process.stdout.write(writeRestoredSecrets(file, keys));
        return code;
      },
    });
  },
};

try {
  const [name = '', ...args] = process.argv.slice(2);
  const program = PROGRAMS[name];
  if (program === undefined)
    throw new Error(`Say what is to be done: ${Object.keys(PROGRAMS).join(' or ')}.`);
  process.exitCode = await program(args);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = FAILED;
}
