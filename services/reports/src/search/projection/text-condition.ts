import { integerOf, type Row } from '@clearwatch/service-kit/database/row';
import { parameters } from '../put.ts';
import type { Question } from '../question.ts';
import type { Condition } from './condition.ts';

const TABLES = {
  first_name: 'search_first_names',
  last_name: 'search_last_names',
  description: 'search_descriptions',
  addenda: 'search_addenda',
} as const;

/** Entries one of whose texts holds one of these; null when none is asked for. */
export async function textCondition(
  { ask, limits }: Question,
  column: keyof typeof TABLES,
  texts: readonly string[],
): Promise<Condition | null> {
  if (texts.length === 0) return null;
  const table = TABLES[column];
  const { put, values } = parameters();
  // Not LIKE ANY: only single patterns find their way into the index of trigrams.
  const patterns = texts.map((text) => `text LIKE reports.containing(${put(text, 'text')})`);
  const rows = await ask(
    `SELECT id, rows FROM reports.${table} WHERE ${patterns.join(' OR ')} LIMIT ${limits.texts + 1}`,
    values,
  );
  if (rows.length <= limits.texts) return amongIds(`${column}_id`, rows);
  return {
    sql: (given) => `EXISTS (SELECT FROM reports.${table} said WHERE said.id = e.${column}_id
      AND said.text LIKE ANY (ARRAY[${texts.map((text) => `reports.containing(${given(text, 'text')})`).join(', ')}]))`,
    rows: null,
    isExact: false,
  };
}

export async function batchCondition({ ask }: Question, batch: string | null): Promise<Condition | null> {
  if (batch === null) return null;
  const rows = await ask(
    'SELECT id, rows FROM reports.search_batches WHERE digest = md5($1)::uuid AND text = $1',
    [batch],
  );
  return amongIds('batch_id', rows);
}

/** @param rows of a dictionary: `id`, and how many entries have it */
export function amongIds(column: string, rows: readonly Row[]): Condition {
  const ids = rows.map((row) => integerOf(row, 'id'));
  return {
    sql: (put) => `e.${column} = ANY (${put(ids, 'integer[]')})`,
    rows: rows.reduce((sum, row) => sum + integerOf(row, 'rows'), 0),
    isExact: true,
  };
}
