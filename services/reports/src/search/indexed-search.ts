import { booleanOf, integerOf, nullable, textOf } from '@clearwatch/service-kit/database/row-readers';
import {
  type DictionaryIds,
  exactMatches,
  matchingSql,
  maxMatches,
  type SearchCondition,
  searchConditionsOf,
} from './search-conditions.ts';
import {
  NO_RESULT,
  type ParameterWriter,
  type RunQuery,
  type SearchQuery,
  type SearchResult,
  sqlParameters,
  toSearchResult,
} from './search-query.ts';

/** statement_timeout has run out (PostgreSQL appendix A, query_canceled). */
const QUERY_CANCELED = '57014';

/** @returns how many entries match; null when counting takes too long */
async function countWithTimeout(
  { query, limits }: SearchQuery,
  { conditions, stale }: { conditions: readonly SearchCondition[]; stale: readonly number[] },
): Promise<number | null> {
  const { put, values } = sqlParameters();
  // Going back to it undoes the time limit as well, and keeps the snapshot.
  await query('SAVEPOINT counting');
  try {
    await query(`SET LOCAL statement_timeout = ${limits.countMs}`);
    const [row = {}] = await query(
      `SELECT count(*) AS total FROM reports.search_entries e WHERE ${matchingSql(conditions, stale, put)}`,
      values,
    );
    return integerOf(row, 'total');
  } catch (error) {
    if (!isQueryCanceled(error)) throw error;
    return null;
  } finally {
    await query('ROLLBACK TO SAVEPOINT counting');
  }
}

function isQueryCanceled(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === QUERY_CANCELED;
}

/** The newest entries of one of the conditions are all of these days. */
interface DayRangeOfNewest {
  condition: SearchCondition;
  /** ISO day, or `-infinity`. */
  since: string;
  until: string;
}

/**
 * Who pays once a month is not met by whoever goes back a few days. The days of the newest entries of a condition are looked up
 * where an index has them; the entries themselves are not read.
 * @param wanted.most of how many of the newest; of fewer, but at least `least`, when they have many numbers
 * @returns null where no index has the days, or looking them up would take longer than a walk
 */
async function dayRangeOfNewest(
  { query, limits, criteria }: SearchQuery,
  { conditions, least, most }: { conditions: readonly SearchCondition[]; least: number; most: number },
): Promise<DayRangeOfNewest | null> {
  const rarest = rarestByDay(conditions);
  if (rarest === null) return null;
  const { condition, byDay } = rarest;
  const ofEach = Math.min(most, Math.floor(limits.few / byDay.ids.length));
  const isShort = ofEach >= least;
  if (!isShort && rowsOf(condition) > limits.walk) return null;
  const { put, values } = sqlParameters();
  const { from, to } = criteria.days ?? { from: '-infinity', to: 'infinity' };
  const dayCondition = `n.day BETWEEN ${put(from, 'date')} AND ${put(to, 'date')}`;
  const limit = isShort ? ofEach : most;
  const days = isShort
    ? newestOfEach(byDay, { dayCondition, put, limit })
    : daysOfAll(byDay, { dayCondition, put });
  const [row = {}] = await query(
    `SELECT min(day)::text AS since, max(day)::text AS until
       FROM (SELECT day FROM (${days}) days ORDER BY day DESC LIMIT ${limit}) newest`,
    values,
  );
  const [since, until] = [nullable(textOf, row, 'since'), nullable(textOf, row, 'until')];
  return since === null || until === null ? null : { condition, since, until };
}

function rarestByDay(
  conditions: readonly SearchCondition[],
): { condition: SearchCondition; byDay: DictionaryIds } | null {
  const known = conditions.flatMap((condition) =>
    condition.byDay === undefined ? [] : [{ condition, byDay: condition.byDay }],
  );
  return known.toSorted((a, b) => rowsOf(a.condition) - rowsOf(b.condition))[0] ?? null;
}

const rowsOf = ({ rows }: SearchCondition): number => rows ?? Number.POSITIVE_INFINITY;

/** One look into the index for each number. */
function newestOfEach(
  { column, ids }: DictionaryIds,
  { dayCondition, put, limit }: { dayCondition: string; put: ParameterWriter; limit: number },
): string {
  return `SELECT own.day FROM unnest(${put(ids, 'integer[]')}) AS numbers (id) CROSS JOIN LATERAL (
    SELECT n.day FROM reports.search_entries n WHERE n.${column} = numbers.id AND ${dayCondition}
     ORDER BY n.day DESC LIMIT ${limit}) own`;
}

