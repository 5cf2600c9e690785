import { integerOf } from '@clearwatch/service-kit/database/row-readers';
import { parameters } from '../put.ts';
import type { Question } from '../question.ts';
import type { Condition } from './condition.ts';

/** A condition that an index can count, as far as it matters. */
export async function countedUpTo(
  { ask, limits: { few } }: Question,
  sql: Condition['sql'],
): Promise<Condition> {
  const { put, values } = parameters();
  const [row = {}] = await ask(
    `SELECT count(*) AS rows FROM (SELECT FROM reports.search_entries e WHERE ${sql(put)} LIMIT ${few + 1}) counted`,
    values,
  );
  const rows = integerOf(row, 'rows');
  return { sql, rows: rows > few ? null : rows, isExact: true };
}
