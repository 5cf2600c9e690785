import { integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import { type Put, parameters } from '../put.ts';
import type { Question } from '../question.ts';
import type { Condition, NumbersByDay } from './condition.ts';

const TABLES = {
  first_name: 'search_first_names',
  last_name: 'search_last_names',
  description: 'search_descriptions',
  addenda: 'search_addenda',
} as const;

/** The index of trigrams finds nothing by less. */
const SHORTEST_INDEXED = 3;

/** Entries one of whose texts holds one of these; null when none is asked for. */
export async function textCondition(
  question: Question,
  column: keyof typeof TABLES,
  texts: readonly string[],
): Promise<Condition | null> {
  if (texts.length === 0) return null;
  const table = `reports.${TABLES[column]}`;
  const said = await textsThatHold(question, table, texts);
  if (said !== null) return textsNumbered(column, said);
  return {
    sql: (put) =>
      `EXISTS (SELECT FROM ${table} said WHERE said.id = e.${column}_id AND (${holdsOne(texts, put)}))`,
    rows: null,
    isExact: false,
  };
}

function textsNumbered(column: keyof typeof TABLES, rows: readonly Row[]): Condition {
  return column === 'description' || column === 'addenda'
    ? amongIdsByDay(`${column}_id`, rows)
    : amongIds(`${column}_id`, rows);
}

/** @returns null when they are too many, or reading all texts could not be helped: then each entry's is looked up */
async function textsThatHold(
  { ask, limits }: Question,
  table: string,
  texts: readonly string[],
): Promise<Row[] | null> {
  const isIndexed = texts.every((text) => text.length >= SHORTEST_INDEXED);
  if (!isIndexed) {
    const [row = {}] = await ask(
      `SELECT count(*) AS texts FROM (SELECT FROM ${table} LIMIT ${limits.texts + 1}) counted`,
    );
    if (integerOf(row, 'texts') > limits.texts) return null;
  }
  const { put, values } = parameters();
  const rows = await ask(
    `SELECT id, rows FROM ${table} said WHERE ${holdsOne(texts, put)} LIMIT ${limits.texts + 1}`,
    values,
  );
  return rows.length > limits.texts ? null : rows;
}

/** Not LIKE ANY: only single patterns find their way into the index of trigrams. */
function holdsOne(texts: readonly string[], put: Put): string {
  return texts.map((text) => `said.text LIKE reports.containing(${put(text, 'text')})`).join(' OR ');
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
function amongIds(column: string, rows: readonly Row[]): Condition {
  const ids = idsOf(rows);
  return {
    sql: (put) => `e.${column} = ANY (${put(ids, 'integer[]')})`,
    rows: rows.reduce((sum, row) => sum + integerOf(row, 'rows'), 0),
    isExact: true,
  };
}

/** The same of a column whose index has the days as well. */
export function amongIdsByDay(
  column: NumbersByDay['column'],
  rows: readonly Row[],
): Condition & { byDay: NumbersByDay } {
  return { ...amongIds(column, rows), byDay: { column, ids: idsOf(rows) } };
}

const idsOf = (rows: readonly Row[]): number[] => rows.map((row) => integerOf(row, 'id'));