/** Behind a fence: asked for in order, PostgreSQL would go back along the index of days, past everything else. */
function daysOfAll(
  { column, ids }: DictionaryIds,
  { dayCondition, put }: { dayCondition: string; put: ParameterWriter },
): string {
  return `SELECT n.day FROM reports.search_entries n
    WHERE n.${column} = ANY (${put(ids, 'integer[]')}) AND ${dayCondition} OFFSET 0`;
}

interface IndexedSearch {
  conditions: readonly SearchCondition[];
  stale: readonly number[];
  limit: number;
}

/**
 * Finds all matches through the indexes of the conditions and puts them in order. What is known to be rare is fetched by that
 * condition alone, behind a fence (OFFSET 0): PostgreSQL, which guesses, would sometimes read the indexes of common ones as
 * well. Otherwise it chooses. The order is asked for apart, so that nobody walks along the index of days for what is rare.
 */
async function findByIndexes(
  { query, limits }: SearchQuery,
  { conditions, stale, limit }: IndexedSearch,
): Promise<SearchResult> {
  const most = maxMatches(conditions);
  const rarest = conditions.find(({ rows }) => rows === most && most <= limits.few);
  const { put, values } = sqlParameters();
  const source = rarest === undefined ? 'reports.search_entries e' : fencedSubquery(rarest.sql(put));
  const others = conditions.filter((condition) => condition !== rarest);
  return selectInOrder(query, { source, matches: matchingSql(others, stale, put), limit, values });
}

/** The same since the first of the days of a reach: what it meets there is the newest of what matches, not all of it. */
async function findNewestByIndexes(
  { query }: SearchQuery,
  { conditions, stale, limit, reach }: IndexedSearch & { reach: DayRangeOfNewest },
): Promise<SearchResult> {
  const { put, values } = sqlParameters();
  const source = fencedSubquery(`${reach.condition.sql(put)} AND e.day >= ${put(reach.since, 'date')}`);
  const others = conditions.filter((condition) => condition !== reach.condition);
  const found = await selectInOrder(query, {
    source,
    matches: matchingSql(others, stale, put),
    limit,
    values,
  });
  return { ...found, kind: 'at-least' };
}

const fencedSubquery = (matches: string) =>
  `(SELECT * FROM reports.search_entries e WHERE ${matches} OFFSET 0) e`;

async function selectInOrder(
  query: RunQuery,
  { source, matches, limit, values }: { source: string; matches: string; limit: number; values: unknown[] },
): Promise<SearchResult> {
  const rows = await query(
    `WITH found AS MATERIALIZED (SELECT e.id, e.day FROM ${source} WHERE ${matches})
     SELECT id, day::text AS day, (SELECT count(*) FROM found) AS total FROM found
      ORDER BY found.day DESC, id DESC LIMIT ${limit}`,
    values,
  );
  return toSearchResult(rows);
}

/**
 * Goes back along the index of days, from the newest on which there can be a match, and looks at every entry.
 * @param search.total how many there are when that is known; a walk that will not meet enough of them is not begun
 * @returns `exact` when it met all there are, or as many as were wanted of a known number
 */
async function scanByDay(
  question: SearchQuery,
  search: {
    conditions: readonly SearchCondition[];
    stale: readonly number[];
    limit: number;
    total: number | null;
    reach: DayRangeOfNewest | null;
  },
): Promise<SearchResult> {
  const { query, limits } = question;
  const { conditions, stale, limit, total, reach } = search;
  const way = await scanRange(question, reach);
  if (way === null) return { entries: [], total: 0, kind: 'exact' };
  // Text of ISO days compares as the days do, and -infinity comes before them.
  if (total !== null && reach !== null && reach.since < way.since)
    return { entries: [], total, kind: 'at-least' };
  const { put, values } = sqlParameters();
  const most = total === null ? Math.max(limits.countedOnWalk, limit) + 1 : limit;
  await query(FORCE_INDEX_SCAN_SQL);
  const rows = await query(
    `WITH met AS MATERIALIZED (
       SELECT e.id, e.day FROM reports.search_entries e
        WHERE e.day BETWEEN ${put(way.since, 'date')} AND ${put(way.until, 'date')} AND ${matchingSql(conditions, stale, put)}
        ORDER BY e.day DESC, e.id DESC LIMIT ${most})
     SELECT id, day::text AS day, (SELECT count(*) FROM met) AS total FROM met
      ORDER BY met.day DESC, id DESC LIMIT ${limit}`,
    values,
  );
  await query(RESET_PLANNER_SQL);
  const met = toSearchResult(rows);
  if (total !== null) return { ...met, total, kind: met.entries.length === limit ? 'exact' : 'at-least' };
  if (met.total < most) return { ...met, kind: way.isWhole ? 'exact' : 'at-least' };
  return { ...met, total: most - 1, kind: 'at-least' };
}

