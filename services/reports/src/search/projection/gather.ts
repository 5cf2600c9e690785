import { type Found, foundIn } from '../found.ts';
import { parameters } from '../put.ts';
import type { Question } from '../question.ts';
import { type Condition, matching } from './condition.ts';

/**
 * Finds all matches through the indexes of the conditions, one or several of them together, and puts them in order. The
 * order is asked for apart, so that nobody walks along the index of days for what is rare.
 */
export async function gather(
  { ask }: Question,
  { conditions, stale, limit }: { conditions: readonly Condition[]; stale: readonly number[]; limit: number },
): Promise<Found> {
  const { put, values } = parameters();
  const rows = await ask(
    `WITH found AS MATERIALIZED (
       SELECT e.id, e.day FROM reports.search_entries e WHERE ${matching(conditions, stale, put)})
     SELECT id, day::text AS day, (SELECT count(*) FROM found) AS total FROM found
      ORDER BY found.day DESC, id DESC LIMIT ${limit}`,
    values,
  );
  return foundIn(rows);
}
