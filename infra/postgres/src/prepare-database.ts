import { analyticsMigrations as analytics } from '@clearwatch/analytics/migrations/analytics-migrations';
import { migrations as auth } from '@clearwatch/auth/migrations/auth-migrations';
import { migrations as gateway } from '@clearwatch/gateway/migrations/gateway-migrations';
import { migrations as ingest } from '@clearwatch/ingest/migrations/ingest-migrations';
import { reportsMigrations as reports } from '@clearwatch/reports/migrations/reports-migrations';
import { hasRows, queryTexts } from '@clearwatch/service-kit/database/query-rows';
import { runMigrations as runQueueMigrations } from 'bullmq';
import pg, { type Client } from 'pg';
import { DataSource, type MigrationInterface } from 'typeorm';
import {
  ANALYZED_BY_OWNER,
  APPEND_ONLY,
  QUEUE_ROLE,
  READ_GRANTS,
  ROLE_NAMES,
  type RolePasswords,
  SCHEMA_OWNERS,
  type SchemaOwner,
  withClient,
} from './schema-owners.ts';

type Migrations = readonly (new () => MigrationInterface)[];

/** Oldest first. */
export const MIGRATIONS_OF: Readonly<Record<SchemaOwner['service'], Migrations>> = {
  gateway,
  auth,
  ingest,
  analytics,
  reports,
};

const QUEUE_SCHEMA = 'queue';
/** An arbitrary lock number that serializes concurrent migrations. */
const MIGRATION_LOCK = 7_204_615_001;

const ROLE_UPDATE_ATTEMPTS = 20;

/** A schema that exists only during a restore. */
export const RESTORING = 'clearwatch_restoring';

/** Idempotent; concurrent calls are safe. @param ownerUrl of a role that may create roles and schemas */
export async function prepareDatabase(ownerUrl: string, passwords: RolePasswords): Promise<void> {
  await withMigrationLock(ownerUrl, async (client) => {
    if (await hasRows(client, 'SELECT FROM pg_namespace WHERE nspname = $1', [RESTORING]))
      throw new Error(
        'A restore into this database was interrupted or is still running. If none is running, remove the database (with npm start, the whole ' +
          'DATA_DIR; in containers, with docker compose down --volumes) and restore the backup again.',
      );
    await createRoles(client, passwords);
    await createSchemas(client);
    await runQueueMigrations(client, QUEUE_SCHEMA);
    for (const owner of SCHEMA_OWNERS) await migrate(ownerUrl, owner, MIGRATIONS_OF[owner.service]);
    await applyGrants(client);
  });
}

/** Creates the tables of an earlier version, to load rows from that version. */
export async function prepareTablesAsOf(
  ownerUrl: string,
  { passwords, applied }: { passwords: RolePasswords; applied: Readonly<Record<string, readonly string[]>> },
): Promise<void> {
  await withMigrationLock(ownerUrl, async (client) => {
    await createRoles(client, passwords);
    await createSchemas(client);
    for (const owner of SCHEMA_OWNERS) {
      const names = applied[owner.schema] ?? [];
      const migrations = MIGRATIONS_OF[owner.service].filter(({ name }) => names.includes(name));
      await migrate(ownerUrl, owner, migrations);
    }
  });
}

function withMigrationLock(ownerUrl: string, work: (client: Client) => Promise<void>): Promise<void> {
  const locked = async (client: Client) => {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await work(client);
  };
  return withClient(ownerUrl, locked, 'clearwatch-migrate');
}

