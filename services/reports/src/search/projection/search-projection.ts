import { type Found, NOTHING_FOUND } from '../found.ts';
import type { Question } from '../question.ts';
import { exactlyOf, mostOf } from './condition.ts';
import { conditionsOf } from './conditions-of.ts';
import { countWithin } from './count-within.ts';
import { type Gathering, gather, gatherNewest } from './gather.ts';
import { reachOf } from './reach.ts';
import { walk } from './walk.ts';

/**
 * Finds the newest matches in the search tables. What can only be rare is gathered through the indexes of its conditions;
 * anything else is met soon by whoever walks back from the newest day on which there can be some. Who meets too little on a
 * walk of bounded length gathers what one of the conditions had lately, and who finds too little there, everything.
 *
 * How many there are is known for single conditions, and counted where that takes a moment; else it is at least what was met.
 */
export async function searchProjection(
  question: Question,
  { stale, limit }: { stale: readonly number[]; limit: number },
): Promise<Found> {
  const conditions = await conditionsOf(question);
  if (mostOf(conditions) === 0) return NOTHING_FOUND;
  const total = stale.length === 0 ? exactlyOf(conditions) : null;
  const search = { conditions, stale, limit };
  return total === null ? findAndCount(question, search) : findNewest(question, { ...search, total });
}

/** Their number is known: the others are not looked at. */
async function findNewest(question: Question, search: Gathering & { total: number }): Promise<Found> {
  const { conditions, limit, total } = search;
  const isWhole = ({ entries }: Found) => entries.length === limit;
  if (total > limit) {
    const reach = await reachOf(question, { conditions, least: limit, most: limit });
    if (total > question.limits.few) {
      const met = await walk(question, { ...search, reach });
      if (isWhole(met)) return met;
    }
    const near = reach === null ? NOTHING_FOUND : await gatherNewest(question, { ...search, reach });
    if (isWhole(near)) return { ...near, total, kind: 'exact' };
  }
  return gather(question, search);
}

async function findAndCount(question: Question, search: Gathering): Promise<Found> {
  const { few, countable } = question.limits;
  const { conditions, limit } = search;
  const most = mostOf(conditions);
  if (most <= few) return gather(question, search);
  const reach = await reachOf(question, { conditions, least: limit, most: few });
  let met = await walk(question, { ...search, total: null, reach });
  if (met.kind === 'exact') return met;
  if (met.entries.length < limit && reach !== null) met = await gatherNewest(question, { ...search, reach });
  if (met.entries.length < limit) return gather(question, search);
  if (most > countable) return met;
  const counted = await countWithin(question, search);
  return counted === null ? met : { ...met, total: counted, kind: 'exact' };
}
