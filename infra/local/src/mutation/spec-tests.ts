/** What a spec file declares, in a form that can be run one test at a time, and again and again. */
export interface SpecTest {
  name: string;
  run: () => Promise<void>;
}

type Body = (...row: never[]) => unknown;
interface Declare {
  (name: string, body: Body): void;
  each: (...table: unknown[]) => (name: string, body: Body) => void;
}

/** Jest's names as a spec uses them, and where the tests go that it declares. */
export function collectTests(): { tests: SpecTest[]; names: Record<string, unknown> } {
  const tests: SpecTest[] = [];
  const path: string[] = [];
  const before: Body[][] = [[]];
  const after: Body[][] = [[]];

  const describe = eachToo((name, body) => {
    path.push(name);
    before.push([]);
    after.push([]);
    body();
    path.pop();
    before.pop();
    after.pop();
  });
  const test = eachToo((name, body) => {
    const first = before.flat();
    const last = after.flat();
    tests.push({
      name: [...path, name].join(' › '),
      run: async () => {
        for (const step of [...first, body]) await step();
        for (const step of last) await step();
      },
    });
  });
  const beforeEach = (body: Body): void => void before.at(-1)?.push(body);
  const afterEach = (body: Body): void => void after.at(-1)?.push(body);
  return { tests, names: { describe, test, it: test, beforeEach, afterEach } };
}

function eachToo(declare: (name: string, body: Body) => void): Declare {
  const each =
    (...[table, ...values]: unknown[]) =>
    (name: string, body: Body): void =>
      rowsOf(table, values).forEach((row, at) => {
        declare(`${name} [${at}]`, () => body(...(row as never[])));
      });
  return Object.assign(declare, { each });
}

function rowsOf(table: unknown, values: unknown[]): unknown[][] {
  if (!Array.isArray(table)) throw new Error('test.each takes a list');
  if ('raw' in table)
    throw new Error(`a table written as a template is not understood (${values.length} values)`);
  return table.map((row: unknown) => (Array.isArray(row) ? row : [row]));
}
