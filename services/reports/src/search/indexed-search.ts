import { queryInteger, RowReader } from '@clearwatch/service-kit/database/query-rows';
import { sql } from '../sql-template.ts';
import {
  exactMatches,
  matchingSql,
  maxMatches,
  type SearchCondition,
  searchConditionsOf,
} from './search-conditions.ts';
import { NO_RESULT, type SearchQuery, type SearchResult, selectNewest, sqlParameters } from './search-query.ts';

/** Error code when statement_timeout expires (PostgreSQL appendix A, query_canceled). */
const QUERY_CANCELED = '57014';

/** @returns the number of matching entries; null when counting takes too long */
async function countWithTimeout({ database, limits }: SearchQuery, { conditions, stale }: IndexedSearch) {
  const { put, values } = sqlParameters();
  // The rollback also resets the time limit but keeps the snapshot.
  await database.query('SAVEPOINT counting');
  try {
    await database.query(`SET LOCAL statement_timeout = ${limits.countMs}`);
    return await queryInteger(
      database,
      sql`SELECT count(*) FROM reports.search_entries e WHERE ${matchingSql(conditions, stale, put)}`,
      values,
    );
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code === QUERY_CANCELED) return null;
    throw error;
  } finally {
    await database.query('ROLLBACK TO SAVEPOINT counting');
  }
}

interface IndexedSearch {
  conditions: readonly SearchCondition[];
  stale: readonly number[];
  limit: number;
}

interface DayRangeOfNewest {
  condition: SearchCondition;
  /** ISO day, or `-infinity`. */
  since: string;
  until: string;
}

/**
 * Uses an index to find the days of the newest entries that match a condition, because a scan of a few days
 * misses monthly payers.
 * @param limit.most maximum number of entries; fewer, but at least `least`, when the condition has many IDs
 * @returns null when no index includes the days, or the lookup would take longer than a scan
 */
async function dayRangeOfNewest(
  { database, limits, criteria }: SearchQuery,
  { conditions, least, most }: { conditions: readonly SearchCondition[]; least: number; most: number },
): Promise<DayRangeOfNewest | null> {
  const [condition] = conditions.filter(({ byDay }) => byDay !== undefined).toSorted((a, b) => rowsOf(a) - rowsOf(b));
  if (condition?.byDay === undefined) return null;
  const { byDay } = condition;
  const ofEach = Math.min(most, Math.floor(limits.few / byDay.ids.length));
  const isShort = ofEach >= least;
  if (!isShort && rowsOf(condition) > limits.walk) return null;
  const { put, values } = sqlParameters();
  const { from, to } = criteria.days ?? { from: '-infinity', to: 'infinity' };
  const ids = put(byDay.ids, 'integer[]');
  const isInDays = sql`n.day BETWEEN ${put(from, 'date')} AND ${put(to, 'date')}`;
  const limit = isShort ? ofEach : most;
  // Uses one index lookup per ID, or one for all IDs with OFFSET 0 as a fence. Otherwise, PostgreSQL would
  // scan the whole day index.
  const days = isShort
    ? sql`SELECT own.day FROM unnest(${ids}) AS numbers (id) CROSS JOIN LATERAL (
         SELECT n.day FROM reports.search_entries n WHERE n.${byDay.column} = numbers.id AND ${isInDays}
          ORDER BY n.day DESC LIMIT ${limit}) own`
    : sql`SELECT n.day FROM reports.search_entries n WHERE n.${byDay.column} = ANY (${ids}) AND ${isInDays} OFFSET 0`;
  const { since, until } = await new RowReader({ 'text?': ['since', 'until'] }).one(
    database,
    sql`SELECT min(day)::text AS since, max(day)::text AS until
       FROM (SELECT day FROM (${days}) days ORDER BY day DESC LIMIT ${limit}) newest`,
    values,
  );
  return since === null || until === null ? null : { condition, since, until };
}

const rowsOf = ({ rows }: SearchCondition): number => rows ?? Number.POSITIVE_INFINITY;

/**
 * Finds and sorts all matches through indexes, or only those from the first day of a range. A rare condition
 * is fetched alone behind a fence (OFFSET 0), because PostgreSQL would sometimes also read the indexes for
 * common conditions. Sorting is a separate step to keep PostgreSQL from scanning by day.
 */
async function findByIndexes(
  { database, limits }: SearchQuery,
  { conditions, stale, limit }: IndexedSearch,
  range: DayRangeOfNewest | null = null,
): Promise<SearchResult> {
  const most = maxMatches(conditions);
  const fenced = range?.condition ?? conditions.find(({ rows }) => rows === most && most <= limits.few);
  const { put, values } = sqlParameters();
  const since = range === null ? sql`` : sql` AND e.day >= ${put(range.since, 'date')}`;
  const source =
    fenced === undefined
      ? sql`reports.search_entries e`
      : sql`(SELECT * FROM reports.search_entries e WHERE ${fenced.sql(put)}${since} OFFSET 0) e`;
  const others = conditions.filter((condition) => condition !== fenced);
  const found = sql`SELECT e.id, e.day FROM ${source} WHERE ${matchingSql(others, stale, put)}`;
  const result = await selectNewest(database, { found, limit, values });
  return range === null ? result : { ...result, kind: 'at-least' };
}

