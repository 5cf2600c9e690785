import { readFileSync } from 'node:fs';
import { prepareDatabase, ROLE_NAMES } from './prepare-database.ts';

/**
 * The one-shot migration of a container installation. MIGRATION_DATABASE_URL names the owner; each role's password
 * comes from <ROLE>_PASSWORD or <ROLE>_PASSWORD_FILE, e.g. CLEARWATCH_AUTH_PASSWORD.
 */
function setting(name: string): string {
  const file = process.env[`${name}_FILE`];
  const value = process.env[name] ?? (file === undefined ? undefined : readFileSync(file, 'utf8').trim());
  if (value === undefined || value === '') throw new Error(`${name} (or ${name}_FILE) is not set`);
  return value;
}

try {
  const passwords = Object.fromEntries(
    ROLE_NAMES.map((role) => [role, setting(`${role.toUpperCase()}_PASSWORD`)]),
  );
  await prepareDatabase(setting('MIGRATION_DATABASE_URL'), passwords);
  console.log('Database is ready.');
} catch (error) {
  console.error(`Database could not be prepared: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