/** PostgreSQL would guess how rare a combination is, and be wrong by orders of magnitude: here the way is already decided. */
const FORCE_INDEX_SCAN_SQL =
  'SET LOCAL enable_bitmapscan = off; SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off';
const RESET_PLANNER_SQL =
  'SET LOCAL enable_bitmapscan = on; SET LOCAL enable_seqscan = on; SET LOCAL enable_sort = on';

/** How far back a walk goes, and whether that is the beginning. Null where there are no entries. */
async function scanRange(
  { query, limits, criteria: { days } }: SearchQuery,
  reach: DayRangeOfNewest | null,
): Promise<{ since: string; until: string; isWhole: boolean } | null> {
  const until = reach?.until ?? days?.to ?? 'infinity';
  const [row] = await query(
    `SELECT min(day)::text AS since, min(day) = min(oldest) AS is_whole FROM (
       SELECT day, sum(rows) OVER (ORDER BY day DESC) - rows AS passed, min(day) OVER () AS oldest
         FROM reports.search_days WHERE day BETWEEN $1 AND $2) days
      WHERE passed < ${limits.walk} HAVING count(*) > 0`,
    [days?.from ?? '-infinity', until],
  );
  if (row === undefined) return null;
  return { since: textOf(row, 'since'), until, isWhole: booleanOf(row, 'is_whole') };
}

/**
 * Finds the newest matches in the search tables. What can only be rare is gathered through the indexes of its conditions;
 * anything else is met soon by whoever walks back from the newest day on which there can be some. Who meets too little on a
 * walk of bounded length gathers what one of the conditions had lately, and who finds too little there, everything.
 *
 * How many there are is known for single conditions, and counted where that takes a moment; else it is at least what was met.
 */
export async function searchIndexed(
  question: SearchQuery,
  { stale, limit }: { stale: readonly number[]; limit: number },
): Promise<SearchResult> {
  const conditions = await searchConditionsOf(question);
  if (maxMatches(conditions) === 0) return NO_RESULT;
  const total = stale.length === 0 ? exactMatches(conditions) : null;
  const search = { conditions, stale, limit };
  return total === null ? findAndCount(question, search) : findNewest(question, { ...search, total });
}

/** Their number is known: the others are not looked at. */
async function findNewest(
  question: SearchQuery,
  search: IndexedSearch & { total: number },
): Promise<SearchResult> {
  const { conditions, limit, total } = search;
  const isWhole = ({ entries }: SearchResult) => entries.length === limit;
  if (total > limit) {
    const reach = await dayRangeOfNewest(question, { conditions, least: limit, most: limit });
    if (total > question.limits.few) {
      const met = await scanByDay(question, { ...search, reach });
      if (isWhole(met)) return met;
    }
    const near = reach === null ? NO_RESULT : await findNewestByIndexes(question, { ...search, reach });
    if (isWhole(near)) return { ...near, total, kind: 'exact' };
  }
  return findByIndexes(question, search);
}

async function findAndCount(question: SearchQuery, search: IndexedSearch): Promise<SearchResult> {
  const { few, countable } = question.limits;
  const { conditions, limit } = search;
  const most = maxMatches(conditions);
  if (most <= few) return findByIndexes(question, search);
  const reach = await dayRangeOfNewest(question, { conditions, least: limit, most: few });
  let met = await scanByDay(question, { ...search, total: null, reach });
  if (met.kind === 'exact') return met;
  if (met.entries.length < limit && reach !== null)
    met = await findNewestByIndexes(question, { ...search, reach });
  if (met.entries.length < limit) return findByIndexes(question, search);
  if (most > countable) return met;
  const counted = await countWithTimeout(question, search);
  return counted === null ? met : { ...met, total: counted, kind: 'exact' };
}
