/** `sum()` and `bigint` arrive as text, timestamps as dates. Each reader throws a TypeError that names the column. */
export type Row = Readonly<Record<string, unknown>>;

/** @param parse returns undefined for an invalid value */
function reader<T>(expected: string, parse: (value: unknown) => T | undefined) {
  return (row: Row, column: string): T => {
    const value = row[column];
    const parsed = parse(value);
    if (parsed !== undefined) return parsed;
    throw new TypeError(`Column ${column} should be ${expected} but is ${value === null ? 'null' : typeof value}`);
  };
}

export const integerOf = reader('an integer', (value) => {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : undefined;
});

export const textOf = reader('text', (value) => (typeof value === 'string' ? value : undefined));

export const booleanOf = reader('a boolean', (value) => (typeof value === 'boolean' ? value : undefined));

function parseMoney(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value)) return undefined;
  const [whole = '0', fraction = ''] = value.split('.');
  return `${whole}.${fraction.padEnd(2, '0').slice(0, 2)}`;
}

/** A `numeric(12,2)` or a sum of them, as decimal text with two places. */
export const moneyOf = reader('an amount', parseMoney);

/** A `numeric(12,2)` or a sum of them, as integer cents. @throws TypeError beyond safe integers */
export const centsOf = reader('an exact amount', (value) => {
  const cents = Number(parseMoney(value)?.replace('.', ''));
  if (!Number.isSafeInteger(cents)) return undefined;
  return cents === 0 ? 0 : cents;
});

/** A `date` selected as text (`day::text`), ISO. */
export const dayOf = reader('an ISO date', (value) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined,
);

/** A `timestamptz`, as ISO 8601 in UTC. */
export const instantOf = reader('a point in time', (value) => {
  const date = value instanceof Date ? value : new Date(typeof value === 'string' ? value : Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
});

export const textArrayOf = reader('a list of texts', (value): string[] | undefined =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined,
);

/** A jsonb object of integers. */
export const countsOf = reader('counts', (value): Record<string, number> | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.fromEntries(Object.keys(value).map((name) => [name, integerOf(value as Row, name)]));
});

/** The text values of a jsonb object; null for anything else. */
export function metadataOf(row: Row, column: string): Record<string, string> | null {
  const value = row[column];
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(
    Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}

export function nullable<T>(read: (row: Row, column: string) => T, row: Row, column: string): T | null {
  return (row[column] ?? null) === null ? null : read(row, column);
}

export function enumOf<Word extends string>(words: readonly Word[], row: Row, column: string): Word {
  const text = textOf(row, column);
  const word = words.find((candidate) => candidate === text);
  if (word === undefined) throw new TypeError(`Column ${column} contains a value that this version does not recognize`);
  return word;
}
