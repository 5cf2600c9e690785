import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { BACKUP_OVERDUE_HOURS, type BackupStatus } from '@clearwatch/contracts/system-status.dto';
import { LAST_BACKUP_SQL, toBackupStatus } from '@clearwatch/gateway/system/last-backup';
import { MIGRATIONS_OF } from '@clearwatch/infra-postgres/prepare-database';
import {
  QUEUE_ROLE,
  READ_GRANTS,
  ROLE_NAMES,
  type RolePasswords,
  roleDatabaseUrl,
  SCHEMA_OWNERS,
} from '@clearwatch/infra-postgres/schema-owners';
import { Client } from 'pg';
import { PROJECT_ROOT } from '../project-root.ts';
import { type DoctorFinding, noteFinding, okFinding, problemFinding } from './doctor-finding.ts';

/** Walks the audit log as `npm run audit:verify` does, up to its head. */
export async function checkAudit(options: {
  ownerUrl: string;
  passwords: RolePasswords;
  auditKeys: string;
}): Promise<DoctorFinding[]> {
  const program = join(PROJECT_ROOT, 'services', 'auth', 'dist', 'commands', 'verify-audit.js');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: roleDatabaseUrl(options.ownerUrl, 'clearwatch_auth', options.passwords),
      AUDIT_KEYS: options.auditKeys,
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  const lines = said.trim().split('\n');
  if (code === 0) return [okFinding('audit log', lines.join(' '))];
  return [
    problemFinding(
      'audit log',
      lines.join(' '),
      'docs/how-to/verify-the-audit-log.md says what to do with a log that is broken.',
    ),
  ];
}

const BACKUP_SUBJECT = 'backup';
const BACKUP_GUIDE = 'docs/how-to/back-up-and-restore.md shows how one is made every night.';
const DAY_MS = 86_400_000;

/** How long ago the last backup was made. Where it is, and that it is still there, only its operator knows. */
export async function checkBackups(client: Client): Promise<DoctorFinding[]> {
  const { rows } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('sessions.backups') IS NOT NULL AS there",
  );
  // A schema that is behind has a finding of its own.
  if (rows[0]?.there !== true) return [];
  const { rows: told } = await client.query<Record<string, unknown>>(LAST_BACKUP_SQL);
  return told.map((row) => backupFinding(toBackupStatus(row), new Date()));
}

export function backupFinding({ last, isOverdue }: BackupStatus, asOf: Date): DoctorFinding {
  if (last === null) {
    return isOverdue
      ? problemFinding(BACKUP_SUBJECT, 'none was ever made', BACKUP_GUIDE)
      : noteFinding(BACKUP_SUBJECT, 'none was made yet', BACKUP_GUIDE);
  }
  const days = Math.floor((asOf.getTime() - Date.parse(last.at)) / DAY_MS);
  const ago = days === 0 ? 'less than a day' : `${days} ${days === 1 ? 'day' : 'days'}`;
  const says = `the last was made ${ago} ago (${(last.bytes / 1e6).toFixed(1)} MB, key ${last.keyId})`;
  if (isOverdue)
    return problemFinding(
      BACKUP_SUBJECT,
      `${says}; ${BACKUP_OVERDUE_HOURS} hours are the limit`,
      BACKUP_GUIDE,
    );
  return last.missingFiles === 0
    ? okFinding(BACKUP_SUBJECT, says)
    : problemFinding(
        BACKUP_SUBJECT,
        `${says}, without ${last.missingFiles} uploaded files that are missing or damaged`,
        'What npm run backup says names them: put them back from an earlier backup.',
      );
}

const [NOTICEABLE_SKEW_MS, HARMFUL_SKEW_MS] = [2_000, 30_000];

/** Whether the database's clock agrees with that of this machine. */
async function checkClock(client: Client): Promise<DoctorFinding> {
  const before = Date.now();
  const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  // The answer was given somewhere between the two: the middle errs by half of the way at most.
  const here = (before + Date.now()) / 2;
  return clockSkewFinding(Math.round((rows[0]?.now.getTime() ?? here) - here));
}

export function clockSkewFinding(skewMs: number): DoctorFinding {
  const size = Math.abs(skewMs);
  const says = `the database's clock is ${(size / 1_000).toFixed(1)} s ${skewMs < 0 ? 'behind' : 'ahead of'} this machine's`;
  const remedy =
    'Have both set their clocks by NTP: codes of authenticator apps, locks and sessions go by them.';
  if (size < NOTICEABLE_SKEW_MS) return okFinding('clock', 'agrees with that of the database');
  return size < HARMFUL_SKEW_MS ? noteFinding('clock', says, remedy) : problemFinding('clock', says, remedy);
}

/** The major version that is embedded, in the compose file, and tested. */
const TESTED_MAJOR = 18;
const START_TO_MIGRATE =
  'Start Clearwatch once (in containers: docker compose up migrate); it brings the database up to date.';

/** Version, clock and migrations of the database; asks only. */
export async function checkDatabase(client: Client): Promise<DoctorFinding[]> {
  return [await versionFinding(client), await checkClock(client), ...(await migrationFindings(client))];
}

