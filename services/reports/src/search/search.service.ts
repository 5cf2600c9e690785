import { queryInteger, type SqlReader } from '@clearwatch/service-kit/database/query-rows';
import { Injectable } from '@nestjs/common';
import { searchIndexed } from './indexed-search.ts';
import { exactMatches, matchingSql, searchConditionsOf } from './search-conditions.ts';
import type { Criteria } from './search-criteria.ts';
import {
  mergeResults,
  type ParameterWriter,
  readSearchIndexState,
  SearchLimits,
  type SearchResult,
  selectNewest,
  sqlParameters,
} from './search-query.ts';

/** The criteria as conditions on entries `t` of the ledger, cheapest first. */
function ledgerConditions(criteria: Criteria, put: ParameterWriter): string[] {
  const { amount, days } = criteria;
  const conditions = amount.map(({ operator, value }) => `t.amount ${operator} ${put(value, 'numeric')}`);
  if (days !== null)
    conditions.push(`t.event_date BETWEEN ${put(days.from, 'date')} AND ${put(days.to, 'date')}`);
  const isOneOf = (column: string, values: readonly string[] | string | null) => {
    if (values !== null && values.length > 0)
      conditions.push(`${column} = ANY (${put([values].flat(), 'text[]')})`);
  };
  const containsOneOf = (column: string, texts: readonly string[] | string | null) => {
    if (texts === null || texts.length === 0) return;
    const patterns = [texts].flat().map((text) => `reports.containing(${put(text, 'text')})`);
    conditions.push(`reports.folded(${column}) LIKE ANY (ARRAY[${patterns.join(', ')}])`);
  };
  isOneOf('t.transaction_type::text', criteria.types);
  isOneOf('t.class', criteria.classes);
  isOneOf('t.check_tracer_number', criteria.traceNumber);
  isOneOf('t.batch', criteria.batch);
  containsOneOf('t.transaction_code', criteria.codes);
  containsOneOf('t.last_name', criteria.lastName);
  containsOneOf('t.first_name', criteria.firstName);
  containsOneOf('t.company', criteria.companies);
  containsOneOf('t.entry_description', criteria.descriptions);
  containsOneOf('t.addenda', criteria.addenda);
  return conditions;
}

function ledgerMatchesSql(criteria: Criteria, imports: readonly number[], put: ParameterWriter): string {
  const conditions = ledgerConditions(criteria, put);
  return `SELECT t.id, coalesce(t.event_date, '-infinity') AS day FROM ledger.transactions t
    WHERE ${[`t.import_id = ANY (${put(imports, 'bigint[]')})`, ...conditions].join(' AND ')}`;
}

/** Searches indexed imports in the search tables and the others in the ledger. All queries of a caller belong to one snapshot. */
@Injectable()
export class SearchService {
  constructor(private readonly limits: SearchLimits) {}

  async find(database: SqlReader, criteria: Criteria, limit: number): Promise<SearchResult> {
    const { unsearchable, stale } = await readSearchIndexState(database);
    const indexed = await searchIndexed({ database, criteria, limits: this.limits }, { stale, limit });
    if (unsearchable.length === 0) return indexed;
    const { put, values } = sqlParameters();
    const found = ledgerMatchesSql(criteria, unsearchable, put);
    return mergeResults(indexed, await selectNewest(database, { found, limit, values }), limit);
  }

  /** All matches as a query of `id` and `day`, and their number. */
  async all(database: SqlReader, criteria: Criteria, put: ParameterWriter) {
    const { unsearchable, stale } = await readSearchIndexState(database);
    const conditions = await searchConditionsOf({ database, criteria, limits: this.limits });
    const indexed = `SELECT e.id, e.day FROM reports.search_entries e WHERE ${matchingSql(conditions, stale, put)}`;
    const sql =
      unsearchable.length === 0
        ? indexed
        : `${indexed} UNION ALL ${ledgerMatchesSql(criteria, unsearchable, put)}`;
    const known = stale.length + unsearchable.length === 0 ? exactMatches(conditions) : null;
    return { sql, total: known ?? (await queryInteger(database, `SELECT count(*) FROM (${sql}) matches`)) };
  }
}
