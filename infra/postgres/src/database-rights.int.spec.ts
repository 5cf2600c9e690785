import { AnalyticsEnvironment } from '@clearwatch/analytics/analytics-environment';
import { defineAnalytics } from '@clearwatch/analytics/analytics-service-definition';
import { AuthEnvironment } from '@clearwatch/auth/auth-environment';
import { authServiceDefinition } from '@clearwatch/auth/auth-service-definition';
import { IngestEnvironment } from '@clearwatch/ingest/ingest-environment';
import { defineIngest } from '@clearwatch/ingest/ingest-service-definition';
import { ReportsEnvironment } from '@clearwatch/reports/reports-environment';
import { defineReports } from '@clearwatch/reports/reports-service-definition';
import { queryTexts } from '@clearwatch/service-kit/database/query-rows';
import { Client } from 'pg';
import { prepareDatabase } from './prepare-database.ts';
import {
  OBJECT_OWNER,
  ROLE_NAMES,
  SCHEMA_OWNERS,
  type SchemaOwner,
  SERVICE_QUEUES,
  WITHOUT_BARRIER,
} from './schema-owners.ts';
import { ALLOWED_RIGHTS } from './testing/allowed-rights.ts';
import { createTestDatabase, TEST_PASSWORDS, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;
let owner: Client;
const connections: Client[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  owner = await connect(database.ownerUrl);
});
afterAll(async () => {
  for (const connection of connections) await connection.end().catch(() => undefined);
  await database.drop();
});

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  connections.push(client);
  return client;
}

const urlOf = (role: string): string => {
  const service = SCHEMA_OWNERS.find((known) => known.role === role)?.service;
  if (service === undefined) throw new Error(`${role} belongs to no service`);
  return database.urlFor(service);
};

/** Relations, functions and schemas of this database; extensions bring their own. */
const OURS = `nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast') AND nspname NOT LIKE 'pg\\_%'
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = o.oid AND d.deptype = 'e')`;

const VERBS = {
  S: 'SELECT',
  I: 'INSERT',
  U: 'UPDATE',
  D: 'DELETE',
  T: 'TRUNCATE',
  R: 'REFERENCES',
  G: 'TRIGGER',
  M: 'MAINTAIN',
};

/** One line per object with everything that each role may do, through PUBLIC and other roles too. */
async function rightsIn(client: Client): Promise<string[]> {
  const verbs = Object.entries(VERBS).map(([letter, verb]) => {
    const onColumn = ['S', 'I', 'U', 'R'].includes(letter)
      ? ` OR has_any_column_privilege(role, o.oid, '${verb}')`
      : '';
    return `CASE WHEN has_table_privilege(role, o.oid, '${verb}')${onColumn} THEN '${letter}' ELSE '' END`;
  });
  const may = (privilege: string, letter: string) => `CASE WHEN ${privilege} THEN '${letter}' ELSE '' END`;
  return queryTexts(
    client,
    `WITH roles AS (SELECT role, replace(role, 'clearwatch_', '') AS short FROM unnest($1::text[]) AS role),
     rights (object, short, verbs) AS (
       SELECT CASE relkind WHEN 'v' THEN 'view ' ELSE 'table ' END || nspname || '.' || relname, short, ${verbs.join(' || ')}
         FROM pg_class o JOIN pg_namespace n ON n.oid = relnamespace CROSS JOIN roles
        WHERE relkind IN ('r', 'p', 'v', 'm', 'f') AND ${OURS}
        UNION ALL
       SELECT 'sequence ' || nspname || '.' || relname, short,
              ${may(`has_sequence_privilege(role, o.oid, 'SELECT')`, 'S')} || ${may(`has_sequence_privilege(role, o.oid, 'USAGE')`, 'n')}
              || ${may(`has_sequence_privilege(role, o.oid, 'UPDATE')`, 'U')}
         FROM pg_class o JOIN pg_namespace n ON n.oid = relnamespace CROSS JOIN roles WHERE relkind = 'S' AND ${OURS}
        UNION ALL
       SELECT 'function ' || nspname || '.' || proname, short, ${may(`has_function_privilege(role, o.oid, 'EXECUTE')`, 'x')}
         FROM pg_proc o JOIN pg_namespace n ON n.oid = pronamespace CROSS JOIN roles WHERE ${OURS}
        UNION ALL
       SELECT 'schema ' || nspname, short,
              ${may(`has_schema_privilege(role, o.oid, 'USAGE')`, 'u')} || ${may(`has_schema_privilege(role, o.oid, 'CREATE')`, 'C')}
         FROM pg_namespace o CROSS JOIN roles WHERE ${OURS})
     SELECT object || ': ' || coalesce(string_agg(DISTINCT short || '=' || verbs, ' ' ORDER BY short || '=' || verbs)
              FILTER (WHERE verbs <> ''), 'none')
       FROM rights GROUP BY object ORDER BY object COLLATE "C"`,
    [ROLE_NAMES],
  );
}