async function versionFinding(client: Client): Promise<DoctorFinding> {
  const { rows } = await client.query<{ version: string }>(
    "SELECT current_setting('server_version') AS version",
  );
  const version = rows[0]?.version ?? '';
  return Number.parseInt(version, 10) === TESTED_MAJOR
    ? okFinding('database', `PostgreSQL ${version} answers`)
    : noteFinding('database', `PostgreSQL ${version} answers; Clearwatch is tested with ${TESTED_MAJOR}`);
}

async function migrationFindings(client: Client): Promise<DoctorFinding[]> {
  const findings: DoctorFinding[] = [];
  for (const { schema, service } of SCHEMA_OWNERS) {
    const known = MIGRATIONS_OF[service].map((Migration) => new Migration().name ?? Migration.name);
    const done = await namesIn(client, schema);
    const behind = known.filter((name) => !done.includes(name));
    const ahead = done.filter((name) => !known.includes(name));
    if (behind.length > 0)
      findings.push(
        problemFinding(
          'migrations',
          `schema ${schema} lacks ${behind.length}: ${behind.join(', ')}`,
          START_TO_MIGRATE,
        ),
      );
    if (ahead.length > 0)
      findings.push(
        problemFinding(
          'migrations',
          `schema ${schema} has ${ahead.length} of another version: ${ahead.join(', ')}`,
          'Run the version that made them; an older one must not work on this database.',
        ),
      );
  }
  return findings.length > 0
    ? findings
    : [okFinding('migrations', 'every schema is as this version wants it')];
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

const CONNECT_WITHIN_MS = 5_000;
const RESTART_TO_REPAIR =
  'Start Clearwatch once (in containers: docker compose up migrate); it puts roles and grants right.';
const CHECKED_SCHEMAS = ['sessions', 'auth', 'ledger', 'analytics', 'reports', 'queue'];

/** Whether each service can sign in to the database, may what it must, and nothing else. */
export async function checkRoles(
  client: Client,
  { ownerUrl, passwords }: { ownerUrl: string; passwords: RolePasswords },
): Promise<DoctorFinding[]> {
  const { rows } = await client.query<{ name: string; mighty: boolean }>(
    'SELECT rolname AS name, rolsuper OR rolcreaterole OR rolcreatedb OR rolbypassrls AS mighty FROM pg_roles WHERE rolname = ANY($1)',
    [ROLE_NAMES],
  );
  const missing = ROLE_NAMES.filter((role) => !rows.some(({ name }) => name === role));
  if (missing.length > 0)
    return [problemFinding('roles', `the database has no ${missing.join(', ')}`, RESTART_TO_REPAIR)];
  const findings = [
    ...rows
      .filter(({ mighty }) => mighty)
      .map(({ name }) =>
        problemFinding(
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
    : [okFinding('roles', 'each can sign in and may what it must, and no more')];
}

async function signInFindings(ownerUrl: string, passwords: RolePasswords): Promise<DoctorFinding[]> {
  const failures = await Promise.all(
    ROLE_NAMES.map(async (role) => {
      const asRole = new Client({
        connectionString: roleDatabaseUrl(ownerUrl, role, passwords),
        connectionTimeoutMillis: CONNECT_WITHIN_MS,
      });
      try {
        await asRole.connect();
        return null;
      } catch (error) {
        return problemFinding(
          'roles',
          `${role} cannot sign in: ${error instanceof Error ? error.message : String(error)}`,
          RESTART_TO_REPAIR,
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

async function grantFindings(client: Client): Promise<DoctorFinding[]> {
  const findings: DoctorFinding[] = [];
  for (const { schema, role } of [...SCHEMA_OWNERS, { schema: 'queue', role: QUEUE_ROLE }]) {
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
      findings.push(
        problemFinding('grants', `${role} may not read its own ${unreadable.join(', ')}`, RESTART_TO_REPAIR),
      );
    if (writable.length > 0)
      findings.push(
        problemFinding(
          'grants',
          `${role} may write ${writable.join(', ')}, which is another's`,
          RESTART_TO_REPAIR,
        ),
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
    [...values, CHECKED_SCHEMAS],
  );
  return rows.map(({ schema, name }) => `${schema}.${name}`);
}

async function readGrantFindings(client: Client): Promise<DoctorFinding[]> {
  const wanted = READ_GRANTS.map(({ reader, relation }) => ({
    role: SCHEMA_OWNERS.find(({ service }) => service === reader)?.role ?? '',
    relation,
  }));
  const { rows } = await client.query<{ role: string; relation: string }>(
    `SELECT role, relation FROM unnest($1::text[], $2::text[]) AS wanted(role, relation)
     WHERE to_regclass(relation) IS NOT NULL AND NOT has_table_privilege(role, relation, 'SELECT')`,
    [wanted.map(({ role }) => role), wanted.map(({ relation }) => relation)],
  );
  return rows.map(({ role, relation }) =>
    problemFinding('grants', `${role} may not read ${relation}`, RESTART_TO_REPAIR),
  );
}
