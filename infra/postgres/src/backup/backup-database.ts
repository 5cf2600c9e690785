import { queryTexts } from '@clearwatch/service-kit/database/query-rows';
import { Client, type ClientBase } from 'pg';
import { RESTORING } from '../prepare-database.ts';
import { SCHEMA_OWNERS, withClient } from '../schema-owners.ts';

/** The schema of the queues is rebuilt from the tables. */
export const SCHEMAS: readonly string[] = SCHEMA_OWNERS.map(({ schema }) => schema);

export const EXCLUDED_TABLES: Readonly<Record<string, string>> = {
  'sessions.sessions':
    'a restored session would let in whoever has kept its cookie; everybody signs in again',
  'sessions.rate_limits': 'counts of the last minutes',
  'sessions.backups': 'backups of the original: what is restored has none of its own yet',
  'sessions.backups_awaited': 'counted anew from the restore on',
  ...Object.fromEntries(
    SCHEMAS.map((schema) => [`${schema}.migrations`, 'written by the migrations that make the tables']),
  ),
};

const OWNED_SCHEMAS = [...SCHEMAS, 'queue', RESTORING];

/** Marks a database as being restored, so that no service starts on an incomplete one. */
export async function claimEmptyDatabase(ownerUrl: string): Promise<void> {
  await withOwnerClient(ownerUrl, async (client) => {
    const existing = await queryTexts(
      client,
      'SELECT nspname FROM pg_namespace WHERE nspname = ANY ($1) ORDER BY 1',
      [OWNED_SCHEMAS],
    );
    if (existing.length > 0) {
      throw new Error(
        `The database is not empty (it has ${existing.join(', ')}): nothing was changed. Restore into an ` +
          'empty one: CREATE DATABASE and another DATABASE_URL, or in containers another COMPOSE_PROJECT_NAME.',
      );
    }
    // Fails for the second of two concurrent restores.
    await client.query(`CREATE SCHEMA ${RESTORING}`);
  });
}

export const releaseDatabase = (ownerUrl: string) => runAsOwner(ownerUrl, `DROP SCHEMA ${RESTORING}`);

export const dropRestored = (ownerUrl: string) =>
  runAsOwner(ownerUrl, `DROP SCHEMA IF EXISTS ${OWNED_SCHEMAS.join(', ')} CASCADE`);

/** Updates planner statistics and completes bulk-loaded indexes; a restored installation would otherwise be slow at first. */
export const vacuumRestored = (ownerUrl: string) => runAsOwner(ownerUrl, 'VACUUM (ANALYZE)');

const withOwnerClient = <T>(ownerUrl: string, work: (client: Client) => Promise<T>): Promise<T> =>
  withClient(ownerUrl, work, 'clearwatch-restore');
const runAsOwner = (ownerUrl: string, sql: string) =>
  withOwnerClient(ownerUrl, (client) => client.query(sql));

/** A session without time limits and with fixed output formats: rows must be equal byte for byte after a restore. */
export async function openBackupSession(ownerUrl: string, purpose: string): Promise<Client> {
  const client = new Client({ connectionString: ownerUrl, application_name: `clearwatch-${purpose}` });
  // The running statement fails as well; an unhandled event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(SESSION_SETTINGS);
  return client;
}

/** Synchronized scans would change the order of rows, which is part of the comparison. */
const SESSION_SETTINGS = `
  SET client_encoding = 'UTF8';
  SET timezone = 'UTC';
  SET datestyle = 'ISO, MDY';
  SET intervalstyle = 'postgres';
  SET extra_float_digits = 1;
  SET bytea_output = 'hex';
  SET synchronize_seqscans = off;
  SET statement_timeout = 0;
  SET lock_timeout = 0;
  SET idle_in_transaction_session_timeout = 0;
  SET row_security = off`;

/** Counts and sums in cents that people compare before and after. */
export type Totals = Record<string, { count: string; credits?: string; debits?: string }>;

const COUNTED_TABLES: Readonly<Record<string, string>> = {
  entries: `SELECT count(*) AS count,
      coalesce(sum(amount) FILTER (WHERE transaction_type = 'Credit'), 0) AS credits,
      coalesce(sum(amount) FILTER (WHERE transaction_type = 'Debit'), 0) AS debits FROM ledger.transactions`,
  members: `SELECT count(*) AS count, coalesce(sum(total_credits), 0) AS credits,
      coalesce(sum(total_debits), 0) AS debits FROM ledger.members`,
  imports: 'SELECT count(*) AS count FROM ledger.imports',
  documents: 'SELECT count(*) AS count FROM ledger.parse_jobs',
  alerts: 'SELECT count(*) AS count FROM analytics.unusual_activities',
  reports: 'SELECT count(*) AS count FROM reports.ai_reports',
  users: 'SELECT count(*) AS count FROM auth.users',
  'audit events': 'SELECT count(*) AS count FROM auth.audit_events',
};

export async function totalsOf(client: ClientBase): Promise<Totals> {
  const totals: Totals = {};
  for (const [what, sql] of Object.entries(COUNTED_TABLES)) {
    const { rows } = await client.query<Totals[string]>(sql);
    for (const { count, credits, debits } of rows)
      totals[what] =
        credits === undefined || debits === undefined
          ? { count }
          : { count, credits: cents(credits), debits: cents(debits) };
  }
  return totals;
}

/** Without a JavaScript number, which large ledgers exceed. */
function cents(decimal: string): string {
  const [dollars = '0', fraction = ''] = decimal.split('.');
  return String(BigInt(`${dollars}${fraction.padEnd(2, '0')}`));
}

/** `<number>:<hash>`. */
export async function auditHeadOf(client: ClientBase): Promise<string | null> {
  const sql = `SELECT seq || ':' || hash FROM auth.audit_events ORDER BY seq DESC LIMIT 1`;
  return (await queryTexts(client, sql))[0] ?? null;
}
