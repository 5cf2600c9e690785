import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hasRows, queryTexts, type ReadRow, RowReader } from '@clearwatch/service-kit/database/query-rows';
import { Client, type ClientBase } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { MIGRATIONS_OF, RESTORING } from '../prepare-database.ts';
import { SCHEMA_OWNERS, withClient } from '../schema-owners.ts';
import { chunksOf } from './archive-encryption.ts';
import type { EntryTail, Manifest, Sequence, Totals } from './archive-entries.ts';

/** Without the queue schema, which is rebuilt from the tables. */
export const SCHEMAS: readonly string[] = SCHEMA_OWNERS.map(({ schema }) => schema);

export const EXCLUDED_TABLES: Readonly<Record<string, string>> = {
  'sessions.sessions': 'a restored session would admit anyone who still has its cookie; all users must sign in again',
  'sessions.rate_limits': 'counters for the last few minutes',
  'sessions.backups': 'backups of the original installation; the restored one has no backup yet',
  'sessions.backups_awaited': 'the time limit for the next backup starts with the restore',
  ...Object.fromEntries(
    SCHEMAS.map((schema) => [`${schema}.migrations`, 'written by the migrations that create the tables']),
  ),
};

const OWNED_SCHEMAS = [...SCHEMAS, 'queue', RESTORING];

/** Marks a database as being restored so that no service starts on an incomplete one. */
export async function claimEmptyDatabase(ownerUrl: string): Promise<void> {
  const sql = 'SELECT nspname FROM pg_namespace WHERE nspname = ANY ($1) ORDER BY 1';
  const list = (client: Client) => queryTexts(client, sql, [OWNED_SCHEMAS]);
  const existing = await withClient(ownerUrl, list, 'clearwatch-restore');
  if (existing.length > 0)
    throw new Error(
      `The database is not empty (it has ${existing.join(', ')}); nothing was changed. Restore into an ` +
        'empty database: use CREATE DATABASE and a new DATABASE_URL, or in containers a new COMPOSE_PROJECT_NAME.',
    );
  // Fails for the second of two concurrent restores.
  await runAsOwner(ownerUrl, `CREATE SCHEMA ${RESTORING}`);
}

export const releaseDatabase = (ownerUrl: string) => runAsOwner(ownerUrl, `DROP SCHEMA ${RESTORING}`);

export const dropRestored = (ownerUrl: string) =>
  runAsOwner(ownerUrl, `DROP SCHEMA IF EXISTS ${OWNED_SCHEMAS.join(', ')} CASCADE`);

/**
 * Updates planner statistics and completes bulk-loaded indexes; otherwise a restored installation would be slow at
 * first.
 */
export const vacuumRestored = (ownerUrl: string) => runAsOwner(ownerUrl, 'VACUUM (ANALYZE)');

const runAsOwner = (ownerUrl: string, sql: string) =>
  withClient(ownerUrl, (client) => client.query(sql), 'clearwatch-restore');

/**
 * A session without time limits and with fixed output formats, because rows must match byte for byte after a restore.
 */
export async function openBackupSession(ownerUrl: string, purpose: string): Promise<Client> {
  const client = new Client({ connectionString: ownerUrl, application_name: `clearwatch-${purpose}` });
  // The running statement also fails. An unhandled error event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(SESSION_SETTINGS);
  return client;
}

/** Synchronized scans would change the row order, which is part of the comparison. */
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

/** Avoids JavaScript numbers, which are too small for the sums in large ledgers. */
function cents(decimal: string): string {
  const [dollars = '0', fraction = ''] = decimal.split('.');
  return String(BigInt(`${dollars}${fraction.padEnd(2, '0')}`));
}

export async function auditHeadOf(client: ClientBase): Promise<string | null> {
  const sql = `SELECT seq || ':' || hash FROM auth.audit_events ORDER BY seq DESC LIMIT 1`;
  return (await queryTexts(client, sql))[0] ?? null;
}

/** Referenced tables come first; otherwise, the order stays the same. */
export function sortByReferences<T extends { name: string }>(
  tables: readonly T[],
  references: readonly { from: string; to: string }[],
): T[] {
  const ordered: T[] = [];
  const waiting = new Map(tables.map((table) => [table.name, table]));
  while (waiting.size > 0) {
    const next = [...waiting.values()].find(
      ({ name }) => !references.some(({ from, to }) => from === name && waiting.has(to)),
    );
    if (next === undefined) {
      throw new Error(`These tables reference each other in a circle: ${[...waiting.keys()].join(', ')}.`);
    }
    waiting.delete(next.name);
    ordered.push(next);
  }
  return ordered;
}

const TABLE = new RowReader({ text: ['name'], texts: ['columns'] });
const REFERENCE = new RowReader({ text: ['from', 'to'] });
/** `name` includes the schema ("ledger.imports"); `columns` omits generated columns. */
type Table = ReadRow<typeof TABLE>;

/** All backed-up tables, referenced ones first. Partitioned tables appear as their partitions. */
export async function backedUpTables(client: ClientBase): Promise<Table[]> {
  const tables = await TABLE.all(
    client,
    `SELECT n.nspname || '.' || c.relname AS name,
            array_agg(a.attname::text ORDER BY a.attnum) AS columns
       FROM pg_class c
       JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      WHERE c.relkind = 'r' AND n.nspname = ANY ($1)
      GROUP BY 1 ORDER BY 1`,
    [SCHEMAS],
  );
  const references = await REFERENCE.all(
    client,
    `SELECT fn.nspname || '.' || f.relname AS from, tn.nspname || '.' || t.relname AS to
       FROM pg_constraint c
       JOIN pg_class f ON f.oid = c.conrelid JOIN pg_namespace fn ON fn.oid = f.relnamespace
       JOIN pg_class t ON t.oid = c.confrelid JOIN pg_namespace tn ON tn.oid = t.relnamespace
      WHERE c.contype = 'f' AND c.conrelid <> c.confrelid`,
  );
  const backedUp = tables.filter(({ name }) => !(name in EXCLUDED_TABLES));
  return sortByReferences(backedUp, references);
}