/** All databases on the server share the roles, whose passwords are set again at every start. */
async function createRoles(client: Client, passwords: RolePasswords): Promise<void> {
  for (const role of ROLE_NAMES) {
    const password = passwords[role];
    if (password === undefined) throw new Error(`No password given for the database role ${role}`);
    const exists = await hasRows(client, 'SELECT FROM pg_roles WHERE rolname = $1', [role]);
    const verb = exists ? 'ALTER' : 'CREATE';
    const sql = `${verb} ROLE ${role} LOGIN PASSWORD ${client.escapeLiteral(password)}`;
    // The lock does not exclude preparations of other databases on the same server.
    for (let tries = 1; ; tries += 1) {
      try {
        await client.query(sql);
        break;
      } catch (error) {
        const isMeanwhile = /tuple concurrently (updated|deleted)/.test(String(error));
        if (!isMeanwhile || tries === ROLE_UPDATE_ATTEMPTS) throw error;
      }
    }
  }
}

async function createSchemas(client: Client): Promise<void> {
  const [database = ''] = await queryTexts(client, 'SELECT quote_ident(current_database())');
  await client.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`);
  await client.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
  for (const { schema, role } of SCHEMA_OWNERS) {
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    await client.query(`GRANT CONNECT, TEMPORARY ON DATABASE ${database} TO ${role}`);
    // Lets a service omit its schema name.
    await client.query(`ALTER ROLE ${role} IN DATABASE ${database} SET search_path = ${schema}`);
  }
  await client.query(`GRANT CONNECT ON DATABASE ${database} TO ${QUEUE_ROLE}`);
}

async function migrate(ownerUrl: string, { schema }: SchemaOwner, migrations: Migrations): Promise<void> {
  const source = await new DataSource({
    type: 'postgres',
    driver: pg,
    url: ownerUrl,
    schema,
    applicationName: 'clearwatch-migrate',
    migrations: [...migrations],
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    poolSize: 1,
    extra: { options: `-c search_path=${schema}` },
  }).initialize();
  try {
    await source.runMigrations();
  } finally {
    await source.destroy();
  }
}

/** Runs in one transaction so that running services never lose access. */
async function applyGrants(client: Client): Promise<void> {
  const own = SCHEMA_OWNERS.flatMap(({ schema, role }) => {
    // Revokes grants made by hand or by an earlier version. A grant to PUBLIC would also let a service change its own
    // append-only tables.
    const others = ['PUBLIC', ...ROLE_NAMES.filter((other) => other !== role)].join(', ');
    const isOwn = (table: string) => table.startsWith(`${schema}.`);
    return [
      `REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${others}`,
      `REVOKE ALL ON ALL FUNCTIONS IN SCHEMA ${schema} FROM ${others}`,
      `GRANT USAGE ON SCHEMA ${schema} TO ${role}`,
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role}`,
      `REVOKE ALL ON ${[`${schema}.migrations`, ...APPEND_ONLY.filter(isOwn)].join(', ')} FROM ${role}`,
      ...APPEND_ONLY.filter(isOwn).map((table) => `GRANT SELECT, INSERT ON ${table} TO ${role}`),
      ...ANALYZED_BY_OWNER.filter(isOwn).map((table) => `GRANT MAINTAIN ON ${table} TO ${role}`),
      `GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`,
      `GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${schema} TO ${role}`,
    ];
  });
  const reads = READ_GRANTS.flatMap(({ role, relation }) => [
    `GRANT USAGE ON SCHEMA ${relation.split('.')[0]} TO ${role}`,
    `GRANT SELECT ON ${relation} TO ${role}`,
  ]);
  const queues = [
    `GRANT USAGE ON SCHEMA ${QUEUE_SCHEMA} TO ${QUEUE_ROLE}`,
    `GRANT ALL ON ALL TABLES IN SCHEMA ${QUEUE_SCHEMA} TO ${QUEUE_ROLE}`,
    `GRANT ALL ON ALL SEQUENCES IN SCHEMA ${QUEUE_SCHEMA} TO ${QUEUE_ROLE}`,
    `GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${QUEUE_SCHEMA} TO ${QUEUE_ROLE}`,
  ];
  await client.query(['BEGIN', ...own, ...reads, ...queues, 'COMMIT'].join(';\n'));
}
