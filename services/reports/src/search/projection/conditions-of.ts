import type { Question } from '../question.ts';
import type { Condition } from './condition.ts';
import { countedUpTo } from './counted-up-to.ts';
import { nameConditions } from './name-conditions.ts';
import { streamDaysConditions } from './stream-days-condition.ts';
import { batchCondition, textCondition } from './text-condition.ts';

/** The criteria in terms of the search tables. */
export async function conditionsOf(question: Question): Promise<Condition[]> {
  const { addenda, descriptions, batch, traceNumber } = question.criteria;
  const conditions = [
    ...(await streamDaysConditions(question)),
    await batchCondition(question, batch),
    ...(await nameConditions(question)),
    await textCondition(question, 'description', descriptions),
    await textCondition(question, 'addenda', addenda === null ? [] : [addenda]),
    await amountCondition(question),
    await traceCondition(question, traceNumber),
  ];
  return conditions.filter((condition) => condition !== null);
}

async function amountCondition(question: Question): Promise<Condition | null> {
  const { amount } = question.criteria;
  if (amount.length === 0) return null;
  const sql: Condition['sql'] = (put) =>
    amount.map(({ operator, value }) => `e.amount ${operator} ${put(value, 'numeric')}`).join(' AND ');
  return countedUpTo(question, sql);
}

/** The key finds nearly always what is asked for, and the entry itself says whether it is: looked up one by one, not joined. */
async function traceCondition(question: Question, traceNumber: string | null): Promise<Condition | null> {
  if (traceNumber === null) return null;
  const counted = await countedUpTo(
    question,
    (given) => `e.trace_key = reports.search_key(${given(traceNumber, 'text')})`,
  );
  return {
    ...counted,
    sql: (given) => `${counted.sql(given)}
      AND (SELECT t.check_tracer_number FROM ledger.transactions t WHERE t.id = e.id) = ${given(traceNumber, 'text')}`,
    isExact: false,
  };
}
