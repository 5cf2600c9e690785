import { integerOf } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import { searchIndexed } from './indexed-search.ts';
import { exactMatches, matchingSql, searchConditionsOf } from './search-conditions.ts';
import type { Criteria } from './search-criteria.ts';
import {
  mergeResults,
  NO_RESULT,
  type ParameterWriter,
  type RunQuery,
  readSearchIndexState,
  SearchLimits,
  type SearchResult,
  sqlParameters,
  toSearchResult,
} from './search-query.ts';

/** Each criterion in terms of the ledger's own entries `t`, what costs least first. One that asks nothing is a type error. */
const CONDITION_BUILDERS: Readonly<
  Record<keyof Criteria, (criteria: Criteria, put: ParameterWriter) => string[]>
> = {
  amount: ({ amount }, put) =>
    amount.map(({ operator, value }) => `t.amount ${operator} ${put(value, 'numeric')}`),
  days: ({ days }, put) =>
    days === null ? [] : [`t.event_date BETWEEN ${put(days.from, 'date')} AND ${put(days.to, 'date')}`],
  types: ({ types }, put) => isOneOf('t.transaction_type::text', types, put),
  classes: ({ classes }, put) => isOneOf('t.class', classes, put),
  traceNumber: ({ traceNumber }, put) => isOneOf('t.check_tracer_number', listOf(traceNumber), put),
  batch: ({ batch }, put) => isOneOf('t.batch', listOf(batch), put),
  codes: ({ codes }, put) => containsOneOf('t.transaction_code', codes, put),
  lastName: ({ lastName }, put) => containsOneOf('t.last_name', listOf(lastName), put),
  firstName: ({ firstName }, put) => containsOneOf('t.first_name', listOf(firstName), put),
  companies: ({ companies }, put) => containsOneOf('t.company', companies, put),
  descriptions: ({ descriptions }, put) => containsOneOf('t.entry_description', descriptions, put),
  addenda: ({ addenda }, put) => containsOneOf('t.addenda', listOf(addenda), put),
};

/** The criteria in terms of the ledger's own entries `t`: what a match is. */
function ledgerConditions(criteria: Criteria, put: ParameterWriter): string[] {
  return Object.values(CONDITION_BUILDERS).flatMap((conditionsOf) => conditionsOf(criteria, put));
}

const listOf = (text: string | null): readonly string[] => (text === null ? [] : [text]);

function isOneOf(column: string, values: readonly string[], put: ParameterWriter): string[] {
  return values.length === 0 ? [] : [`${column} = ANY (${put(values, 'text[]')})`];
}

function containsOneOf(column: string, texts: readonly string[], put: ParameterWriter): string[] {
  if (texts.length === 0) return [];
  const patterns = texts.map((text) => `reports.containing(${put(text, 'text')})`);
  return [`reports.folded(${column}) LIKE ANY (ARRAY[${patterns.join(', ')}])`];
}

/** Matching entries of some imports, as `id` and `day`. */
function ledgerMatchesSql(criteria: Criteria, imports: readonly number[], put: ParameterWriter): string {
  const conditions = ledgerConditions(criteria, put);
  return `SELECT t.id, coalesce(t.event_date, '-infinity') AS day FROM ledger.transactions t
    WHERE ${[`t.import_id = ANY (${put(imports, 'bigint[]')})`, ...conditions].join(' AND ')}`;
}

/** Reads every entry of the imports: for those that are not searchable yet, which are few and soon are. */
async function searchLedger(
  query: RunQuery,
  criteria: Criteria,
  { imports, limit }: { imports: readonly number[]; limit: number },
): Promise<SearchResult> {
  if (imports.length === 0) return NO_RESULT;
  const { put, values } = sqlParameters();
  const rows = await query(
    `WITH found AS MATERIALIZED (${ledgerMatchesSql(criteria, imports, put)})
     SELECT id, day::text AS day, (SELECT count(*) FROM found) AS total FROM found
     ORDER BY found.day DESC, id DESC LIMIT ${put(String(limit), 'bigint')}`,
    values,
  );
  return toSearchResult(rows);
}

/**
 * Finds entries by what they say. Imports that are searchable are asked for in the search tables, the others in the ledger, so
 * that an answer is complete at every moment. All questions of a caller belong into one snapshot.
 */
@Injectable()
export class SearchService {
  constructor(private readonly limits: SearchLimits) {}

  /** The first `limit` entries in the order of a report. */
  async find(query: RunQuery, criteria: Criteria, limit: number): Promise<SearchResult> {
    const { unsearchable, stale } = await readSearchIndexState(query);
    const searched = await searchIndexed({ query, criteria, limits: this.limits }, { stale, limit });
    const direct = await searchLedger(query, criteria, { imports: unsearchable, limit });
    return mergeResults(searched, direct, limit);
  }

  /** All of them, as a query of `id` and `day` that still has to be asked, and how many they are. */
  async all(
    query: RunQuery,
    criteria: Criteria,
    put: ParameterWriter,
  ): Promise<{ sql: string; total: number }> {
    const { unsearchable, stale } = await readSearchIndexState(query);
    const conditions = await searchConditionsOf({ query, criteria, limits: this.limits });
    const searched = `SELECT e.id, e.day FROM reports.search_entries e WHERE ${matchingSql(conditions, stale, put)}`;
    const sql =
      unsearchable.length === 0
        ? searched
        : `${searched} UNION ALL ${ledgerMatchesSql(criteria, unsearchable, put)}`;
    const known = stale.length + unsearchable.length === 0 ? exactMatches(conditions) : null;
    if (known !== null) return { sql, total: known };
    const [row = {}] = await query(`SELECT count(*) AS total FROM (${sql}) matches`);
    return { sql, total: integerOf(row, 'total') };
  }
}
