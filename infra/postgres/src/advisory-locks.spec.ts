import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Where a number is given to what takes a lock by it. */
const NUMBER = /\b(?:\w*LOCK|KEY|TURN|room)\b(?: =|:) ([\d_]+)|advisory\w*lock\w*\(([\d_]+)/g;

/** Numbers that are worked out of a name stand in no other's way. */
const NAMED = /hashtext/;

/** They are handed theirs. */
const HANDED = [
  'packages/service-kit/src/database/transaction.ts',
  'infra/postgres/src/testing/test-database.ts',
];

const FILES = globSync(['{packages,services,infra}/*/src/**/*.ts'], { cwd: ROOT })
  .filter((file) => !file.endsWith('.spec.ts') && !HANDED.includes(file))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))
  .filter(({ text }) => /pg_\w*advisory|acquireSlot\(/.test(text));

const numbersIn = (text: string): number[] =>
  [...text.matchAll(NUMBER)].map(([, given, written]) =>
    Number((given ?? written ?? '').replaceAll('_', '')),
  );

/** All services share one database, and with it the numbers of its locks: two of one number would wait for each other. */
describe('the numbers of advisory locks', () => {
  it('are each one lock’s alone', () => {
    const numbers = FILES.flatMap(({ text }) => numbersIn(text)).toSorted((one, other) => one - other);
    expect(numbers.length).toBeGreaterThan(15);
    expect(numbers.filter((number, at) => number === numbers[at - 1])).toEqual([]);
  });

  it('are known here wherever one is taken', () => {
    const unknown = FILES.filter(({ text }) => numbersIn(text).length === 0 && !NAMED.test(text));
    expect(unknown.map(({ file }) => file)).toEqual([]);
  });
});
