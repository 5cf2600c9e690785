import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import { OwnerEnvironment } from '../owner-environments.ts';
import { runVerification } from './verify-ledger.ts';

/** For containers. 0 agrees, 1 disagrees, 2 could not be checked. */
const NOT_CHECKED = 2;

try {
  const { MIGRATION_DATABASE_URL } = readEnvironment(OwnerEnvironment);
  process.exitCode = await runVerification(MIGRATION_DATABASE_URL, process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = NOT_CHECKED;
}
