import { nullable, textOf } from '@clearwatch/service-kit/database/row-readers';
import { type Put, parameters } from '../put.ts';
import type { Question } from '../question.ts';
import type { Condition, NumbersByDay } from './condition.ts';

/** The newest entries of one of the conditions are all of these days. */
export interface Reach {
  condition: Condition;
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
export async function reachOf(
  { ask, limits, criteria }: Question,
  { conditions, least, most }: { conditions: readonly Condition[]; least: number; most: number },
): Promise<Reach | null> {
  const rarest = rarestByDay(conditions);
  if (rarest === null) return null;
  const { condition, byDay } = rarest;
  const ofEach = Math.min(most, Math.floor(limits.few / byDay.ids.length));
  const isShort = ofEach >= least;
  if (!isShort && rowsOf(condition) > limits.walk) return null;
  const { put, values } = parameters();
  const { from, to } = criteria.days ?? { from: '-infinity', to: 'infinity' };
  const asked = `n.day BETWEEN ${put(from, 'date')} AND ${put(to, 'date')}`;
  const limit = isShort ? ofEach : most;
  const days = isShort ? newestOfEach(byDay, { asked, put, limit }) : daysOfAll(byDay, { asked, put });
  const [row = {}] = await ask(
    `SELECT min(day)::text AS since, max(day)::text AS until
       FROM (SELECT day FROM (${days}) days ORDER BY day DESC LIMIT ${limit}) newest`,
    values,
  );
  const [since, until] = [nullable(textOf, row, 'since'), nullable(textOf, row, 'until')];
  return since === null || until === null ? null : { condition, since, until };
}

function rarestByDay(conditions: readonly Condition[]): { condition: Condition; byDay: NumbersByDay } | null {
  const known = conditions.flatMap((condition) =>
    condition.byDay === undefined ? [] : [{ condition, byDay: condition.byDay }],
  );
  return known.toSorted((a, b) => rowsOf(a.condition) - rowsOf(b.condition))[0] ?? null;
}

const rowsOf = ({ rows }: Condition): number => rows ?? Number.POSITIVE_INFINITY;

/** One look into the index for each number. */
function newestOfEach(
  { column, ids }: NumbersByDay,
  { asked, put, limit }: { asked: string; put: Put; limit: number },
): string {
  return `SELECT own.day FROM unnest(${put(ids, 'integer[]')}) AS numbers (id) CROSS JOIN LATERAL (
    SELECT n.day FROM reports.search_entries n WHERE n.${column} = numbers.id AND ${asked}
     ORDER BY n.day DESC LIMIT ${limit}) own`;
}

/** Behind a fence: asked for in order, PostgreSQL would go back along the index of days, past everything else. */
function daysOfAll({ column, ids }: NumbersByDay, { asked, put }: { asked: string; put: Put }): string {
  return `SELECT n.day FROM reports.search_entries n
    WHERE n.${column} = ANY (${put(ids, 'integer[]')}) AND ${asked} OFFSET 0`;
}
