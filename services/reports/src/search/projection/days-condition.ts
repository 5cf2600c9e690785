import { integerOf } from '@clearwatch/service-kit/database/row-readers';
import type { Question } from '../question.ts';
import type { Condition } from './condition.ts';

/** Entries of the days; null when none are asked for. */
export async function daysCondition({ ask, criteria: { days } }: Question): Promise<Condition | null> {
  if (days === null) return null;
  const [row = {}] = await ask(
    'SELECT coalesce(sum(rows), 0) AS rows FROM reports.search_days WHERE day BETWEEN $1 AND $2',
    [days.from, days.to],
  );
  return {
    sql: (put) => `e.day BETWEEN ${put(days.from, 'date')} AND ${put(days.to, 'date')}`,
    rows: integerOf(row, 'rows'),
    isExact: true,
  };
}
