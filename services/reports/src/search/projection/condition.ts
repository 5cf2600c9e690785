import type { Put } from '../put.ts';

/** One of the things that must hold of an entry `e` of the search tables. */
export interface Condition {
  sql(put: Put): string;
  /** How many entries it holds of; null when that takes long to say. */
  rows: number | null;
  /** Whether `rows` is exactly that, and not more. */
  isExact: boolean;
  /** What it asks for, where an index has the days of that. */
  byDay?: NumbersByDay;
}

/** What is said on some days of a month only: entries that have one of these numbers. */
export interface NumbersByDay {
  column: 'stream_id' | 'description_id' | 'addenda_id';
  ids: readonly number[];
}

/** Of which entries all of the conditions can hold at most; Infinity when none of them says. */
export function mostOf(conditions: readonly Condition[]): number {
  return Math.min(...conditions.map(({ rows }) => rows ?? Number.POSITIVE_INFINITY));
}

/** Of how many entries all of them hold, where that is known without counting. */
export function exactlyOf(conditions: readonly Condition[]): number | null {
  if (mostOf(conditions) === 0) return 0;
  const [only] = conditions;
  return conditions.length === 1 && only?.isExact === true ? only.rows : null;
}

/** Entries of which all conditions hold, without those of imports that are not as the search tables have them. */
export function matching(conditions: readonly Condition[], stale: readonly number[], put: Put): string {
  const settled = stale.length === 0 ? [] : [`e.import_id <> ALL (${put(stale, 'bigint[]')})`];
  return [...conditions.map((condition) => condition.sql(put)), ...settled, 'true'].join(' AND ');
}
