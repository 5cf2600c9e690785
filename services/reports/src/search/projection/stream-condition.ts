import { integerOf } from '@clearwatch/service-kit/database/row-readers';
import type { Bound, Criteria } from '../criteria.ts';
import { type Put, parameters } from '../put.ts';
import type { Question } from '../question.ts';
import type { Condition } from './condition.ts';
import { amongIdsByDay } from './text-condition.ts';

/**
 * Who sent what kind of entry: company, type, class and code are asked for together, because they say much about each other:
 * of a company that only pays, no debits have to be looked for. Nor have amounts that none of them ever had, or days before the
 * first of them.
 */
export async function streamCondition({ ask, criteria, limits }: Question): Promise<Condition | null> {
  const asked = wanted(criteria);
  const within = bounds(criteria);
  // Days alone rule out little, and are counted day by day.
  if (asked.length === 0 && criteria.amount.length === 0) return null;
  const sql = (put: Put): string => [...asked, ...within].map((condition) => condition(put)).join(' AND ');
  const { put, values } = parameters();
  const rows = await ask(
    `SELECT id, rows, (SELECT count(*) FROM reports.search_streams) AS streams
       FROM reports.search_streams s WHERE ${sql(put)} LIMIT ${limits.texts + 1}`,
    values,
  );
  const [first] = rows;
  if (asked.length === 0 && first !== undefined && rows.length === integerOf(first, 'streams')) return null;
  if (rows.length <= limits.texts)
    return { ...amongIdsByDay('stream_id', rows), isExact: within.length === 0 };
  return {
    sql: (given) =>
      `EXISTS (SELECT FROM reports.search_streams s WHERE s.id = e.stream_id AND ${sql(given)})`,
    rows: null,
    isExact: false,
  };
}

type Part = (put: Put) => string;

function wanted({ companies, types, classes, codes }: Criteria): Part[] {
  return [
    ...contained('s.company', companies),
    ...whole('s.transaction_type', types),
    ...whole('s.class', classes),
    ...contained('reports.folded(s.transaction_code)', codes),
  ];
}

function contained(column: string, texts: readonly string[]): Part[] {
  if (texts.length === 0) return [];
  return [
    (put) =>
      `(${texts.map((text) => `${column} LIKE reports.containing(${put(text, 'text')})`).join(' OR ')})`,
  ];
}

function whole(column: string, words: readonly string[]): Part[] {
  return words.length === 0 ? [] : [(put) => `${column} = ANY (${put(words, 'text[]')})`];
}

function bounds({ amount, days }: Criteria): Part[] {
  return [
    ...amount.map(
      (bound): Part =>
        (put) =>
          canHave(bound, put),
    ),
    ...(days === null
      ? []
      : [(put: Put) => `s.first_day <= ${put(days.to, 'date')} AND s.last_day >= ${put(days.from, 'date')}`]),
  ];
}

/** Whether any amount between the least and the most is within the bound. */
function canHave({ operator, value }: Bound, put: Put): string {
  const given = put(value, 'numeric');
  if (operator === '=') return `${given} BETWEEN s.least AND s.most`;
  return operator === '>' || operator === '>='
    ? `s.most ${operator} ${given}`
    : `s.least ${operator} ${given}`;
}
