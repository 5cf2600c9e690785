import { runOperatorCommand } from '../run-operator-command.ts';

/**
 * `npm run restore -- --from <file> [--key-file <file>] [--check]`: 0 restored and proven, 1 restored, but a proof fails, 2 nothing
 * was restored.
 */
const NOTHING_RESTORED = 2;

await runOperatorCommand(async (settings) => {
  // Not before the build: they import what it makes.
  const { runRestore } = await import('@clearwatch/infra-postgres/backup/run-restore');
  const { withEmptyInstallation } = await import('../empty-installation.ts');
  return runRestore(process.argv.slice(2), {
    key: settings.backupKey,
    into: (backup, work) => withEmptyInstallation({ settings, ...backup }, work),
  });
}, NOTHING_RESTORED);
