import { RISK_LEVELS } from '@clearwatch/contracts/alerts';
import type { EntityManager, EntityTarget, ObjectLiteral, QueryDeepPartialEntity } from 'typeorm';
import { columnOf } from './entity-columns.ts';
import {
  booleanOf,
  centsOf,
  countsOf,
  dayOf,
  enumOf,
  instantOf,
  integerOf,
  metadataOf,
  moneyOf,
  type Row,
  textArrayOf,
  textOf,
} from './row-readers.ts';

/** `money`: decimal text. `counts`: jsonb object of integers. `metadata`: jsonb object of text. `json`: unchecked. */
const READERS = {
  text: textOf,
  texts: textArrayOf,
  integer: integerOf,
  boolean: booleanOf,
  day: dayOf,
  instant: instantOf,
  money: moneyOf,
  cents: centsOf,
  counts: countsOf,
  metadata: metadataOf,
  json: (row: Row, column: string) => row[column],
  risk: (row: Row, column: string) => RISK_LEVELS[integerOf(row, column)] ?? 'low',
};

type Kind = keyof typeof READERS;
type Vocabularies = Readonly<Record<string, readonly string[]>>;

/** Properties by column kind. A kind with a question mark may be NULL; `words` are values of a vocabulary. */
interface Columns extends Partial<Record<Kind | `${Kind}?`, readonly string[]>> {
  words?: Vocabularies;
  'words?'?: Vocabularies;
}

type Names<C, K> = K extends keyof C ? (C[K] extends readonly (infer N extends string)[] ? N : never) : never;
type Words<C, K> = K extends keyof C
  ? C[K] extends Vocabularies
    ? { -readonly [N in keyof C[K]]: C[K][N][number] }
    : unknown
  : unknown;

type RowOf<C> = {
  -readonly [N in Names<C, Kind | `${Kind}?`>]: {
    [K in Kind]:
      | (N extends Names<C, K> ? ReturnType<(typeof READERS)[K]> : never)
      | (N extends Names<C, `${K}?`> ? ReturnType<(typeof READERS)[K]> | null : never);
  }[Kind];
} & Words<C, 'words'> & { [N in keyof Words<C, 'words?'>]: Words<C, 'words?'>[N] | null };

export type ReadRow<R extends { read(row: Row): unknown }> = ReturnType<R['read']>;

/** A `DataSource`, an `EntityManager`, a node-postgres client or anything else that runs SQL and returns rows. */
export interface SqlReader {
  query(sql: string, parameters?: unknown[]): Promise<unknown>;
}

/** Validates SQL rows and maps columns to properties: `first_day` becomes `firstDay`. */
export class RowReader<const C extends Columns> {
  private readonly fields: [property: string, read: (row: Row) => unknown][];

  constructor(columns: C) {
    this.fields = Object.entries(columns).flatMap(([kind, properties]) =>
      Array.isArray(properties)
        ? properties.map((property) => fieldOf(property, kind, READERS[kind.replace('?', '') as Kind]))
        : Object.entries(properties as Vocabularies).map(([property, words]) =>
            fieldOf(property, kind, (row, column) => enumOf(words, row, column)),
          ),
    );
  }

  /** @throws TypeError that names a column with the wrong type */
  readonly read = (row: Row): RowOf<C> =>
    Object.fromEntries(this.fields.map(([property, read]) => [property, read(row)])) as RowOf<C>;

  async all(database: SqlReader, sql: string, parameters?: unknown[]): Promise<RowOf<C>[]> {
    return (await queryRows(database, sql, parameters)).map(this.read);
  }

  async first(database: SqlReader, sql: string, parameters?: unknown[]): Promise<RowOf<C> | null> {
    const [row] = await queryRows(database, sql, parameters);
    return row === undefined ? null : this.read(row);
  }

  /** For a query that always returns a row. */
  async one(database: SqlReader, sql: string, parameters?: unknown[]): Promise<RowOf<C>> {
    const [row = {}] = await queryRows(database, sql, parameters);
    return this.read(row);
  }
}

/** TypeORM returns `[rows, count]` for UPDATE and DELETE; node-postgres returns an object. */
async function queryRows(database: SqlReader, sql: string, parameters?: unknown[]): Promise<Row[]> {
  const result = (await database.query(sql, parameters)) as Row[] | [Row[], number] | { rows: Row[] };
  if ('rows' in result) return result.rows;
  return Array.isArray(result[0]) ? result[0] : (result as Row[]);
}

function fieldOf(
  property: string,
  kind: string,
  read: (row: Row, column: string) => unknown,
): [string, (row: Row) => unknown] {
  const column = columnOf(property);
  return [property, (row) => (kind.endsWith('?') && (row[column] ?? null) === null ? null : read(row, column))];
}

/** Inserts all rows with one statement. Stores a missing property as NULL. @param table with its schema */
export async function insertRows(database: SqlReader, table: string, rows: readonly object[]): Promise<void> {
  const columns = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([property, value]) => [columnOf(property), value])),
  );
  const sql = `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(null::${table}, $1::jsonb)`;
  await database.query(sql, [JSON.stringify(columns)]);
}

async function queryColumn<T>(
  read: (row: Row, column: string) => T,
  [database, sql, parameters]: [database: SqlReader, sql: string, parameters?: unknown[]],
): Promise<T[]> {
  const rows = await queryRows(database, sql, parameters);
  return rows.map((row) => read(row, Object.keys(row)[0] ?? ''));
}

export const queryTexts = (...query: [SqlReader, string, unknown[]?]) => queryColumn(textOf, query);
export const queryIntegers = (...query: [SqlReader, string, unknown[]?]) => queryColumn(integerOf, query);

export async function queryInteger(...query: [SqlReader, string, unknown[]?]): Promise<number> {
  const [value] = await queryIntegers(...query);
  if (value === undefined) throw new TypeError('A query for a number returned no row');
  return value;
}

export async function hasRows(database: SqlReader, sql: string, parameters?: unknown[]): Promise<boolean> {
  return (await queryRows(database, sql, parameters)).length > 0;
}

/** @returns false when a row with the same unique key exists */
export async function insertOrIgnore<Entity extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntityTarget<Entity>,
  row: QueryDeepPartialEntity<Entity>,
): Promise<boolean> {
  const insert = manager.createQueryBuilder().insert().into(entity).values(row);
  const { raw } = await insert.orIgnore().returning('*').updateEntity(false).execute();
  return raw.length === 1;
}
