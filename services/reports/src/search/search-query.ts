import type { TotalKind } from '@clearwatch/contracts/transaction-reports.dto';
import { withDedicatedClient } from '@clearwatch/service-kit/database/database-connection';
import { booleanOf, integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import type { Client } from 'pg';
import type { Criteria } from './search-criteria.ts';

/** A question to PostgreSQL within one transaction, whose snapshot all questions of a report share. */
export type RunQuery = (sql: string, values?: unknown[]) => Promise<Row[]>;

/** An entry that was found, and its place in the order of a report: newest day first, of one day what was stored last. */
export interface FoundEntry {
  id: number;
  /** ISO day; `-infinity` for an entry without any date, which comes last. */
  day: string;
}

/** The first entries in the order of a report, and how many there are in all. */
export interface SearchResult {
  entries: FoundEntry[];
  total: number;
  kind: TotalKind;
}

export const NO_RESULT: SearchResult = { entries: [], total: 0, kind: 'exact' };

/** Rows with columns `id`, `day` as text and, in each, `total`. */
export function toSearchResult(rows: readonly Row[]): SearchResult {
  const [first] = rows;
  return {
    entries: rows.map((row) => ({ id: integerOf(row, 'id'), day: textOf(row, 'day') })),
    total: first === undefined ? 0 : integerOf(first, 'total'),
    kind: 'exact',
  };
}

/** What was found in two places that have no entry in common. */
export function mergeResults(one: SearchResult, other: SearchResult, limit: number): SearchResult {
  const entries = [...one.entries, ...other.entries].toSorted(newestFirst).slice(0, limit);
  return {
    entries,
    total: one.total + other.total,
    kind: one.kind === 'exact' && other.kind === 'exact' ? 'exact' : 'at-least',
  };
}

function newestFirst(a: FoundEntry, b: FoundEntry): number {
  if (a.day === b.day) return b.id - a.id;
  if (a.day === UNDATED) return 1;
  if (b.day === UNDATED) return -1;
  return a.day < b.day ? 1 : -1;
}

const UNDATED = '-infinity';

/** Of those that this version of PostgreSQL has; an operator may have set them for everybody. */
const DISABLE_TIMEOUTS_SQL = `
  SELECT set_config(name, '0', false) FROM pg_settings
   WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;

/**
 * One transaction on one unchanging view of the database, on a connection of its own: for work that takes longer than a pool
 * should be kept waiting. No time limit applies. When `signal` is aborted the connection is cut, and PostgreSQL, which looks
 * twice a second, ends the query and takes back what was done.
 * @param options.name as operators see the connection
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

/** A value on its way into SQL, with its type there. */
export type ParameterWriter = (value: string | readonly string[] | readonly number[], type: string) => string;

/** Values as numbered parameters; `values` goes with the statement. */
export function sqlParameters(): { put: ParameterWriter; values: unknown[] } {
  const values: unknown[] = [];
  return {
    values,
    put: (value, type) => {
      values.push(value);
      return `$${values.length}::${type}`;
    },
  };
}

/**
 * Values as literals, for COPY, which takes no parameters.
 * @param escape of the driver: quotes a text
 */
export function sqlLiterals(escape: (text: string) => string): ParameterWriter {
  return (value, type) => {
    if (typeof value === 'string') return `${escape(value)}::${type}`;
    return `ARRAY[${value.map((item) => escape(String(item))).join(', ')}]::${type}`;
  };
}

/** Where one way of searching gives way to another. A test makes them small, to go all ways with few entries. */
@Injectable()
export class SearchLimits {
  /** So many entries are found through indexes and sorted in a moment: it makes no difference how many more there are. */
  few = 20_000;
  /** Longest list of texts that is sent along with a question. Beyond it each entry's text is looked up: they are everywhere. */
  texts = 50_000;
  /** Entries that a walk passes at most, in whole days: a tenth of a second. */
  walk = 200_000;
  /** Further than this nobody counts on a walk. */
  countedOnWalk = 10_000;
  /** Counting so many takes about as long as anybody should wait for a number. */
  countable = 1_500_000;
  /** An exact number is worth so many milliseconds. */
  countMs = 200;
}

/** What is asked for, whom to ask, and how far to go for it. */
export interface SearchQuery {
  query: RunQuery;
  criteria: Criteria;
  limits: Readonly<SearchLimits>;
}

/** Where the entries of which imports are searched, by one snapshot of the ledger and of what is searchable. */
export interface SearchIndexState {
  /** In the ledger, not (as they are now) in the search tables. */
  unsearchable: number[];
  /** In the search tables, not (any more, or not as they are there) in the ledger. */
  stale: number[];
}

/**
 * What the ledger says of an import changes whenever entries of it come, leave or go over to another import
 * (services/ingest/src/undo/remove-import.ts). Entries of imports that are being undone are in the ledger until they are gone.
 */
const OUTDATED_IMPORTS_SQL = `
  SELECT import_id, is_stored, is_searched FROM (
    SELECT coalesce(i.id, s.import_id) AS import_id, s.import_id IS NOT NULL AS is_searched,
           coalesce(i.transaction_count > 0 AND i.state IN ('stored', 'undoing'), false) AS is_stored,
           (s.entries, s.credits, s.debits) IS DISTINCT FROM (i.transaction_count, i.credit_total, i.debit_total) AS is_changed
      FROM ledger.imports i FULL JOIN reports.search_imports s ON s.import_id = i.id
  ) imports WHERE is_stored <> is_searched OR (is_stored AND is_changed)
   ORDER BY import_id`;

export async function readSearchIndexState(query: RunQuery): Promise<SearchIndexState> {
  const rows = await query(OUTDATED_IMPORTS_SQL);
  const those = (column: string) =>
    rows.filter((row) => booleanOf(row, column)).map((row) => integerOf(row, 'import_id'));
  return { unsearchable: those('is_stored'), stale: those('is_searched') };
}
