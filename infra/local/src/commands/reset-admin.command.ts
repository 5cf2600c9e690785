import { runOperatorCommand } from '../run-operator-command.ts';

/** `npm run reset-admin [-- <user name>]` */
await runOperatorCommand(async (settings) => {
  // Not before the build: they import what it makes.
  const { withDatabaseOf } = await import('../operator-database.ts');
  const { runAuthProgram } = await import('../operator-database.ts');
  return withDatabaseOf(settings, (ownerUrl) =>
    runAuthProgram('reset-admin', process.argv.slice(2), { settings, ownerUrl }),
  );
});
