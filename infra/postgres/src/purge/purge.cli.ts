import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import { PurgeEnvironment } from '../owner-environments.ts';
import { runPurge } from './run-purge.ts';

/** For containers. 0 done, 1 a purge failed, 2 nothing was done. */
const NOT_DONE = 2;

try {
  const { MIGRATION_DATABASE_URL: ownerUrl, TRANSACTIONS_KEPT_YEARS: keptYears } =
    readEnvironment(PurgeEnvironment);
  process.exitCode = await runPurge(process.argv.slice(2), { ownerUrl, keptYears });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = NOT_DONE;
}
