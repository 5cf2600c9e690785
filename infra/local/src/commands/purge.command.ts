import { runOperatorCommand } from '../run-operator-command.ts';

/** `npm run purge [-- --now]`: 0 told or done, 1 a purge was given up, 2 nothing was done. */
const NOT_DONE = 2;

await runOperatorCommand(async (settings) => {
  // Not before the build: they import what it makes.
  const { withDatabaseOf } = await import('../operator-database.ts');
  const { runPurge } = await import('@clearwatch/infra-postgres/purge/run-purge');
  return withDatabaseOf(settings, (ownerUrl) =>
    runPurge(process.argv.slice(2), { ownerUrl, keptYears: settings.transactionsKeptYears }),
  );
}, NOT_DONE);
