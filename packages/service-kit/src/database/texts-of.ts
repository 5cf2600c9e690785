import type { Row } from './row.ts';

/** A `text[]` column. */
export function textsOf(row: Row, column: string): string[] {
  const value = row[column];
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string'))
    throw new TypeError(`Column ${column} should be a list of texts`);
  return value;
}
