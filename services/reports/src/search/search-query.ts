import type { TotalKind } from '@clearwatch/contracts/transaction-reports.dto';
import { withDedicatedClient } from '@clearwatch/service-kit/database/database-connection';
import { RowReader, type SqlReader } from '@clearwatch/service-kit/database/query-rows';
import { Injectable } from '@nestjs/common';
import type { Client } from 'pg';
import { type ColumnType, joinSql, type Sql, sql } from '../sql-template.ts';
import type { Criteria } from './search-criteria.ts';

/** The first entries of a report (newest day first, then last stored first) and the total number of matches. */
export interface SearchResult {
  /** `day` is an ISO day, or `-infinity` for an entry without a date, which comes last. */
  entries: { id: number; day: string }[];
  total: number;
  kind: TotalKind;
}

export const NO_RESULT: SearchResult = { entries: [], total: 0, kind: 'exact' };

export async function selectNewest(
  database: SqlReader,
  { found, limit, values }: { found: Sql; limit: number; values: unknown[] },
): Promise<SearchResult> {
  const rows = await new RowReader({ integer: ['id', 'total'], text: ['day'] }).all(
    database,
    sql`WITH found AS MATERIALIZED (${found})
     SELECT id, day::text AS day, (SELECT count(*) FROM found) AS total FROM found
      ORDER BY found.day DESC, id DESC LIMIT ${limit}`,
    values,
  );
  return { entries: rows, total: rows[0]?.total ?? 0, kind: 'exact' };
}

export function mergeResults(one: SearchResult, other: SearchResult, limit: number): SearchResult {
  const dayOf = ({ day }: { day: string }) => (day === '-infinity' ? '' : day);
  const entries = [...one.entries, ...other.entries].toSorted((a, b) =>
    dayOf(a) === dayOf(b) ? b.id - a.id : dayOf(a) < dayOf(b) ? 1 : -1,
  );
  return {
    entries: entries.slice(0, limit),
    total: one.total + other.total,
    kind: one.kind === 'exact' && other.kind === 'exact' ? 'exact' : 'at-least',
  };
}

/**
 * An operator may have set these limits for all connections, and not every PostgreSQL version has all of
 * them.
 */
const DISABLE_TIMEOUTS_SQL = `
  SELECT set_config(name, '0', false) FROM pg_settings
   WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;

/**
 * A connection without time limits, for work that would occupy a pooled connection for too long. Aborting
 * `signal` cuts the connection; PostgreSQL then ends the query within half a second and rolls back.
 */
export async function inDedicatedSnapshot<T>(
  { url, name, signal }: { url: string; name: string; signal: AbortSignal },
  work: (client: Client) => Promise<T>,
): Promise<T> {
  return withDedicatedClient({ url, name, signal }, async (client) => {
    await client.query(`SET client_connection_check_interval = '500ms'`);
    await client.query(DISABLE_TIMEOUTS_SQL);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  });
}

export const clientReader = (client: Pick<Client, 'query'>): SqlReader => ({
  query: async (sql, values) => (await client.query(sql, values)).rows,
});

export type ParameterWriter = (value: string | readonly string[] | readonly number[], type: ColumnType) => Sql;

export function sqlParameters(): { put: ParameterWriter; values: unknown[] } {
  const values: unknown[] = [];
  return {
    values,
    put: (value, type) => sql`$${values.push(value)}::${type}`,
  };
}

/** Inserts values as literals, because COPY accepts no parameters. @param escape quotes a text value */
export function sqlLiterals(escape: (text: string) => string): ParameterWriter {
  const literal = (item: string | number) => escape(String(item)) as Sql;
  return (value, type) =>
    typeof value === 'string'
      ? sql`${literal(value)}::${type}`
      : sql`ARRAY[${joinSql(', ', ...value.map(literal))}]::${type}`;
}

/** Limits that select the search strategy. Tests lower them. */
@Injectable()
export class SearchLimits {
  /** Maximum number of entries found through indexes and sorted. */
  few = 20_000;
  /** Maximum number of IDs in a query. Beyond that, the text of each entry is looked up. */
  texts = 50_000;
  /** Maximum number of entries read by a scan by day, which takes about 0.1 seconds. */
  walk = 200_000;
  /** Number of matches at which a scan by day stops counting. */
  countedOnWalk = 10_000;
  /** Maximum number of entries to count. Counting more takes too long for a request. */
  countable = 1_500_000;
  countMs = 200;
}

export interface SearchQuery {
  database: SqlReader;
  criteria: Criteria;
  limits: Readonly<SearchLimits>;
}

/**
 * The totals of an import change whenever its entries do (services/ingest/src/undo/remove-import.ts). Entries
 * from imports that are being undone remain in the ledger until the undo is complete.
 */
const OUTDATED_IMPORTS_SQL = `
  SELECT import_id, is_stored, is_searched FROM (
    SELECT coalesce(i.id, s.import_id) AS import_id, s.import_id IS NOT NULL AS is_searched,
           coalesce(i.transaction_count > 0 AND i.state IN ('stored', 'undoing'), false) AS is_stored,
           (s.entries, s.credits, s.debits) IS DISTINCT FROM (i.transaction_count, i.credit_total, i.debit_total) AS is_changed
      FROM ledger.imports i FULL JOIN reports.search_imports s ON s.import_id = i.id
  ) imports WHERE is_stored <> is_searched OR (is_stored AND is_changed)
   ORDER BY import_id`;

const OUTDATED_IMPORT = new RowReader({ integer: ['importId'], boolean: ['isStored', 'isSearched'] });

/**
 * `unsearchable` imports are in the ledger, but missing or outdated in the search tables. `stale` imports are
 * in the search tables, but changed in or gone from the ledger.
 */
export async function readSearchIndexState(database: SqlReader) {
  const imports = await OUTDATED_IMPORT.all(database, OUTDATED_IMPORTS_SQL);
  return {
    unsearchable: imports.filter(({ isStored }) => isStored).map(({ importId }) => importId),
    stale: imports.filter(({ isSearched }) => isSearched).map(({ importId }) => importId),
  };
}
