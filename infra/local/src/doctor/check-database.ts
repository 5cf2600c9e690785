import { MIGRATIONS_OF } from '@clearwatch/infra-postgres/migrations-of';
import { OWNERS } from '@clearwatch/infra-postgres/owners';
import type { Client } from 'pg';
import { checkClock } from './check-clock.ts';
import { type Finding, note, well, wrong } from './finding.ts';

/** The major version that is embedded, in the compose file, and tested. */
const TESTED_MAJOR = 18;
const BRING_UP =
  'Start Clearwatch once (in containers: docker compose up migrate); it brings the database up to date.';

/** Version, clock and migrations of the database; asks only. */
export async function checkDatabase(client: Client): Promise<Finding[]> {
  return [await versionFinding(client), await checkClock(client), ...(await migrationFindings(client))];
}

async function versionFinding(client: Client): Promise<Finding> {
  const { rows } = await client.query<{ version: string }>(
    "SELECT current_setting('server_version') AS version",
  );
  const version = rows[0]?.version ?? '';
  return Number.parseInt(version, 10) === TESTED_MAJOR
    ? well('database', `PostgreSQL ${version} answers`)
    : note('database', `PostgreSQL ${version} answers; Clearwatch is tested with ${TESTED_MAJOR}`);
}

async function migrationFindings(client: Client): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { schema, service } of OWNERS) {
    const known = MIGRATIONS_OF[service].map((Migration) => new Migration().name ?? Migration.name);
    const done = await namesIn(client, schema);
    const behind = known.filter((name) => !done.includes(name));
    const ahead = done.filter((name) => !known.includes(name));
    if (behind.length > 0)
      findings.push(
        wrong('migrations', `schema ${schema} lacks ${behind.length}: ${behind.join(', ')}`, BRING_UP),
      );
    if (ahead.length > 0)
      findings.push(
        wrong(
          'migrations',
          `schema ${schema} has ${ahead.length} of another version: ${ahead.join(', ')}`,
          'Run the version that made them; an older one must not work on this database.',
        ),
      );
  }
  return findings.length > 0 ? findings : [well('migrations', 'every schema is as this version wants it')];
}

async function namesIn(client: Client, schema: string): Promise<string[]> {
  const { rows: found } = await client.query<{ there: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS there',
    [`${schema}.migrations`],
  );
  if (found[0]?.there !== true) return [];
  const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${schema}.migrations ORDER BY id`);
  return rows.map(({ name }) => name);
}
