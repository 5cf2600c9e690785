import { runOperatorCommand } from '../run-operator-command.ts';

/** `npm run ledger:verify [-- --json]`: 0 agrees to the cent, 1 disagrees, 2 could not be checked. */
const NOT_CHECKED = 2;

await runOperatorCommand(async (settings) => {
  // Not before the build: they import what it makes.
  const { withDatabaseOf } = await import('../operator-database.ts');
  const { runVerification } = await import('@clearwatch/infra-postgres/verify/verify-ledger');
  return withDatabaseOf(settings, (ownerUrl) => runVerification(ownerUrl, process.argv.slice(2)));
}, NOT_CHECKED);
