import { queryInteger, type SqlReader } from '@clearwatch/service-kit/database/query-rows';
import { Injectable } from '@nestjs/common';
import { joinSql, type Sql, sql } from '../sql-template.ts';
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

/** Conditions on ledger entries `t`, cheapest first. */
function ledgerConditions(criteria: Criteria, put: ParameterWriter): Sql[] {
  const { amount, days } = criteria;
  const conditions = amount.map(({ operator, value }) => sql`t.amount ${operator} ${put(value, 'numeric')}`);
  if (days !== null) conditions.push(sql`t.event_date BETWEEN ${put(days.from, 'date')} AND ${put(days.to, 'date')}`);
  const isOneOf = (column: Sql, values: readonly string[] | string | null) => {
    if (values !== null && values.length > 0) conditions.push(sql`${column} = ANY (${put([values].flat(), 'text[]')})`);
  };
  const containsOneOf = (column: Sql, texts: readonly string[] | string | null) => {
    if (texts === null || texts.length === 0) return;
    const patterns = [texts].flat().map((text) => sql`reports.containing(${put(text, 'text')})`);
    conditions.push(sql`reports.folded(${column}) LIKE ANY (ARRAY[${joinSql(', ', ...patterns)}])`);
  };
  isOneOf(sql`t.transaction_type::text`, criteria.types);
  isOneOf(sql`t.class`, criteria.classes);
  isOneOf(sql`t.check_tracer_number`, criteria.traceNumber);
  isOneOf(sql`t.batch`, criteria.batch);
  containsOneOf(sql`t.transaction_code`, criteria.codes);
  containsOneOf(sql`t.last_name`, criteria.lastName);
  containsOneOf(sql`t.first_name`, criteria.firstName);
  containsOneOf(sql`t.company`, criteria.companies);
  containsOneOf(sql`t.entry_description`, criteria.descriptions);
  containsOneOf(sql`t.addenda`, criteria.addenda);
  return conditions;
}

function ledgerMatchesSql(criteria: Criteria, imports: readonly number[], put: ParameterWriter): Sql {
  const conditions = ledgerConditions(criteria, put);
  return sql`SELECT t.id, coalesce(t.event_date, '-infinity') AS day FROM ledger.transactions t
    WHERE ${joinSql(' AND ', sql`t.import_id = ANY (${put(imports, 'bigint[]')})`, ...conditions)}`;
}

/** Searches indexed imports in the search tables and other imports in the ledger. Callers run all queries in one snapshot. */
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

  /** A query that returns `id` and `day` for all matches, and the number of matches. */
  async all(database: SqlReader, criteria: Criteria, put: ParameterWriter) {
    const { unsearchable, stale } = await readSearchIndexState(database);
    const conditions = await searchConditionsOf({ database, criteria, limits: this.limits });
    const indexed = sql`SELECT e.id, e.day FROM reports.search_entries e WHERE ${matchingSql(conditions, stale, put)}`;
    const matches =
      unsearchable.length === 0 ? indexed : sql`${indexed} UNION ALL ${ledgerMatchesSql(criteria, unsearchable, put)}`;
    const known = stale.length + unsearchable.length === 0 ? exactMatches(conditions) : null;
    const total = known ?? (await queryInteger(database, sql`SELECT count(*) FROM (${matches}) matches`));
    return { sql: matches, total };
  }
}
