import type { Clause } from '../grounding/sentence/clause.ts';

/** What stands around a figure; what is said right before it is also all that is said before it, unless that is told. */
export function aClause(told: Partial<Clause>): Clause {
  const { nearBefore = '', before = nearBefore } = told;
  return { nearBefore, before, after: '', sentence: before, whose: [], ...told };
}
