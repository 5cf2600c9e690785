import { setTimeout as pause } from 'node:timers/promises';
import { analyticsMigrations as analytics } from '@clearwatch/analytics/migrations/analytics-migrations';
import { migrations as auth } from '@clearwatch/auth/migrations/auth-migrations';
import { migrations as gateway } from '@clearwatch/gateway/migrations/gateway-migrations';
import { migrations as ingest } from '@clearwatch/ingest/migrations/ingest-migrations';
import { reportsMigrations as reports } from '@clearwatch/reports/migrations/reports-migrations';
import { hasRows, queryInteger, queryTexts, RowReader } from '@clearwatch/service-kit/database/query-rows';
import { runMigrations as runQueueMigrations } from 'bullmq';
import pg, { type Client } from 'pg';
import { DataSource, type MigrationInterface } from 'typeorm';
import {
  FORMER_QUEUE_ROLE,
  OBJECT_OWNER,
  OWNER_FUNCTIONS,
  READ_GRANTS,
  ROLE_NAMES,
  type RolePasswords,
  SCHEMA_OWNERS,
  type SchemaOwner,
  SERVICE_QUEUES,
  SPECIAL_RIGHTS,
  WITHOUT_BARRIER,
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
    await protectObjects(client);
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

/** Any role may take any advisory lock. No service takes this one, so a session of a service that holds it blocks every start. */
const END_FALSE_HOLDERS = `
  SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
   WHERE locktype = 'advisory' AND objsubid = 1 AND (classid::bigint << 32) + objid::bigint = $1
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND usename = ANY ($2)`;
const LOCK_RETRY_MS = 200;

function withMigrationLock(ownerUrl: string, work: (client: Client) => Promise<void>): Promise<void> {
  const locked = async (client: Client) => {
    while (!(await hasRows(client, 'SELECT WHERE pg_try_advisory_lock($1)', [MIGRATION_LOCK]))) {
      await client.query(END_FALSE_HOLDERS, [MIGRATION_LOCK, ROLE_NAMES]);
      await pause(LOCK_RETRY_MS);
    }
    await work(client);
  };
  return withClient(ownerUrl, locked, 'clearwatch-migrate');
}

/** No role can use up the connections of the others. */
const CONNECTION_LIMIT = `SELECT current_setting('max_connections')::integer / 2`;

/** All databases on the server share the roles, whose passwords are set again at every start. */
async function createRoles(client: Client, passwords: RolePasswords): Promise<void> {
  const limit = await queryInteger(client, CONNECTION_LIMIT);
  for (const role of ROLE_NAMES) {
    const password = passwords[role];
    if (password === undefined) throw new Error(`No password given for the database role ${role}`);
    const verb = (await hasRole(client, role)) ? 'ALTER' : 'CREATE';
    const login = `LOGIN CONNECTION LIMIT ${limit} PASSWORD ${client.escapeLiteral(password)}`;
    const sql = `${verb} ROLE ${role} ${login}`;
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

const hasRole = (client: Client, role: string) => hasRows(client, 'SELECT FROM pg_roles WHERE rolname = $1', [role]);

async function createSchemas(client: Client): Promise<void> {
  const [database = ''] = await queryTexts(client, 'SELECT quote_ident(current_database())');
  await client.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`);
  await client.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
  if (await hasRole(client, FORMER_QUEUE_ROLE))
    await client.query(
      `ALTER ROLE ${FORMER_QUEUE_ROLE} NOLOGIN; REVOKE ALL ON DATABASE ${database} FROM ${FORMER_QUEUE_ROLE}`,
    );
  for (const { schema, role } of SCHEMA_OWNERS) {
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    await client.query(`GRANT CONNECT, TEMPORARY ON DATABASE ${database} TO ${role}`);
    // Lets a service omit its schema name.
    await client.query(`ALTER ROLE ${role} IN DATABASE ${database} SET search_path = ${schema}`);
  }
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

const SCHEMAS: readonly string[] = [...SCHEMA_OWNERS.map(({ schema }) => schema), QUEUE_SCHEMA];

const isSuperuser = (client: Client) =>
  hasRows(client, 'SELECT FROM pg_roles WHERE rolname = current_user AND rolsuper');

/** Statements that give everything in the schemas to `OBJECT_OWNER`: tables first, then what runs with its rights. */
const GIVE_TO_OBJECT_OWNER = `
  WITH ours AS (SELECT oid, nspowner, nspname FROM pg_namespace WHERE nspname = ANY ($1)),
  given (step, kind, name, owner) AS (
    SELECT 1, 'SCHEMA', quote_ident(nspname), nspowner FROM ours
     UNION ALL
    SELECT CASE relkind WHEN 'v' THEN 3 ELSE 2 END,
           CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END,
           c.oid::regclass::text, relowner
      FROM pg_class c JOIN ours ON ours.oid = relnamespace
     WHERE relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
       -- The sequence of a column belongs to the owner of its table.
       AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = c.oid AND classid = 'pg_class'::regclass AND deptype IN ('a', 'i')
                          AND relkind = 'S')
     UNION ALL
    SELECT 2, 'TYPE', t.oid::regtype::text, typowner FROM pg_type t JOIN ours ON ours.oid = typnamespace
     WHERE typtype IN ('d', 'e')
     UNION ALL
    SELECT 4, 'ROUTINE', p.oid::regprocedure::text, proowner FROM pg_proc p JOIN ours ON ours.oid = pronamespace)
  SELECT format('ALTER %s %s OWNER TO ${OBJECT_OWNER}', kind, name)
    FROM given WHERE owner <> '${OBJECT_OWNER}'::regrole ORDER BY step`;

/** Without a barrier, a function in a query can see rows that the view hides. */
const RAISE_BARRIERS = `
  SELECT format('ALTER VIEW %s SET (security_barrier = true)', c.oid::regclass)
    FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
   WHERE nspname = ANY ($1) AND relkind = 'v' AND NOT c.oid::regclass::text = ANY ($2) AND NOT coalesce('security_barrier=true' = ANY (reloptions), false)`;

/**
 * A view or a SECURITY DEFINER function runs with the rights of its owner, so the owner must not be a superuser. An
 * owner in `DATABASE_URL` that is no superuser keeps what it created. Each statement is its own transaction, because
 * running services use these objects.
 */
async function protectObjects(client: Client): Promise<void> {
  const statements = await queryTexts(client, RAISE_BARRIERS, [SCHEMAS, Object.keys(WITHOUT_BARRIER)]);
  if (await isSuperuser(client)) {
    const sql = `CREATE ROLE ${OBJECT_OWNER} NOLOGIN`;
    if (!(await hasRole(client, OBJECT_OWNER)))
      await client.query(`DO $$ BEGIN ${sql}; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`);
    statements.push(...(await queryTexts(client, GIVE_TO_OBJECT_OWNER, [SCHEMAS])));
  }
  // Functions created later are closed until the grants below open them.
  statements.push('ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC');
  for (const statement of statements) await client.query(statement);
}

const TABLE = new RowReader({ text: ['schema', 'name'] });

/**
 * Revokes everything and grants what each role needs, so that grants made by hand or by an earlier version end. Runs in
 * one transaction so that running services never lose access. Only base tables are writable: a view would write with the
 * rights of its owner.
 */
async function applyGrants(client: Client): Promise<void> {
  const tables = await TABLE.all(
    client,
    `SELECT n.nspname AS schema, c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
      WHERE nspname = ANY ($1) AND relkind IN ('r', 'p') ORDER BY 1, 2`,
    [SCHEMAS],
  );
  const former = (await hasRole(client, FORMER_QUEUE_ROLE)) ? [FORMER_QUEUE_ROLE] : [];
  const everyone = ['PUBLIC', ...ROLE_NAMES, ...former].join(', ');
  const revokes = SCHEMAS.flatMap((schema) => [
    `REVOKE ALL ON SCHEMA ${schema} FROM ${everyone}`,
    ...['TABLES', 'SEQUENCES', 'ROUTINES'].map(
      (what) => `REVOKE ALL ON ALL ${what} IN SCHEMA ${schema} FROM ${everyone}`,
    ),
  ]);
  const own = SCHEMA_OWNERS.flatMap(({ schema, role }) => {
    const closed = Object.keys(OWNER_FUNCTIONS).filter((name) => name.startsWith(`${schema}.`));
    return [
      `GRANT USAGE ON SCHEMA ${schema} TO ${role}`,
      `GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${role}`,
      `REVOKE ALL ON ${schema}.migrations FROM ${role}`,
      ...tables
        .filter(({ schema: of, name }) => of === schema && name !== `${schema}.migrations`)
        .map(({ name }) => `GRANT ${SPECIAL_RIGHTS[name] ?? 'INSERT, UPDATE, DELETE'} ON ${name} TO ${role}`),
      `GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`,
      `GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${schema} TO ${role}`,
      ...closed.map((name) => `REVOKE ALL ON FUNCTION ${name} FROM ${role}`),
    ];
  });
  const reads = READ_GRANTS.flatMap(({ role, relation }) => [
    `GRANT USAGE ON SCHEMA ${relation.split('.')[0]} TO ${role}`,
    `GRANT SELECT ON ${relation} TO ${role}`,
  ]);
  const { rights: queues, policies } = await queueRights(client, tables);
  const statements = [...revokes, ...own, ...reads, ...queues, ...policies];
  await client.query(['BEGIN', ...statements, 'COMMIT'].join(';\n'));
}

const POLICY = new RowReader({ text: ['table', 'role', 'condition'] });

/**
 * Every service uses the same tables for its queues but sees only the rows of its own queues. We do not use BullMQ's
 * relays, and the ledger of its migrations is only read.
 */
async function queueRights(client: Client, tables: readonly { schema: string; name: string }[]) {
  const queueTables = tables
    .filter(({ schema, name }) => schema === QUEUE_SCHEMA && !name.startsWith(`${QUEUE_SCHEMA}.relay_`))
    .map(({ name }) => name);
  const rows = queueTables.filter((name) => name !== `${QUEUE_SCHEMA}.migration`);
  const functions = await queryTexts(
    client,
    `SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace = $1::regnamespace AND proname NOT LIKE 'relay%'`,
    [QUEUE_SCHEMA],
  );
  const everyone = ROLE_NAMES.join(', ');
  const rights = [
    `GRANT USAGE ON SCHEMA ${QUEUE_SCHEMA} TO ${everyone}`,
    `GRANT SELECT ON ${QUEUE_SCHEMA}.migration TO ${everyone}`,
    ...rows.map((name) => `GRANT SELECT, INSERT, UPDATE, DELETE ON ${name} TO ${everyone}`),
    `GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${QUEUE_SCHEMA} TO ${everyone}`,
    `GRANT EXECUTE ON ROUTINE ${functions.join(', ')} TO ${everyone}`,
  ];
  const existing = await POLICY.all(
    client,
    `SELECT schemaname || '.' || tablename AS table, policyname AS role, qual AS condition
       FROM pg_policies WHERE schemaname = $1`,
    [QUEUE_SCHEMA],
  );
  // Changing a policy blocks the queue for a moment, so policies that are right stay.
  const policies = rows.flatMap((table) =>
    SCHEMA_OWNERS.flatMap(({ service, role }) => {
      const column = table === `${QUEUE_SCHEMA}.job_dependency` ? 'parent_queue' : 'queue';
      const condition = `(${column} = ANY ('{${SERVICE_QUEUES[service].join(',')}}'::text[]))`;
      const found = existing.find((policy) => policy.table === table && policy.role === role);
      if (found?.condition === condition) return [];
      return [
        `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
        `DROP POLICY IF EXISTS ${role} ON ${table}`,
        `CREATE POLICY ${role} ON ${table} TO ${role} USING ${condition}`,
      ];
    }),
  );
  return { rights, policies };
}
