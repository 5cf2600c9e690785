import type { Ask } from '../ask.ts';
import { type Found, foundIn } from '../found.ts';
import { parameters } from '../put.ts';
import type { Question } from '../question.ts';
import { type Condition, matching, mostOf } from './condition.ts';
import type { Reach } from './reach.ts';

export interface Gathering {
  conditions: readonly Condition[];
  stale: readonly number[];
  limit: number;
}

/**
 * Finds all matches through the indexes of the conditions and puts them in order. What is known to be rare is fetched by that
 * condition alone, behind a fence (OFFSET 0): PostgreSQL, which guesses, would sometimes read the indexes of common ones as
 * well. Otherwise it chooses. The order is asked for apart, so that nobody walks along the index of days for what is rare.
 */
export async function gather(
  { ask, limits }: Question,
  { conditions, stale, limit }: Gathering,
): Promise<Found> {
  const most = mostOf(conditions);
  const rarest = conditions.find(({ rows }) => rows === most && most <= limits.few);
  const { put, values } = parameters();
  const source = rarest === undefined ? 'reports.search_entries e' : fenced(rarest.sql(put));
  const others = conditions.filter((condition) => condition !== rarest);
  return inOrder(ask, { source, matches: matching(others, stale, put), limit, values });
}

/** The same since the first of the days of a reach: what it meets there is the newest of what matches, not all of it. */
export async function gatherNewest(
  { ask }: Question,
  { conditions, stale, limit, reach }: Gathering & { reach: Reach },
): Promise<Found> {
  const { put, values } = parameters();
  const source = fenced(`${reach.condition.sql(put)} AND e.day >= ${put(reach.since, 'date')}`);
  const others = conditions.filter((condition) => condition !== reach.condition);
  const found = await inOrder(ask, { source, matches: matching(others, stale, put), limit, values });
  return { ...found, kind: 'at-least' };
}

const fenced = (matches: string) => `(SELECT * FROM reports.search_entries e WHERE ${matches} OFFSET 0) e`;

async function inOrder(
  ask: Ask,
  { source, matches, limit, values }: { source: string; matches: string; limit: number; values: unknown[] },
): Promise<Found> {
  const rows = await ask(
    `WITH found AS MATERIALIZED (SELECT e.id, e.day FROM ${source} WHERE ${matches})
     SELECT id, day::text AS day, (SELECT count(*) FROM found) AS total FROM found
      ORDER BY found.day DESC, id DESC LIMIT ${limit}`,
    values,
  );
  return foundIn(rows);
}
