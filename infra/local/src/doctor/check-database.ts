import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { BACKUP_OVERDUE_HOURS, type BackupStatus } from '@clearwatch/contracts/system-status.dto';
import { LAST_BACKUP_SQL, toBackupStatus } from '@clearwatch/gateway/system/last-backup';
import { MIGRATIONS_OF } from '@clearwatch/infra-postgres/prepare-database';
import {
  READ_GRANTS,
  ROLE_NAMES,
  type RolePasswords,
  roleDatabaseUrl,
  SCHEMA_OWNERS,
} from '@clearwatch/infra-postgres/schema-owners';
import { hasRows, queryTexts } from '@clearwatch/service-kit/database/query-rows';
import { Client } from 'pg';
import { PROJECT_ROOT } from '../project-root.ts';
import { about, type DoctorFinding } from './doctor-finding.ts';

export function checkAudit(options: { ownerUrl: string; passwords: RolePasswords; auditKeys: string }) {
  const program = join(PROJECT_ROOT, 'services', 'auth', 'dist', 'commands', 'verify-audit.js');
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: roleDatabaseUrl(options.ownerUrl, 'clearwatch_auth', options.passwords),
    AUDIT_KEYS: options.auditKeys,
  };
  const args = ['--disable-warning=ExperimentalWarning', program];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
  const { ok, problem } = about('audit log');
  const result = `${stdout}${stderr}`.trim().split('\n').join(' ');
  const remedy = 'docs/how-to/verify-the-audit-log.md explains what to do if the log is broken.';
  return [status === 0 ? ok(result) : problem(result, remedy)];
}

const BACKUP_GUIDE = 'docs/how-to/back-up-and-restore.md shows how to schedule a nightly backup.';
const DAY_MS = 86_400_000;

export async function checkBackups(client: Client): Promise<DoctorFinding[]> {
  // Missing migrations have their own finding.
  if (!(await hasTable(client, 'sessions.backups'))) return [];
  const { rows } = await client.query<Record<string, unknown>>(LAST_BACKUP_SQL);
  return rows.map((row) => backupFinding(toBackupStatus(row), new Date()));
}

export function backupFinding({ last, isOverdue }: BackupStatus, asOf: Date): DoctorFinding {
  const { ok, note, problem } = about('backup');
  if (last === null)
    return isOverdue
      ? problem('no backup yet, although backups are expected', BACKUP_GUIDE)
      : note('no backup yet', BACKUP_GUIDE);
  const days = Math.floor((asOf.getTime() - Date.parse(last.at)) / DAY_MS);
  const ago = days === 0 ? 'less than a day' : `${days} ${days === 1 ? 'day' : 'days'}`;
  const summary = `last backup ${ago} ago (${(last.bytes / 1e6).toFixed(1)} MB, key ${last.keyId})`;
  if (isOverdue) return problem(`${summary}; ${BACKUP_OVERDUE_HOURS} hours is the limit`, BACKUP_GUIDE);
  if (last.missingFiles === 0) return ok(summary);
  const missing = `without uploaded files that are missing or damaged (${last.missingFiles})`;
  const remedy = 'Run npm run backup to list them, then restore them from an earlier backup.';
  return problem(`${summary}, ${missing}`, remedy);
}

const [NOTICEABLE_SKEW_MS, HARMFUL_SKEW_MS] = [2_000, 30_000];

async function checkClock(client: Client): Promise<DoctorFinding> {
  const before = Date.now();
  const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  // The error is at most half of the round-trip time.
  const here = (before + Date.now()) / 2;
  return clockSkewFinding(Math.round((rows[0]?.now.getTime() ?? here) - here));
}

export function clockSkewFinding(skewMs: number): DoctorFinding {
  const { ok, note, problem } = about('clock');
  const size = Math.abs(skewMs);
  const summary = `the database clock is ${(size / 1_000).toFixed(1)} s ${skewMs < 0 ? 'behind' : 'ahead of'} this machine's clock`;
  const remedy = 'Synchronize both clocks with NTP: two-factor codes, locks and sessions depend on them.';
  if (size < NOTICEABLE_SKEW_MS) return ok('agrees with the database clock');
  return size < HARMFUL_SKEW_MS ? note(summary, remedy) : problem(summary, remedy);
}

/** The embedded version, which the compose file also uses and the tests cover. */
const TESTED_MAJOR = 18;
const START_TO_MIGRATE = 'Start Clearwatch once (in containers: docker compose up migrate) to update the database.';

const RUN_NEWER_VERSION = 'Run the version that created them. Do not use an older version with this database.';

export async function checkDatabase(client: Client): Promise<DoctorFinding[]> {
  const { ok, note } = about('database');
  const [version = ''] = await queryTexts(client, "SELECT current_setting('server_version')");
  const answer = `PostgreSQL ${version} responds`;
  const isTested = Number.parseInt(version, 10) === TESTED_MAJOR;
  return [
    isTested ? ok(answer) : note(`${answer}; Clearwatch is tested with ${TESTED_MAJOR}`),
    await checkClock(client),
    ...(await migrationFindings(client)),
  ];
}

