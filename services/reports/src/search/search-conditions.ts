import { queryInteger, type ReadRow, RowReader } from '@clearwatch/service-kit/database/query-rows';
import { joinSql, type Sql, sql } from '../sql-template.ts';
import type { Bound } from './search-criteria.ts';
import { type ParameterWriter, type SearchQuery, sqlParameters } from './search-query.ts';

type SqlPart = (put: ParameterWriter) => Sql;

export interface SearchCondition {
  sql: SqlPart;
  /** Upper bound on the number of matching entries; null when counting is slow. */
  rows: number | null;
  isExact: boolean;
  /** IDs that occur on only a few days of a month, in a column whose index includes the day. */
  byDay?: { column: Sql; ids: readonly number[] };
}

export const maxMatches = (conditions: readonly SearchCondition[]): number =>
  Math.min(...conditions.map(({ rows }) => rows ?? Number.POSITIVE_INFINITY));

export function exactMatches(conditions: readonly SearchCondition[]): number | null {
  if (maxMatches(conditions) === 0) return 0;
  const [only] = conditions;
  return conditions.length === 1 && only?.isExact === true ? only.rows : null;
}

export function matchingSql(
  conditions: readonly SearchCondition[],
  stale: readonly number[],
  put: ParameterWriter,
): Sql {
  const isCurrent = stale.length > 0 && sql`e.import_id <> ALL (${put(stale, 'bigint[]')})`;
  return joinSql(' AND ', ...conditions.map((condition) => condition.sql(put)), isCurrent, sql`true`);
}

const ID_ROWS = new RowReader({ integer: ['id', 'rows'] });
type IdRows = readonly ReadRow<typeof ID_ROWS>[];

async function countedCondition({ database, limits: { few } }: SearchQuery, condition: SqlPart) {
  const { put, values } = sqlParameters();
  const rows = await queryInteger(
    database,
    sql`SELECT count(*) FROM (SELECT FROM reports.search_entries e WHERE ${condition(put)} LIMIT ${few + 1}) counted`,
    values,
  );
  return { sql: condition, rows: rows > few ? null : rows, isExact: true };
}

const DICTIONARIES = {
  firstName: { column: sql`first_name_id`, table: sql`reports.search_first_names` },
  lastName: { column: sql`last_name_id`, table: sql`reports.search_last_names` },
  description: { column: sql`description_id`, table: sql`reports.search_descriptions` },
  addenda: { column: sql`addenda_id`, table: sql`reports.search_addenda` },
};

/** The trigram index requires at least three characters. */
const MIN_INDEXED_LENGTH = 3;

async function textCondition(
  search: SearchQuery,
  { column, table }: (typeof DICTIONARIES)[keyof typeof DICTIONARIES],
  texts: readonly string[],
): Promise<SearchCondition | null> {
  if (texts.length === 0) return null;
  const matches = await matchingTexts(search, table, texts);
  if (matches === null)
    return {
      sql: (put) =>
        sql`EXISTS (SELECT FROM ${table} s WHERE s.id = e.${column} AND ${containsAnySql(sql`s.text`, texts, put)})`,
      rows: null,
      isExact: false,
    };
  return idsCondition(column, matches);
}

/** @returns null when there are too many matches, or too many values to scan without the index */
async function matchingTexts({ database, limits }: SearchQuery, table: Sql, texts: readonly string[]) {
  const isIndexed = texts.every((text) => text.length >= MIN_INDEXED_LENGTH);
  const limit = limits.texts + 1;
  if (!isIndexed) {
    const size = await queryInteger(database, sql`SELECT count(*) FROM (SELECT FROM ${table} LIMIT ${limit}) counted`);
    if (size > limits.texts) return null;
  }
  const { put, values } = sqlParameters();
  const rows = await ID_ROWS.all(
    database,
    sql`SELECT id, rows FROM ${table} s WHERE ${containsAnySql(sql`s.text`, texts, put)} LIMIT ${limit}`,
    values,
  );
  return rows.length > limits.texts ? null : rows;
}

