import { booleanOf, textOf } from '@clearwatch/service-kit/database/row-readers';
import { type Found, foundIn } from '../found.ts';
import { parameters } from '../put.ts';
import type { Question } from '../question.ts';
import { type Condition, matching } from './condition.ts';
import type { Reach } from './reach.ts';

/**
 * Goes back along the index of days, from the newest on which there can be a match, and looks at every entry.
 * @param search.total how many there are when that is known; a walk that will not meet enough of them is not begun
 * @returns `exact` when it met all there are, or as many as were wanted of a known number
 */
export async function walk(
  question: Question,
  search: {
    conditions: readonly Condition[];
    stale: readonly number[];
    limit: number;
    total: number | null;
    reach: Reach | null;
  },
): Promise<Found> {
  const { ask, limits } = question;
  const { conditions, stale, limit, total, reach } = search;
  const way = await wayOf(question, reach);
  if (way === null) return { entries: [], total: 0, kind: 'exact' };
  // Text of ISO days compares as the days do, and -infinity comes before them.
  if (total !== null && reach !== null && reach.since < way.since)
    return { entries: [], total, kind: 'at-least' };
  const { put, values } = parameters();
  const most = total === null ? Math.max(limits.countedOnWalk, limit) + 1 : limit;
  await ask(WALKING);
  const rows = await ask(
    `WITH met AS MATERIALIZED (
       SELECT e.id, e.day FROM reports.search_entries e
        WHERE e.day BETWEEN ${put(way.since, 'date')} AND ${put(way.until, 'date')} AND ${matching(conditions, stale, put)}
        ORDER BY e.day DESC, e.id DESC LIMIT ${most})
     SELECT id, day::text AS day, (SELECT count(*) FROM met) AS total FROM met
      ORDER BY met.day DESC, id DESC LIMIT ${limit}`,
    values,
  );
  await ask(AS_USUAL);
  const met = foundIn(rows);
  if (total !== null) return { ...met, total, kind: met.entries.length === limit ? 'exact' : 'at-least' };
  if (met.total < most) return { ...met, kind: way.isWhole ? 'exact' : 'at-least' };
  return { ...met, total: most - 1, kind: 'at-least' };
}

/** PostgreSQL would guess how rare a combination is, and be wrong by orders of magnitude: here the way is already decided. */
const WALKING =
  'SET LOCAL enable_bitmapscan = off; SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off';
const AS_USUAL =
  'SET LOCAL enable_bitmapscan = on; SET LOCAL enable_seqscan = on; SET LOCAL enable_sort = on';

/** How far back a walk goes, and whether that is the beginning. Null where there are no entries. */
async function wayOf(
  { ask, limits, criteria: { days } }: Question,
  reach: Reach | null,
): Promise<{ since: string; until: string; isWhole: boolean } | null> {
  const until = reach?.until ?? days?.to ?? 'infinity';
  const [row] = await ask(
    `SELECT min(day)::text AS since, min(day) = min(oldest) AS is_whole FROM (
       SELECT day, sum(rows) OVER (ORDER BY day DESC) - rows AS passed, min(day) OVER () AS oldest
         FROM reports.search_days WHERE day BETWEEN $1 AND $2) days
      WHERE passed < ${limits.walk} HAVING count(*) > 0`,
    [days?.from ?? '-infinity', until],
  );
  if (row === undefined) return null;
  return { since: textOf(row, 'since'), until, isWhole: booleanOf(row, 'is_whole') };
}