async function migrationFindings(client: Client): Promise<DoctorFinding[]> {
  const { ok, problem } = about('migrations');
  const findings: DoctorFinding[] = [];
  const migrations = ({ length }: string[]) => `${length} ${length === 1 ? 'migration' : 'migrations'}`;
  for (const { schema, service } of SCHEMA_OWNERS) {
    const known = MIGRATIONS_OF[service].map((Migration) => new Migration().name ?? Migration.name);
    const done = (await hasTable(client, `${schema}.migrations`))
      ? await queryTexts(client, `SELECT name FROM ${schema}.migrations ORDER BY id`)
      : [];
    const behind = known.filter((name) => !done.includes(name));
    const ahead = done.filter((name) => !known.includes(name));
    const lacks = `schema ${schema} lacks ${migrations(behind)}: ${behind.join(', ')}`;
    const has = `schema ${schema} has ${migrations(ahead)} from another version: ${ahead.join(', ')}`;
    if (behind.length > 0) findings.push(problem(lacks, START_TO_MIGRATE));
    if (ahead.length > 0) findings.push(problem(has, RUN_NEWER_VERSION));
  }
  return findings.length > 0 ? findings : [ok('every schema matches this version')];
}

const CONNECT_WITHIN_MS = 5_000;
const RESTART_TO_REPAIR =
  'Start Clearwatch once (in containers: docker compose up migrate) to repair roles and grants.';
/** Without the queues, which all services use. */
const CHECKED_SCHEMAS = ['sessions', 'auth', 'ledger', 'analytics', 'reports'];

const ROLES_WHERE = 'SELECT rolname::text FROM pg_roles WHERE rolname = ANY($1)';
const IS_MIGHTY = 'rolsuper OR rolcreaterole OR rolcreatedb OR rolbypassrls';

const roles = about('roles');
const grants = about('grants');

export async function checkRoles(
  client: Client,
  { ownerUrl, passwords }: { ownerUrl: string; passwords: RolePasswords },
): Promise<DoctorFinding[]> {
  const existing = await queryTexts(client, ROLES_WHERE, [ROLE_NAMES]);
  const missing = ROLE_NAMES.filter((role) => !existing.includes(role));
  if (missing.length > 0) return [roles.problem(`missing from the database: ${missing.join(', ')}`, RESTART_TO_REPAIR)];
  const mighty = await queryTexts(client, `${ROLES_WHERE} AND (${IS_MIGHTY})`, [ROLE_NAMES]);
  const signIns = ROLE_NAMES.map((role) => signInFindings(role, roleDatabaseUrl(ownerUrl, role, passwords)));
  const demote = (name: string) => `ALTER ROLE ${name} NOSUPERUSER NOCREATEROLE NOCREATEDB NOBYPASSRLS`;
  const findings = [
    ...mighty.map((name) => roles.problem(`${name} has administrator rights on the server`, demote(name))),
    ...(await Promise.all(signIns)).flat(),
    ...(await grantFindings(client)),
  ];
  return findings.length > 0 ? findings : [roles.ok('every role can sign in and has exactly the permissions it needs')];
}

async function signInFindings(role: string, connectionString: string): Promise<DoctorFinding[]> {
  const asRole = new Client({ connectionString, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  try {
    await asRole.connect();
    return [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [roles.problem(`${role} cannot sign in: ${reason}`, RESTART_TO_REPAIR)];
  } finally {
    await asRole.end().catch(() => undefined);
  }
}

const OWN_UNREADABLE = "n.nspname = $2 AND c.relname <> 'migrations' AND NOT has_table_privilege($1, c.oid, 'SELECT')";
const WRITABLE = "has_table_privilege($1, c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')";
const OTHERS_WRITABLE = `n.nspname <> $2 AND c.relkind <> 'v' AND ${WRITABLE}`;
/** A view writes with the rights of its owner. */
const VIEWS_WRITABLE = `$2::text IS NOT NULL AND c.relkind = 'v' AND ${WRITABLE}`;

async function grantFindings(client: Client): Promise<DoctorFinding[]> {
  const problems: string[] = [];
  for (const { schema, role } of SCHEMA_OWNERS) {
    const values = [role, schema, CHECKED_SCHEMAS];
    const unreadable = await queryTexts(client, `${RELATIONS_WHERE} ${OWN_UNREADABLE} ${BY_NAME}`, values);
    const writable = await queryTexts(client, `${RELATIONS_WHERE} ${OTHERS_WRITABLE} ${BY_NAME}`, values);
    const views = await queryTexts(client, `${RELATIONS_WHERE} ${VIEWS_WRITABLE} ${BY_NAME}`, values);
    if (unreadable.length > 0) problems.push(`${role} cannot read its own tables ${unreadable.join(', ')}`);
    if (views.length > 0) problems.push(`${role} can write through the views ${views.join(', ')}`);
    if (writable.length > 0) problems.push(`${role} can write to other services' tables: ${writable.join(', ')}`);
  }
  const missing = await queryTexts(
    client,
    `SELECT role || ' cannot read ' || relation FROM unnest($1::text[], $2::text[]) AS wanted(role, relation)
     WHERE to_regclass(relation) IS NOT NULL AND NOT has_table_privilege(role, relation, 'SELECT')`,
    [READ_GRANTS.map(({ role }) => role), READ_GRANTS.map(({ relation }) => relation)],
  );
  return [...problems, ...missing].map((problem) => grants.problem(problem, RESTART_TO_REPAIR));
}

const RELATIONS_WHERE = `
  SELECT n.nspname || '.' || c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE c.relkind IN ('r', 'p', 'v', 'm') AND n.nspname = ANY($3) AND`;
const BY_NAME = 'ORDER BY n.nspname, c.relname';

export const hasTable = (client: Client, name: string): Promise<boolean> =>
  hasRows(client, 'SELECT WHERE to_regclass($1) IS NOT NULL', [name]);
