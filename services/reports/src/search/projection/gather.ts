import { type Found, foundIn } from '../found.ts';
import { parameters } from '../put.ts';
import type { Question } from '../question.ts';
import { type Condition, matching, mostOf } from './condition.ts';

/**
 * Finds all matches through the indexes of the conditions and puts them in order. What is known to be rare is fetched by that
 * condition alone, behind a fence (OFFSET 0): PostgreSQL, which guesses, would sometimes read the indexes of common ones as
 * well. Otherwise it chooses. The order is asked for apart, so that nobody walks along the index of days for what is rare.
 */
export async function gather(
  { ask, limits }: Question,
  { conditions, stale, limit }: { conditions: readonly Condition[]; stale: readonly number[]; limit: number },
): Promise<Found> {
  const most = mostOf(conditions);
  const rarest = conditions.find(({ rows }) => rows === most && most <= limits.few);
  const { put, values } = parameters();
  const source =
    rarest === undefined
      ? 'reports.search_entries e'
      : `(SELECT * FROM reports.search_entries e WHERE ${rarest.sql(put)} OFFSET 0) e`;
  const others = conditions.filter((condition) => condition !== rarest);
  const rows = await ask(
    `WITH found AS MATERIALIZED (SELECT e.id, e.day FROM ${source} WHERE ${matching(others, stale, put)})
     SELECT id, day::text AS day, (SELECT count(*) FROM found) AS total FROM found
      ORDER BY found.day DESC, id DESC LIMIT ${limit}`,
    values,
  );
  return foundIn(rows);
}
