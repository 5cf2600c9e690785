import { type Found, NOTHING_FOUND } from '../found.ts';
import type { Question } from '../question.ts';
import { exactlyOf, mostOf } from './condition.ts';
import { conditionsOf } from './conditions-of.ts';
import { countWithin } from './count-within.ts';
import { gather } from './gather.ts';
import { walk } from './walk.ts';

/**
 * Finds the newest matches in the search tables. What can only be rare is gathered through the indexes of its conditions;
 * anything else is met soon by whoever walks back from the newest day. Who meets too little on a walk of bounded length knows
 * that it is rare after all.
 *
 * How many there are is known for single conditions, and counted where that takes a moment; else it is at least what was met.
 */
export async function searchProjection(
  question: Question,
  { stale, limit }: { stale: readonly number[]; limit: number },
): Promise<Found> {
  const conditions = await conditionsOf(question);
  const most = mostOf(conditions);
  if (most === 0) return NOTHING_FOUND;
  const search = { conditions, stale, limit };
  if (most <= question.limits.few) return gather(question, search);
  const total = stale.length === 0 ? exactlyOf(conditions) : null;
  const met = await walk(question, { ...search, total });
  if (met.kind === 'exact') return met;
  if (met.entries.length < limit) return gather(question, search);
  if (most > question.limits.countable) return met;
  const counted = await countWithin(question, search);
  return counted === null ? met : { ...met, total: counted, kind: 'exact' };
}
