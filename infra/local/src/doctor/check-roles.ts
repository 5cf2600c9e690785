import { OWNERS, QUEUE_ROLE, READ_GRANTS } from '@clearwatch/infra-postgres/owners';
import { addressFor, ROLE_NAMES, type RolePasswords } from '@clearwatch/infra-postgres/role-address';
import { Client } from 'pg';
import { type Finding, well, wrong } from './finding.ts';

const CONNECT_WITHIN_MS = 5_000;
const PUT_RIGHT =
  'Start Clearwatch once (in containers: docker compose up migrate); it puts roles and grants right.';
const OUTSIDE = ['sessions', 'auth', 'ledger', 'analytics', 'reports', 'queue'];

/** Whether each service can sign in to the database, may what it must, and nothing else. */
export async function checkRoles(
  client: Client,
  { ownerUrl, passwords }: { ownerUrl: string; passwords: RolePasswords },
): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string; mighty: boolean }>(
    'SELECT rolname AS name, rolsuper OR rolcreaterole OR rolcreatedb OR rolbypassrls AS mighty FROM pg_roles WHERE rolname = ANY($1)',
    [ROLE_NAMES],
  );
  const missing = ROLE_NAMES.filter((role) => !rows.some(({ name }) => name === role));
  if (missing.length > 0) return [wrong('roles', `the database has no ${missing.join(', ')}`, PUT_RIGHT)];
  const findings = [
    ...rows
      .filter(({ mighty }) => mighty)
      .map(({ name }) =>
        wrong(
          'roles',
          `${name} may manage the server`,
          `ALTER ROLE ${name} NOSUPERUSER NOCREATEROLE NOCREATEDB NOBYPASSRLS`,
        ),
      ),
    ...(await signInFindings(ownerUrl, passwords)),
    ...(await grantFindings(client)),
  ];
  return findings.length > 0
    ? findings
    : [well('roles', 'each can sign in and may what it must, and no more')];
}

async function signInFindings(ownerUrl: string, passwords: RolePasswords): Promise<Finding[]> {
  const failures = await Promise.all(
    ROLE_NAMES.map(async (role) => {
      const asRole = new Client({
        connectionString: addressFor(ownerUrl, role, passwords),
        connectionTimeoutMillis: CONNECT_WITHIN_MS,
      });
      try {
        await asRole.connect();
        return null;
      } catch (error) {
        return wrong(
          'roles',
          `${role} cannot sign in: ${error instanceof Error ? error.message : String(error)}`,
          PUT_RIGHT,
        );
      } finally {
        await asRole.end().catch(() => undefined);
      }
    }),
  );
  return failures.filter((finding) => finding !== null);
}

interface Relation {
  schema: string;
  name: string;
}

async function grantFindings(client: Client): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { schema, role } of [...OWNERS, { schema: 'queue', role: QUEUE_ROLE }]) {
    const unreadable = await relationsWhere(
      client,
      "n.nspname = $2 AND c.relname <> 'migrations' AND NOT has_table_privilege($1, c.oid, 'SELECT')",
      [role, schema],
    );
    const writable = await relationsWhere(
      client,
      "n.nspname <> $2 AND has_table_privilege($1, c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')",
      [role, schema],
    );
    if (unreadable.length > 0)
      findings.push(wrong('grants', `${role} may not read its own ${unreadable.join(', ')}`, PUT_RIGHT));
    if (writable.length > 0)
      findings.push(
        wrong('grants', `${role} may write ${writable.join(', ')}, which is another's`, PUT_RIGHT),
      );
  }
  return [...findings, ...(await readGrantFindings(client))];
}

async function relationsWhere(
  client: Client,
  condition: string,
  values: [string, string],
): Promise<string[]> {
  const { rows } = await client.query<Relation>(
    `SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p', 'v', 'm') AND n.nspname = ANY($3) AND ${condition} ORDER BY 1, 2`,
    [...values, OUTSIDE],
  );
  return rows.map(({ schema, name }) => `${schema}.${name}`);
}

async function readGrantFindings(client: Client): Promise<Finding[]> {
  const wanted = READ_GRANTS.map(({ reader, relation }) => ({
    role: OWNERS.find(({ service }) => service === reader)?.role ?? '',
    relation,
  }));
  const { rows } = await client.query<{ role: string; relation: string }>(
    `SELECT role, relation FROM unnest($1::text[], $2::text[]) AS wanted(role, relation)
     WHERE to_regclass(relation) IS NOT NULL AND NOT has_table_privilege(role, relation, 'SELECT')`,
    [wanted.map(({ role }) => role), wanted.map(({ relation }) => relation)],
  );
  return rows.map(({ role, relation }) => wrong('grants', `${role} may not read ${relation}`, PUT_RIGHT));
}
