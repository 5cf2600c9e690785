import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import { runRestore, writeRestoredSecrets } from './backup/run-restore.ts';
import { runBackup } from './backup/write-backup.ts';
import {
  BackupEnvironment,
  keysIn,
  MigrationEnvironment,
  OwnerEnvironment,
  PurgeEnvironment,
  RestoreEnvironment,
  rolePasswordsIn,
} from './owner-environments.ts';
import { prepareDatabase } from './prepare-database.ts';
import { runPurge } from './purge/run-purge.ts';
import { runVerification } from './verify/verify-ledger.ts';

/**
 * Commands that the database owner runs in containers. Exit codes: 0 done, 1 done with findings (or not migrated), 2
 * not done.
 */
const PROGRAMS: Readonly<Record<string, (args: readonly string[]) => Promise<number>>> = {
  migrate: async () => {
    const environment = readEnvironment(MigrationEnvironment);
    await prepareDatabase(environment.MIGRATION_DATABASE_URL, rolePasswordsIn(environment));
    console.log('The database is ready.');
    return 0;
  },
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
  purge: (args) => {
    const environment = readEnvironment(PurgeEnvironment);
    const { MIGRATION_DATABASE_URL: ownerUrl, TRANSACTIONS_KEPT_YEARS: keptYears } = environment;
    return runPurge(args, { ownerUrl, keptYears });
  },
  'verify-ledger': (args) => runVerification(readEnvironment(OwnerEnvironment).MIGRATION_DATABASE_URL, args),
};

const [name = '', ...args] = process.argv.slice(2);
try {
  const program = PROGRAMS[name];
  if (program === undefined) throw new Error(`Name the command to run: ${Object.keys(PROGRAMS).join(' or ')}.`);
  process.exitCode = await program(args);
} catch (error) {
  const problem = error instanceof Error ? error.message : String(error);
  console.error(name === 'migrate' ? `The database could not be prepared: ${problem}` : problem);
  process.exitCode = name === 'migrate' ? 1 : 2;
}
