import { runVerification } from './run-verification.ts';

/** In containers; MIGRATION_DATABASE_URL names the owner. 0 agrees, 1 disagrees, 2 could not be checked. */
const NOT_CHECKED = 2;

try {
  const url = process.env['MIGRATION_DATABASE_URL'];
  if (url === undefined || url === '') throw new Error('MIGRATION_DATABASE_URL is not set');
  process.exitCode = await runVerification(url, process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = NOT_CHECKED;
}
