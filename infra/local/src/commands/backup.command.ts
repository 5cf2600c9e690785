import { keysOfInstallation } from '../installation-keys.ts';
import { runOperatorCommand } from '../run-operator-command.ts';

/** `npm run backup -- --to <file or folder> [--key-file <file>]`: 0 complete, 1 with files missing, 2 none was made. */
const NONE_MADE = 2;

await runOperatorCommand(async (settings) => {
  // Not before the build: they import what it makes.
  const { withDatabaseOf } = await import('../operator-database.ts');
  const { fileStoreIn } = await import('@clearwatch/infra-postgres/backup/backup-files');
  const { runBackup } = await import('@clearwatch/infra-postgres/backup/run-backup');
  const { dataDirectory } = settings;
  return withDatabaseOf(settings, (ownerUrl) =>
    runBackup(process.argv.slice(2), {
      ownerUrl,
      files: fileStoreIn(dataDirectory),
      keys: () => keysOfInstallation(dataDirectory),
      key: settings.backupKey,
    }),
  );
}, NONE_MADE);