describe('rights of the database roles', () => {
  it('each database role has exactly the listed rights on every table, view, sequence, function and schema [security 3.8]', async () => {
    expect(await rightsIn(owner)).toEqual(ALLOWED_RIGHTS);
  });

  it('no database role can write through a view, and every view that hides rows has a security barrier', async () => {
    const views = ALLOWED_RIGHTS.filter((line) => line.startsWith('view '));
    expect(views.length).toBeGreaterThan(4);
    const verbs = views.flatMap((line) => [...line.matchAll(/=(\w+)/g)].map(([, granted]) => granted));
    expect(new Set(verbs)).toEqual(new Set(['S']));
    const open = await queryTexts(
      owner,
      `SELECT o.oid::regclass::text FROM pg_class o JOIN pg_namespace n ON n.oid = relnamespace
        WHERE relkind = 'v' AND ${OURS} AND NOT coalesce('security_barrier=true' = ANY (reloptions), false)`,
    );
    expect(open.toSorted()).toEqual(Object.keys(WITHOUT_BARRIER).toSorted());
  });

  it('the objects of the services belong to a role that cannot sign in and has no rights of a superuser', async () => {
    const owners = await queryTexts(
      owner,
      `SELECT DISTINCT pg_get_userbyid(owner) FROM (
         SELECT relnamespace, relowner AS owner, oid FROM pg_class WHERE relkind <> 'i' UNION ALL
         SELECT pronamespace, proowner, oid FROM pg_proc UNION ALL
         SELECT oid, nspowner, oid FROM pg_namespace) o JOIN pg_namespace n ON n.oid = o.relnamespace
       WHERE nspname = ANY ($1)`,
      [[...SCHEMA_OWNERS.map(({ schema }) => schema), 'queue']],
    );
    expect(owners).toEqual([OBJECT_OWNER]);
    const { rows } = await owner.query(
      `SELECT rolsuper, rolcanlogin, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication FROM pg_roles
        WHERE rolname = $1`,
      [OBJECT_OWNER],
    );
    expect(new Set(Object.values(rows[0] as object))).toEqual(new Set([false]));
  });

  it('no database role is a superuser or a member of another role, and none can use up all connections', async () => {
    const { rows } = await owner.query(
      `SELECT rolname::text AS name, rolsuper OR rolcreaterole OR rolcreatedb OR rolbypassrls OR rolreplication AS mighty,
              (SELECT count(*)::integer FROM pg_auth_members WHERE member = r.oid) AS memberships,
              rolconnlimit BETWEEN 1 AND current_setting('max_connections')::integer / 2 AS limited
         FROM pg_roles r WHERE rolname = ANY ($1)`,
      [ROLE_NAMES],
    );
    expect(rows).toHaveLength(ROLE_NAMES.length);
    for (const row of rows) expect(row).toMatchObject({ mighty: false, memberships: 0, limited: true });
  });

  it('each service may use exactly the queues of the jobs that it works on or sends', () => {
    const definitions = [
      authServiceDefinition(new AuthEnvironment()),
      defineIngest(new IngestEnvironment()),
      defineAnalytics(new AnalyticsEnvironment()),
      defineReports(new ReportsEnvironment()),
    ];
    for (const { name, jobs } of definitions) {
      const used = new Set([...(jobs?.worksOn ?? []), ...(jobs?.sends ?? [])].map(({ queue }) => queue));
      expect([name, SERVICE_QUEUES[name as SchemaOwner['service']].toSorted()]).toEqual([name, [...used].toSorted()]);
    }
  });

  it('a function that an operator creates later is closed to every role', async () => {
    await owner.query('CREATE FUNCTION auth.later() RETURNS integer LANGUAGE sql SECURITY DEFINER RETURN 1');
    for (const role of ROLE_NAMES) {
      const client = await connect(urlOf(role));
      await expect(client.query('SELECT auth.later()')).rejects.toThrow(/permission denied/);
    }
    await owner.query('DROP FUNCTION auth.later');
  });
});