/** Does not use LIKE ANY, because the trigram index supports only single patterns. */
const containsAnySql = (column: Sql, texts: readonly string[], put: ParameterWriter): Sql =>
  sql`(${joinSql(' OR ', ...texts.map((text) => sql`${column} LIKE reports.containing(${put(text, 'text')})`))})`;

async function batchCondition({ database, criteria }: SearchQuery): Promise<SearchCondition | null> {
  if (criteria.batch === null) return null;
  const rows = await ID_ROWS.all(
    database,
    'SELECT id, rows FROM reports.search_batches WHERE digest = md5($1)::uuid AND text = $1',
    [criteria.batch],
  );
  return idsCondition(sql`batch_id`, rows);
}

const COLUMNS_WITH_DAYS: string[] = ['stream_id', 'description_id', 'addenda_id'];

/** @param rows dictionary rows with the number of entries per ID */
function idsCondition(column: Sql, rows: IdRows): SearchCondition {
  const ids = rows.map(({ id }) => id);
  return {
    sql: (put) => sql`e.${column} = ANY (${put(ids, 'integer[]')})`,
    rows: rows.reduce((sum, row) => sum + row.rows, 0),
    isExact: true,
    ...(COLUMNS_WITH_DAYS.includes(column) && { byDay: { column, ids } }),
  };
}

/**
 * Many entries match one of the two names but few match both, so both names form one condition with a
 * combined index.
 */
async function nameConditions(search: SearchQuery): Promise<SearchCondition[]> {
  const { firstName, lastName } = search.criteria;
  const last = await textCondition(search, DICTIONARIES.lastName, lastName === null ? [] : [lastName]);
  const first = await textCondition(search, DICTIONARIES.firstName, firstName === null ? [] : [firstName]);
  if (last?.isExact !== true || first?.isExact !== true) return [last, first].filter((condition) => condition !== null);
  const both = await countedCondition(search, (put) => sql`${last.sql(put)} AND ${first.sql(put)}`);
  return both.rows === null ? [{ ...both, rows: maxMatches([last, first]), isExact: false }] : [both];
}

async function daysCondition({ database, criteria: { days } }: SearchQuery): Promise<SearchCondition | null> {
  if (days === null) return null;
  return {
    sql: (put) => sql`e.day BETWEEN ${put(days.from, 'date')} AND ${put(days.to, 'date')}`,
    rows: await queryInteger(
      database,
      'SELECT coalesce(sum(rows), 0) FROM reports.search_days WHERE day BETWEEN $1 AND $2',
      [days.from, days.to],
    ),
    isExact: true,
  };
}

/**
 * Company, type, class and code form one condition because they are correlated: a company that only pays has
 * no debits. Excludes streams whose amounts do not match or that have no entries on the requested days.
 */
