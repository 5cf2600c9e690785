import type { Question } from '../question.ts';
import type { Condition } from './condition.ts';
import { countedUpTo } from './counted-up-to.ts';
import { textCondition } from './text-condition.ts';

/** Many have one of two names, few have both: asked for together they are one condition, which an index of both names counts. */
export async function nameConditions(question: Question): Promise<Condition[]> {
  const { firstName, lastName } = question.criteria;
  const last = await textCondition(question, 'last_name', lastName === null ? [] : [lastName]);
  const first = await textCondition(question, 'first_name', firstName === null ? [] : [firstName]);
  if (last?.isExact !== true || first?.isExact !== true)
    return [last, first].filter((condition) => condition !== null);
  const both = await countedUpTo(question, (put) => `${last.sql(put)} AND ${first.sql(put)}`);
  if (both.rows !== null) return [both];
  return [{ ...both, rows: Math.min(last.rows ?? Infinity, first.rows ?? Infinity), isExact: false }];
}
