import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Finds the definition of a lock number. */
const NUMBER = /\b(?:\w*LOCK|KEY|TURN|room)\b(?: =|:) ([\d_]+)|advisory\w*lock\w*\(([\d_]+)/g;

/** Numbers hashed from a name do not collide with the others. */
const NAMED = /hashtext/;

/** Functions in these files receive the lock number from their caller. */
const RECEIVES_NUMBER = [
  'packages/service-kit/src/database/transaction.ts',
  'infra/postgres/src/testing/test-database.ts',
];

const FILES = globSync(['{packages,services,infra}/*/src/**/*.ts'], { cwd: ROOT })
  .filter((file) => !file.endsWith('.spec.ts') && !RECEIVES_NUMBER.includes(file))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))
  .filter(({ text }) => /pg_\w*advisory|acquireSlot\(/.test(text));

const numbersIn = (text: string): number[] =>
  [...text.matchAll(NUMBER)].map(([, given, written]) => Number((given ?? written ?? '').replaceAll('_', '')));

/** All services share one database and its lock numbers. Two locks with the same number would block each other. */
describe('advisory lock numbers', () => {
  it('each advisory lock number is used for only one lock', () => {
    const numbers = FILES.flatMap(({ text }) => numbersIn(text)).toSorted((one, other) => one - other);
    expect(numbers.length).toBeGreaterThan(8);
    expect(numbers.filter((number, at) => number === numbers[at - 1])).toEqual([]);
  });

  it('a lock number is found for every advisory lock in the code', () => {
    const unknown = FILES.filter(({ text }) => numbersIn(text).length === 0 && !NAMED.test(text));
    expect(unknown.map(({ file }) => file)).toEqual([]);
  });
});