async function streamCondition({ database, criteria, limits }: SearchQuery): Promise<SearchCondition | null> {
  const { companies, types, classes, codes, amount, days } = criteria;
  const contains = (column: Sql, texts: readonly string[]): SqlPart[] =>
    texts.length === 0 ? [] : [(put) => containsAnySql(column, texts, put)];
  const equals = (column: Sql, values: readonly string[]): SqlPart[] =>
    values.length === 0 ? [] : [(put) => sql`${column} = ANY (${put(values, 'text[]')})`];
  const filters = [
    ...contains(sql`s.company`, companies),
    ...equals(sql`s.transaction_type`, types),
    ...equals(sql`s.class`, classes),
    ...contains(sql`reports.folded(s.transaction_code)`, codes),
  ];
  const ranges: SqlPart[] = amount.map((bound) => (put) => canMatchBound(bound, put));
  if (days !== null)
    ranges.push((put) => sql`s.first_day <= ${put(days.to, 'date')} AND s.last_day >= ${put(days.from, 'date')}`);
  // A filter on days alone excludes few entries, so matches are counted by day.
  if (filters.length === 0 && amount.length === 0) return null;
  const condition: SqlPart = (put) => joinSql(' AND ', ...[...filters, ...ranges].map((part) => part(put)));
  const { put, values } = sqlParameters();
  const rows = await new RowReader({ integer: ['id', 'rows', 'streams'] }).all(
    database,
    sql`SELECT id, rows, (SELECT count(*) FROM reports.search_streams) AS streams
       FROM reports.search_streams s WHERE ${condition(put)} LIMIT ${limits.texts + 1}`,
    values,
  );
  if (filters.length === 0 && rows.length === rows[0]?.streams) return null;
  if (rows.length <= limits.texts) return { ...idsCondition(sql`stream_id`, rows), isExact: ranges.length === 0 };
  return {
    sql: (parameter) =>
      sql`EXISTS (SELECT FROM reports.search_streams s WHERE s.id = e.stream_id AND ${condition(parameter)})`,
    rows: null,
    isExact: false,
  };
}

/** Whether any amount between the smallest and the largest satisfies the bound. */
function canMatchBound({ operator, value }: Bound, put: ParameterWriter): Sql {
  const parameter = put(value, 'numeric');
  if (operator === '=') return sql`${parameter} BETWEEN s.least AND s.most`;
  return operator === '>' || operator === '>='
    ? sql`s.most ${operator} ${parameter}`
    : sql`s.least ${operator} ${parameter}`;
}

/** Streams and days form one condition, counted with a table that has both. */
async function streamDaysConditions(search: SearchQuery): Promise<SearchCondition[]> {
  const days = await daysCondition(search);
  const streams = await streamCondition(search);
  if (days === null || streams?.byDay === undefined) return [days, streams].filter((condition) => condition !== null);
  const { put, values } = sqlParameters();
  const rows = await queryInteger(
    search.database,
    sql`SELECT coalesce(sum(e.rows), 0) FROM reports.search_stream_days e
      WHERE e.stream_id = ANY (${put(streams.byDay.ids, 'integer[]')}) AND ${days.sql(put)}`,
    values,
  );
  const both: SqlPart = (parameter) => sql`${streams.sql(parameter)} AND ${days.sql(parameter)}`;
  return [{ sql: both, rows, isExact: true, byDay: streams.byDay }];
}

export async function searchConditionsOf(search: SearchQuery): Promise<SearchCondition[]> {
  const { addenda, descriptions, amount } = search.criteria;
  const isInBounds: SqlPart = (put) =>
    joinSql(' AND ', ...amount.map(({ operator, value }) => sql`e.amount ${operator} ${put(value, 'numeric')}`));
  const conditions = [
    ...(await streamDaysConditions(search)),
    await batchCondition(search),
    ...(await nameConditions(search)),
    await textCondition(search, DICTIONARIES.description, descriptions),
    await textCondition(search, DICTIONARIES.addenda, addenda === null ? [] : [addenda]),
    amount.length === 0 ? null : await countedCondition(search, isInBounds),
    await traceCondition(search),
  ];
  return conditions.filter((condition) => condition !== null);
}

/** The key rarely matches wrong entries, so each entry is checked with a lookup instead of a join. */
async function traceCondition(search: SearchQuery): Promise<SearchCondition | null> {
  const { traceNumber } = search.criteria;
  if (traceNumber === null) return null;
  const counted = await countedCondition(
    search,
    (put) => sql`e.trace_key = reports.search_key(${put(traceNumber, 'text')})`,
  );
  return {
    ...counted,
    sql: (put) => sql`${counted.sql(put)}
      AND (SELECT t.check_tracer_number FROM ledger.transactions t WHERE t.id = e.id) = ${put(traceNumber, 'text')}`,
    isExact: false,
  };
}