/** "ledger"."imports" ("id", "file_name") */
function copyTarget(client: ClientBase, { name, columns }: Table): string {
  return `${quoted(client, name)} (${columns.map((column) => client.escapeIdentifier(column)).join(', ')})`;
}

function quoted(client: ClientBase, name: string): string {
  return name
    .split('.')
    .map((part) => client.escapeIdentifier(part))
    .join('.');
}

export async function appliedMigrations(client: ClientBase): Promise<Record<string, string[]>> {
  const applied: Record<string, string[]> = {};
  for (const { schema } of SCHEMA_OWNERS) {
    const table = `${schema}.migrations`;
    if (!(await hasRows(client, 'SELECT FROM pg_class WHERE oid = to_regclass($1)', [table])))
      throw new Error('This database does not contain a complete installation: some tables are missing.');
    applied[schema] = await queryTexts(client, `SELECT name FROM ${table} ORDER BY id`);
  }
  return applied;
}

/** Migrations in an archive that are unknown to this program. Its own newer migrations run on the restored rows. */
export function unknownMigrations(ofArchive: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(ofArchive).flatMap(([schema, names]) => {
    const service = SCHEMA_OWNERS.find((owner) => owner.schema === schema)?.service;
    const known = new Set(service === undefined ? [] : MIGRATIONS_OF[service].map(({ name }) => name));
    return names.filter((name) => !known.has(name)).map((name) => `${schema}.${name}`);
  });
}

/** Rows are combined into pieces of this size. */
const PIECE_BYTES = 64 * 1024;

/** In COPY text format; the row count is known after reading. */
export function readTable(client: ClientBase, table: Table): { content: AsyncIterable<Buffer>; rows: () => number } {
  const stream = client.query(copyTo(`COPY ${copyTarget(client, table)} TO STDOUT`));
  return {
    content: (async function* () {
      for await (const { chunk } of chunksOf(stream as AsyncIterable<Buffer>, PIECE_BYTES)) yield chunk;
    })(),
    rows: () => stream.rowCount ?? 0,
  };
}

export async function digestOfTable(client: ClientBase, table: Table): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of readTable(client, table).content) hash.update(piece);
  return hash.digest('hex');
}

const SEQUENCE = new RowReader({ text: ['lastValue'], boolean: ['isCalled'] });

/** Sequences, which snapshots do not cover, are read after the rows: numbers may have gaps but never repeat. */
export async function sequencesOf(client: ClientBase): Promise<Sequence[]> {
  const names = await queryTexts(
    client,
    `SELECT n.nspname || '.' || c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'S' AND n.nspname = ANY ($1)
        AND NOT EXISTS (SELECT FROM pg_depend d JOIN pg_class t ON t.oid = d.refobjid
              WHERE d.objid = c.oid AND d.deptype IN ('a', 'i') AND t.relname = 'migrations')
      ORDER BY 1`,
    [SCHEMAS],
  );
  const sequences: Sequence[] = [];
  for (const name of names) {
    const sql = `SELECT last_value::text, is_called FROM ${quoted(client, name)}`;
    sequences.push({ name, ...(await SEQUENCE.one(client, sql)) });
  }
  return sequences;
}

/**
 * Loads rows into empty tables in one transaction, which is committed only if every table matches the archive byte for
 * byte.
 */
export class TableLoad {
  private readonly loaded = new Map<string, Table & EntryTail>();
  private expected: Table[] = [];

  constructor(private readonly client: ClientBase) {}

  /** The archive already contains the effects of triggers and the rows that migrations insert. */
  async begin(): Promise<void> {
    await this.client.query('BEGIN');
    this.expected = await backedUpTables(this.client);
    const names = this.expected.map(({ name }) => quoted(this.client, name));
    for (const name of names) await this.client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
    await this.client.query(`TRUNCATE ${names.join(', ')}`);
  }

  async load(table: Table, { content, tail }: { content: AsyncIterable<Buffer>; tail: () => EntryTail }) {
    const sink = this.client.query(copyFrom(`COPY ${copyTarget(this.client, table)} FROM STDIN`));
    await pipeline(Readable.from(content, { objectMode: false }), sink);
    this.loaded.set(table.name, { ...table, ...tail() });
  }

  /** @throws Error when anything differs from the archive; nothing is then committed */
  async commit(manifest: Manifest, sequences: readonly Sequence[]): Promise<void> {
    for (const { name } of this.expected) {
      const table = this.loaded.get(name);
      if (table === undefined) throw new Error(`The backup does not contain the table ${name}.`);
      const digest = await digestOfTable(this.client, table);
      if (digest !== table.sha256) throw new Error(`The table ${name} differs from the backup.`);
    }
    for (const { name, lastValue, isCalled } of sequences) {
      const values = [quoted(this.client, name), lastValue, isCalled];
      await this.client.query('SELECT setval($1::regclass, $2, $3)', values);
    }
    for (const { name } of this.expected) {
      await this.client.query(`ALTER TABLE ${quoted(this.client, name)} ENABLE TRIGGER USER`);
    }
    const [totals, auditHead] = [await totalsOf(this.client), await auditHeadOf(this.client)];
    const now = JSON.stringify({ totals, auditHead });
    const then = JSON.stringify({ totals: manifest.totals, auditHead: manifest.auditHead });
    if (now !== then) throw new Error(`The totals differ from the backup: ${now} instead of ${then}.`);
    await this.client.query('COMMIT');
  }
}
