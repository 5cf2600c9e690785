import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import { MigrationEnvironment, rolePasswordsIn } from './owner-environments.ts';
import { prepareDatabase } from './prepare-database.ts';

try {
  const environment = readEnvironment(MigrationEnvironment);
  await prepareDatabase(environment.MIGRATION_DATABASE_URL, rolePasswordsIn(environment));
  console.log('Database is ready.');
} catch (error) {
  console.error(`Database could not be prepared: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