/**
 * Scans by day, starting with the newest day that may have a match. @param search.total if known; the scan
 * does not start if it cannot find enough matches. @returns `exact` when it found all matches, or the
 * requested number when the total is known
 */
async function scanByDay(
  question: SearchQuery,
  search: IndexedSearch & { total: number | null; range: DayRangeOfNewest | null },
): Promise<SearchResult> {
  const { database, limits } = question;
  const { conditions, stale, limit, total, range } = search;
  const scan = await scanRange(question, range);
  if (scan === null) return NO_RESULT;
  // ISO days compare as text, and -infinity comes before them.
  if (total !== null && range !== null && range.since < scan.since) return { entries: [], total, kind: 'at-least' };
  const { put, values } = sqlParameters();
  const most = total === null ? Math.max(limits.countedOnWalk, limit) + 1 : limit;
  await database.query(FORCE_INDEX_SCAN_SQL);
  const result = await selectNewest(database, {
    found: sql`SELECT e.id, e.day FROM reports.search_entries e
        WHERE e.day BETWEEN ${put(scan.since, 'date')} AND ${put(scan.until, 'date')} AND ${matchingSql(conditions, stale, put)}
        ORDER BY e.day DESC, e.id DESC LIMIT ${most}`,
    limit,
    values,
  });
  await database.query(RESET_PLANNER_SQL);
  if (total !== null) return { ...result, total, kind: result.entries.length === limit ? 'exact' : 'at-least' };
  if (result.total < most) return { ...result, kind: scan.isWhole ? 'exact' : 'at-least' };
  return { ...result, total: most - 1, kind: 'at-least' };
}

/** PostgreSQL misestimates rare combinations by orders of magnitude. */
const FORCE_INDEX_SCAN_SQL =
  'SET LOCAL enable_bitmapscan = off; SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off';
const RESET_PLANNER_SQL = 'SET LOCAL enable_bitmapscan = on; SET LOCAL enable_seqscan = on; SET LOCAL enable_sort = on';

async function scanRange(
  { database, limits, criteria: { days } }: SearchQuery,
  range: DayRangeOfNewest | null,
): Promise<{ since: string; until: string; isWhole: boolean } | null> {
  const until = range?.until ?? days?.to ?? 'infinity';
  const scan = await new RowReader({ text: ['since'], boolean: ['isWhole'] }).first(
    database,
    sql`SELECT min(day)::text AS since, min(day) = min(oldest) AS is_whole FROM (
       SELECT day, sum(rows) OVER (ORDER BY day DESC) - rows AS passed, min(day) OVER () AS oldest
         FROM reports.search_days WHERE day BETWEEN $1 AND $2) days
      WHERE passed < ${limits.walk} HAVING count(*) > 0`,
    [days?.from ?? '-infinity', until],
  );
  return scan === null ? null : { ...scan, until };
}

/**
 * Reads rare matches through the condition indexes, and other matches with a bounded scan by day. If the scan
 * finds too few, the newest entries for one condition are read, and then all matches. The total is known for
 * single conditions, and otherwise counted if that is fast.
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

async function findNewest(question: SearchQuery, search: IndexedSearch & { total: number }): Promise<SearchResult> {
  const { conditions, limit, total } = search;
  const isWhole = ({ entries }: SearchResult) => entries.length === limit;
  if (total > limit) {
    const range = await dayRangeOfNewest(question, { conditions, least: limit, most: limit });
    if (total > question.limits.few) {
      const met = await scanByDay(question, { ...search, range });
      if (isWhole(met)) return met;
    }
    const near = range === null ? NO_RESULT : await findByIndexes(question, search, range);
    if (isWhole(near)) return { ...near, total, kind: 'exact' };
  }
  return findByIndexes(question, search);
}

async function findAndCount(question: SearchQuery, search: IndexedSearch): Promise<SearchResult> {
  const { few, countable } = question.limits;
  const { conditions, limit } = search;
  const most = maxMatches(conditions);
  if (most <= few) return findByIndexes(question, search);
  const range = await dayRangeOfNewest(question, { conditions, least: limit, most: few });
  let met = await scanByDay(question, { ...search, total: null, range });
  if (met.kind === 'exact') return met;
  if (met.entries.length < limit && range !== null) met = await findByIndexes(question, search, range);
  if (met.entries.length < limit) return findByIndexes(question, search);
  if (most > countable) return met;
  const counted = await countWithTimeout(question, search);
  return counted === null ? met : { ...met, total: counted, kind: 'exact' };
}
