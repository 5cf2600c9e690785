import { integerOf } from '@clearwatch/service-kit/database/row-readers';
import { parameters } from '../put.ts';
import type { Question } from '../question.ts';
import type { Condition } from './condition.ts';
import { daysCondition } from './days-condition.ts';
import { streamCondition } from './stream-condition.ts';

/** Who sent what, and when. Asked for together they are one condition, of which the number is kept day by day. */
export async function streamDaysConditions(question: Question): Promise<Condition[]> {
  const days = await daysCondition(question);
  const streams = await streamCondition(question);
  if (days === null || streams?.byDay === undefined)
    return [days, streams].filter((condition) => condition !== null);
  const { put, values } = parameters();
  const [row = {}] = await question.ask(
    `SELECT coalesce(sum(e.rows), 0) AS rows FROM reports.search_stream_days e
      WHERE e.stream_id = ANY (${put(streams.byDay.ids, 'integer[]')}) AND ${days.sql(put)}`,
    values,
  );
  return [
    {
      sql: (given) => `${streams.sql(given)} AND ${days.sql(given)}`,
      rows: integerOf(row, 'rows'),
      isExact: true,
      byDay: streams.byDay,
    },
  ];
}
