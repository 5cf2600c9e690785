import { integerOf } from '@clearwatch/service-kit/database/row';
import type { Ask } from '../ask.ts';
import { parameters } from '../put.ts';
import type { Condition } from './condition.ts';

/** So many are found and sorted in a moment; it makes no difference how many more there are. */
export const FEW = 20_000;

/** A condition that an index can count, as far as it matters. */
export async function countedUpTo(ask: Ask, sql: Condition['sql']): Promise<Condition> {
  const { put, values } = parameters();
  const [row = {}] = await ask(
    `SELECT count(*) AS rows FROM (SELECT FROM reports.search_entries e WHERE ${sql(put)} LIMIT ${FEW + 1}) counted`,
    values,
  );
  const rows = integerOf(row, 'rows');
  return { sql, rows: rows > FEW ? null : rows, isExact: true };
}
