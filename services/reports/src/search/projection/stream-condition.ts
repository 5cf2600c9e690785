import type { Criteria } from '../criteria.ts';
import { type Put, parameters } from '../put.ts';
import type { Question } from '../question.ts';
import type { Condition } from './condition.ts';
import { amongIds } from './text-condition.ts';

/**
 * Who sent what kind of entry: company, type, class and code are asked for together, because they say much about each other.
 * Of a company that only pays, no debits have to be looked for.
 */
export async function streamCondition({ ask, criteria, limits }: Question): Promise<Condition | null> {
  const { companies, types, classes, codes } = criteria;
  if ([companies, types, classes, codes].every((asked) => asked.length === 0)) return null;
  const { put, values } = parameters();
  const rows = await ask(
    `SELECT id, rows FROM reports.search_streams s WHERE ${wanted(criteria, put)} LIMIT ${limits.texts + 1}`,
    values,
  );
  if (rows.length <= limits.texts) return amongIds('stream_id', rows);
  return {
    sql: (given) =>
      `EXISTS (SELECT FROM reports.search_streams s WHERE s.id = e.stream_id AND ${wanted(criteria, given)})`,
    rows: null,
    isExact: false,
  };
}

function wanted({ companies, types, classes, codes }: Criteria, put: Put): string {
  const contained = (column: string, texts: readonly string[]): string[] =>
    texts.length === 0
      ? []
      : [`(${texts.map((text) => `${column} LIKE reports.containing(${put(text, 'text')})`).join(' OR ')})`];
  const whole = (column: string, words: readonly string[]): string[] =>
    words.length === 0 ? [] : [`${column} = ANY (${put(words, 'text[]')})`];
  return [
    ...contained('s.company', companies),
    ...whole('s.transaction_type', types),
    ...whole('s.class', classes),
    ...contained('reports.folded(s.transaction_code)', codes),
  ].join(' AND ');
}
