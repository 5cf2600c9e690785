/**
 * Raw SQL rows arrive untyped and with surprises: `sum()` and `bigint` come back as text, dates as Date objects.
 * These readers turn one column into one honest value or fail loudly with the column's name.
 */
export type Row = Readonly<Record<string, unknown>>;

export function integerOf(row: Row, column: string): number {
  const value = row[column];
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number))
    throw unexpectedValue(column, 'an integer', value);
  return number;
}

export function textOf(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw unexpectedValue(column, 'text', value);
  return value;
}

export function booleanOf(row: Row, column: string): boolean {
  const value = row[column];
  if (typeof value !== 'boolean') throw unexpectedValue(column, 'a boolean', value);
  return value;
}

/** A `numeric(12,2)` or a sum of such, as decimal text with two places. */
export function moneyOf(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value))
    throw unexpectedValue(column, 'an amount', value);
  const [whole = '0', fraction = ''] = value.split('.');
  return `${whole}.${fraction.padEnd(2, '0').slice(0, 2)}`;
}

/** A `numeric(12,2)` or a sum of such, as integer cents. @throws TypeError beyond safe integers */
export function centsOf(row: Row, column: string): number {
  const cents = Number(moneyOf(row, column).replace('.', ''));
  if (!Number.isSafeInteger(cents)) throw unexpectedValue(column, 'an exact amount', row[column]);
  return cents === 0 ? 0 : cents;
}

/** A `date` selected as text (`day::text`), ISO. */
export function dayOf(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value))
    throw unexpectedValue(column, 'an ISO day', value);
  return value;
}

/** A `timestamptz`, as ISO 8601 in UTC. */
export function instantOf(row: Row, column: string): string {
  const value = row[column];
  const date = value instanceof Date ? value : new Date(typeof value === 'string' ? value : Number.NaN);
  if (Number.isNaN(date.getTime())) throw unexpectedValue(column, 'a point in time', value);
  return date.toISOString();
}

/** Wraps any reader for a column that may be NULL. */
export function nullable<T>(read: (row: Row, column: string) => T, row: Row, column: string): T | null {
  return row[column] === null || row[column] === undefined ? null : read(row, column);
}

function unexpectedValue(column: string, expected: string, value: unknown): TypeError {
  return new TypeError(
    `Column ${column} should be ${expected} but is ${value === null ? 'null' : typeof value}`,
  );
}

/** A text column that holds one word of a vocabulary; anything else is a fault of the table, said by its name. */
export function enumOf<Word extends string>(words: readonly Word[], row: Row, column: string): Word {
  const text = textOf(row, column);
  const word = words.find((candidate) => candidate === text);
  if (word === undefined)
    throw new TypeError(`Column ${column} holds a word that this version does not know`);
  return word;
}

/** A `text[]` column. */
export function textArrayOf(row: Row, column: string): string[] {
  const value = row[column];
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string'))
    throw new TypeError(`Column ${column} should be a list of texts`);
  return value;
}