describe('attacks with the database roles', () => {
  const attempt = async (client: Client, sql: string): Promise<string> => {
    await client.query('BEGIN');
    try {
      await client.query(sql);
      return 'allowed';
    } catch (error) {
      return (error as { code: string }).code;
    } finally {
      await client.query('ROLLBACK');
    }
  };

  it.each(ROLE_NAMES)('%s cannot change rows through any view, and no table by TRUNCATE', async (role) => {
    const client = await connect(urlOf(role));
    const statements = await queryTexts(
      owner,
      `SELECT unnest(CASE relkind WHEN 'v' THEN ARRAY['DELETE FROM ', 'INSERT INTO '] ELSE ARRAY['TRUNCATE '] END)
                || o.oid::regclass
         FROM pg_class o JOIN pg_namespace n ON n.oid = relnamespace WHERE relkind IN ('r', 'v') AND ${OURS}`,
    );
    expect(statements.length).toBeGreaterThan(80);
    const answers: [string, string][] = [];
    for (const sql of statements)
      answers.push([sql, await attempt(client, sql.startsWith('INSERT') ? `${sql} DEFAULT VALUES` : sql)]);
    // 55000: this view can never be written.
    expect(answers.filter(([, code]) => !['42501', '55000'].includes(code))).toEqual([]);
  });

  it.each([
    'DELETE FROM auth.recorded_audit_events',
    'UPDATE auth.recorded_audit_events SET id = gen_random_uuid()',
    'DELETE FROM auth.audit_head',
    'TRUNCATE auth.audit_head',
    'ALTER TABLE auth.audit_head DISABLE TRIGGER ALL',
    'ALTER TABLE auth.audit_events OWNER TO clearwatch_auth',
    'DROP FUNCTION auth.check_audit_head CASCADE',
    'SET session_replication_role = replica',
    `SET ROLE ${OBJECT_OWNER}`,
    'SET SESSION AUTHORIZATION clearwatch_owner',
    `GRANT ${OBJECT_OWNER} TO clearwatch_auth`,
    'CREATE VIEW pg_temp.mine AS SELECT * FROM auth.audit_events; DELETE FROM pg_temp.mine',
    'CREATE FUNCTION auth.mine() RETURNS void LANGUAGE sql SECURITY DEFINER AS $$ DELETE FROM auth.audit_events $$',
    'DELETE FROM auth.locks',
    'TRUNCATE auth.locks',
  ])('the role of auth cannot erase the audit log: %s [security 5.13]', async (sql) => {
    const client = await connect(database.urlFor('auth'));
    expect(await attempt(client, sql)).toBe('42501');
  });

  it('the role of auth can neither set the head of the audit log back nor invent one', async () => {
    const event = (seq: number) => `
      INSERT INTO auth.audit_events
      VALUES (${seq}, gen_random_uuid(), now(), '2026-03-01', 1, 'x', 'x', null, null, 'x', 'x', null, null, '{}', 'x', 'x', 'h${seq}')`;
    const head = (seq: number, hash = `h${seq}`) =>
      `INSERT INTO auth.audit_head (seq, hash, recorded_at, key_id, mac) VALUES (${seq}, '${hash}', '2026-03-01', 'x', 'x')
       ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, hash = excluded.hash`;
    const client = await connect(database.urlFor('auth'));
    await client.query(`${event(1)}; ${head(1)}; ${event(2)}; ${head(2)}`);
    await expect(client.query(head(1))).rejects.toThrow(/must be its newest event/);
    await expect(client.query(head(2, 'other'))).rejects.toThrow(/must be its newest event/);
    await expect(client.query(head(2))).rejects.toThrow(/only moves forward/);
    await expect(client.query(head(3))).rejects.toThrow(/must be its newest event/);
    await expect(client.query('UPDATE auth.audit_head SET seq = 1')).rejects.toThrow(/only moves forward/);
    await client.query(`${event(3)}; ${head(3)}`);
  });

  it('a role that holds the advisory lock of migrations is disconnected by the next start', async () => {
    const blocker = await connect(database.urlFor('reports'));
    await blocker.query('SELECT pg_advisory_lock(7204615001)');
    await prepareDatabase(database.ownerUrl, TEST_PASSWORDS);
    await expect(blocker.query('SELECT 1')).rejects.toThrow(/terminated|not queryable|connection error/i);
  });
});
