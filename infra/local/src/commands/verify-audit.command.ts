import { runOperatorCommand } from '../run-operator-command.ts';

/** `npm run audit:verify [-- --expect <number>:<hash>]`: 0 intact, 1 broken, 2 could not be checked. */
const NOT_CHECKED = 2;

await runOperatorCommand(async (settings) => {
  // Not before the build: they import what it makes.
  const { withDatabaseOf } = await import('../operator-database.ts');
  const { runAuthProgram } = await import('../operator-database.ts');
  return withDatabaseOf(settings, (ownerUrl) =>
    runAuthProgram('verify-audit', process.argv.slice(2), { settings, ownerUrl }),
  );
}, NOT_CHECKED);
