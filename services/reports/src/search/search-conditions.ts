import { integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import type { Bound, Criteria } from './search-criteria.ts';
import { type ParameterWriter, type SearchQuery, sqlParameters } from './search-query.ts';

/** One of the things that must hold of an entry `e` of the search tables. */
export interface SearchCondition {
  sql(put: ParameterWriter): string;
  /** How many entries it holds of; null when that takes long to say. */
  rows: number | null;
  /** Whether `rows` is exactly that, and not more. */
  isExact: boolean;
  /** What it asks for, where an index has the days of that. */
  byDay?: DictionaryIds;
}

/** What is said on some days of a month only: entries that have one of these numbers. */
export interface DictionaryIds {
  column: 'stream_id' | 'description_id' | 'addenda_id';
  ids: readonly number[];
}

/** Of which entries all of the conditions can hold at most; Infinity when none of them says. */
export function maxMatches(conditions: readonly SearchCondition[]): number {
  return Math.min(...conditions.map(({ rows }) => rows ?? Number.POSITIVE_INFINITY));
}

/** Of how many entries all of them hold, where that is known without counting. */
export function exactMatches(conditions: readonly SearchCondition[]): number | null {
  if (maxMatches(conditions) === 0) return 0;
  const [only] = conditions;
  return conditions.length === 1 && only?.isExact === true ? only.rows : null;
}

/** Entries of which all conditions hold, without those of imports that are not as the search tables have them. */
export function matchingSql(
  conditions: readonly SearchCondition[],
  stale: readonly number[],
  put: ParameterWriter,
): string {
  const settled = stale.length === 0 ? [] : [`e.import_id <> ALL (${put(stale, 'bigint[]')})`];
  return [...conditions.map((condition) => condition.sql(put)), ...settled, 'true'].join(' AND ');
}

/** A condition that an index can count, as far as it matters. */
async function countedCondition(
  { query, limits: { few } }: SearchQuery,
  sql: SearchCondition['sql'],
): Promise<SearchCondition> {
  const { put, values } = sqlParameters();
  const [row = {}] = await query(
    `SELECT count(*) AS rows FROM (SELECT FROM reports.search_entries e WHERE ${sql(put)} LIMIT ${few + 1}) counted`,
    values,
  );
  const rows = integerOf(row, 'rows');
  return { sql, rows: rows > few ? null : rows, isExact: true };
}

const DICTIONARY_TABLES = {
  first_name: 'search_first_names',
  last_name: 'search_last_names',
  description: 'search_descriptions',
  addenda: 'search_addenda',
} as const;

/** The index of trigrams finds nothing by less. */
const MIN_INDEXED_LENGTH = 3;

/** Entries one of whose texts holds one of these; null when none is asked for. */
async function textCondition(
  question: SearchQuery,
  column: keyof typeof DICTIONARY_TABLES,
  texts: readonly string[],
): Promise<SearchCondition | null> {
  if (texts.length === 0) return null;
  const table = `reports.${DICTIONARY_TABLES[column]}`;
  const matches = await matchingTexts(question, table, texts);
  if (matches !== null) return conditionOfTexts(column, matches);
  return {
    sql: (put) =>
      `EXISTS (SELECT FROM ${table} said WHERE said.id = e.${column}_id AND (${containsAnySql(texts, put)}))`,
    rows: null,
    isExact: false,
  };
}

function conditionOfTexts(column: keyof typeof DICTIONARY_TABLES, rows: readonly Row[]): SearchCondition {
  return column === 'description' || column === 'addenda'
    ? idsByDayCondition(`${column}_id`, rows)
    : idsCondition(`${column}_id`, rows);
}

/** @returns null when they are too many, or reading all texts could not be helped: then each entry's is looked up */
async function matchingTexts(
  { query, limits }: SearchQuery,
  table: string,
  texts: readonly string[],
): Promise<Row[] | null> {
  const isIndexed = texts.every((text) => text.length >= MIN_INDEXED_LENGTH);
  if (!isIndexed) {
    const [row = {}] = await query(
      `SELECT count(*) AS texts FROM (SELECT FROM ${table} LIMIT ${limits.texts + 1}) counted`,
    );
    if (integerOf(row, 'texts') > limits.texts) return null;
  }
  const { put, values } = sqlParameters();
  const rows = await query(
    `SELECT id, rows FROM ${table} said WHERE ${containsAnySql(texts, put)} LIMIT ${limits.texts + 1}`,
    values,
  );
  return rows.length > limits.texts ? null : rows;
}

/** Not LIKE ANY: only single patterns find their way into the index of trigrams. */
function containsAnySql(texts: readonly string[], put: ParameterWriter): string {
  return texts.map((text) => `said.text LIKE reports.containing(${put(text, 'text')})`).join(' OR ');
}

async function batchCondition({ query }: SearchQuery, batch: string | null): Promise<SearchCondition | null> {
  if (batch === null) return null;
  const rows = await query(
    'SELECT id, rows FROM reports.search_batches WHERE digest = md5($1)::uuid AND text = $1',
    [batch],
  );
  return idsCondition('batch_id', rows);
}

/** @param rows of a dictionary: `id`, and how many entries have it */
function idsCondition(column: string, rows: readonly Row[]): SearchCondition {
  const ids = idsOf(rows);
  return {
    sql: (put) => `e.${column} = ANY (${put(ids, 'integer[]')})`,
    rows: rows.reduce((sum, row) => sum + integerOf(row, 'rows'), 0),
    isExact: true,
  };
}

/** The same of a column whose index has the days as well. */
function idsByDayCondition(
  column: DictionaryIds['column'],
  rows: readonly Row[],
): SearchCondition & { byDay: DictionaryIds } {
  return { ...idsCondition(column, rows), byDay: { column, ids: idsOf(rows) } };
}

const idsOf = (rows: readonly Row[]): number[] => rows.map((row) => integerOf(row, 'id'));

/** Many have one of two names, few have both: asked for together they are one condition, which an index of both names counts. */
async function nameConditions(question: SearchQuery): Promise<SearchCondition[]> {
  const { firstName, lastName } = question.criteria;
  const last = await textCondition(question, 'last_name', lastName === null ? [] : [lastName]);
  const first = await textCondition(question, 'first_name', firstName === null ? [] : [firstName]);
  if (last?.isExact !== true || first?.isExact !== true)
    return [last, first].filter((condition) => condition !== null);
  const both = await countedCondition(question, (put) => `${last.sql(put)} AND ${first.sql(put)}`);
  if (both.rows !== null) return [both];
  return [{ ...both, rows: Math.min(last.rows ?? Infinity, first.rows ?? Infinity), isExact: false }];
}

/** Entries of the days; null when none are asked for. */
async function daysCondition({ query, criteria: { days } }: SearchQuery): Promise<SearchCondition | null> {
  if (days === null) return null;
  const [row = {}] = await query(
    'SELECT coalesce(sum(rows), 0) AS rows FROM reports.search_days WHERE day BETWEEN $1 AND $2',
    [days.from, days.to],
  );
  return {
    sql: (put) => `e.day BETWEEN ${put(days.from, 'date')} AND ${put(days.to, 'date')}`,
    rows: integerOf(row, 'rows'),
    isExact: true,
  };
}

/**
 * Who sent what kind of entry: company, type, class and code are asked for together, because they say much about each other:
 * of a company that only pays, no debits have to be looked for. Nor have amounts that none of them ever had, or days before the
 * first of them.
 */
async function streamCondition({ query, criteria, limits }: SearchQuery): Promise<SearchCondition | null> {
  const filters = streamFilters(criteria);
  const within = rangeFilters(criteria);
  // Days alone rule out little, and are counted day by day.
  if (filters.length === 0 && criteria.amount.length === 0) return null;
  const sql = (put: ParameterWriter): string =>
    [...filters, ...within].map((condition) => condition(put)).join(' AND ');
  const { put, values } = sqlParameters();
  const rows = await query(
    `SELECT id, rows, (SELECT count(*) FROM reports.search_streams) AS streams
       FROM reports.search_streams s WHERE ${sql(put)} LIMIT ${limits.texts + 1}`,
    values,
  );
  const [first] = rows;
  if (filters.length === 0 && first !== undefined && rows.length === integerOf(first, 'streams')) return null;
  if (rows.length <= limits.texts)
    return { ...idsByDayCondition('stream_id', rows), isExact: within.length === 0 };
  return {
    sql: (parameter) =>
      `EXISTS (SELECT FROM reports.search_streams s WHERE s.id = e.stream_id AND ${sql(parameter)})`,
    rows: null,
    isExact: false,
  };
}

type SqlPart = (put: ParameterWriter) => string;

function streamFilters({ companies, types, classes, codes }: Criteria): SqlPart[] {
  return [
    ...containsFilter('s.company', companies),
    ...equalsFilter('s.transaction_type', types),
    ...equalsFilter('s.class', classes),
    ...containsFilter('reports.folded(s.transaction_code)', codes),
  ];
}

function containsFilter(column: string, texts: readonly string[]): SqlPart[] {
  if (texts.length === 0) return [];
  return [
    (put) =>
      `(${texts.map((text) => `${column} LIKE reports.containing(${put(text, 'text')})`).join(' OR ')})`,
  ];
}

function equalsFilter(column: string, words: readonly string[]): SqlPart[] {
  return words.length === 0 ? [] : [(put) => `${column} = ANY (${put(words, 'text[]')})`];
}

function rangeFilters({ amount, days }: Criteria): SqlPart[] {
  return [
    ...amount.map(
      (bound): SqlPart =>
        (put) =>
          canMatchBound(bound, put),
    ),
    ...(days === null
      ? []
      : [
          (put: ParameterWriter) =>
            `s.first_day <= ${put(days.to, 'date')} AND s.last_day >= ${put(days.from, 'date')}`,
        ]),
  ];
}

/** Whether any amount between the least and the most is within the bound. */
function canMatchBound({ operator, value }: Bound, put: ParameterWriter): string {
  const parameter = put(value, 'numeric');
  if (operator === '=') return `${parameter} BETWEEN s.least AND s.most`;
  return operator === '>' || operator === '>='
    ? `s.most ${operator} ${parameter}`
    : `s.least ${operator} ${parameter}`;
}

/** Who sent what, and when. Asked for together they are one condition, of which the number is kept day by day. */
async function streamDaysConditions(question: SearchQuery): Promise<SearchCondition[]> {
  const days = await daysCondition(question);
  const streams = await streamCondition(question);
  if (days === null || streams?.byDay === undefined)
    return [days, streams].filter((condition) => condition !== null);
  const { put, values } = sqlParameters();
  const [row = {}] = await question.query(
    `SELECT coalesce(sum(e.rows), 0) AS rows FROM reports.search_stream_days e
      WHERE e.stream_id = ANY (${put(streams.byDay.ids, 'integer[]')}) AND ${days.sql(put)}`,
    values,
  );
  return [
    {
      sql: (parameter) => `${streams.sql(parameter)} AND ${days.sql(parameter)}`,
      rows: integerOf(row, 'rows'),
      isExact: true,
      byDay: streams.byDay,
    },
  ];
}

/** The criteria in terms of the search tables. */
export async function searchConditionsOf(question: SearchQuery): Promise<SearchCondition[]> {
  const { addenda, descriptions, batch, traceNumber } = question.criteria;
  const conditions = [
    ...(await streamDaysConditions(question)),
    await batchCondition(question, batch),
    ...(await nameConditions(question)),
    await textCondition(question, 'description', descriptions),
    await textCondition(question, 'addenda', addenda === null ? [] : [addenda]),
    await amountCondition(question),
    await traceCondition(question, traceNumber),
  ];
  return conditions.filter((condition) => condition !== null);
}

async function amountCondition(question: SearchQuery): Promise<SearchCondition | null> {
  const { amount } = question.criteria;
  if (amount.length === 0) return null;
  const sql: SearchCondition['sql'] = (put) =>
    amount.map(({ operator, value }) => `e.amount ${operator} ${put(value, 'numeric')}`).join(' AND ');
  return countedCondition(question, sql);
}

/** The key finds nearly always what is asked for, and the entry itself says whether it is: looked up one by one, not joined. */
async function traceCondition(
  question: SearchQuery,
  traceNumber: string | null,
): Promise<SearchCondition | null> {
  if (traceNumber === null) return null;
  const counted = await countedCondition(
    question,
    (parameter) => `e.trace_key = reports.search_key(${parameter(traceNumber, 'text')})`,
  );
  return {
    ...counted,
    sql: (parameter) => `${counted.sql(parameter)}
      AND (SELECT t.check_tracer_number FROM ledger.transactions t WHERE t.id = e.id) = ${parameter(traceNumber, 'text')}`,
    isExact: false,
  };
}
