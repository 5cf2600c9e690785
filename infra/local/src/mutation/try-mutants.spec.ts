import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Outcome, tryMutants } from './try-mutants.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mutants-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** What becomes of the mutants of a rule with these tests. */
async function outcomesOf(rule: string, tests: string, others: readonly string[] = []): Promise<Outcome[]> {
  const rulePath = written('rule.ts', rule);
  const spec = written('rule.spec.ts', `import { rule } from './rule.ts';\n${tests}`);
  const outcomes: Outcome[] = [];
  for await (const outcome of tryMutants({
    specs: [spec, ...others],
    isMutated: (path) => path === rulePath,
  }))
    outcomes.push(outcome);
  return outcomes;
}

async function survivorsOf(rule: string, tests: string): Promise<string[]> {
  const outcomes = await outcomesOf(rule, tests);
  return outcomes.filter(({ killedBy }) => killedBy === null).map(({ mutant }) => mutant.to);
}

const LIMIT =
  'export function rule(amount: number): boolean {\n  return amount >= limit;\n}\nconst limit = 10;';

describe('trying mutants', () => {
  it('all are noticed where the edges of the rule are tested', async () => {
    const tests = "test.each([[9, false], [10, true]])('%d', (amount, is) => expect(rule(amount)).toBe(is));";
    expect(await survivorsOf(LIMIT, tests)).toEqual([]);
  });

  it('those survive that no test tells from the rule', async () => {
    const tests =
      "describe('far from the limit', () => { test('high', () => expect(rule(99)).toBe(true)); });";
    expect(await survivorsOf(LIMIT, tests)).toEqual(['(amount) > (limit)', 'true', '11', '9']);
  });

  it('a number is noticed where the rule is used, though more specs are nearer that only load it', async () => {
    written('way.ts', "export { rule } from './rule.ts';");
    const edges = 'test("edges", () => expect([rule(9), rule(10)]).toEqual([false, true]));';
    const outcomes = await outcomesOf(LIMIT, "test('nothing', () => {});", [
      ...['one', 'two', 'three'].map((name) =>
        written(`${name}.spec.ts`, "import { rule } from './rule.ts';\ntest('nothing', () => rule);"),
      ),
      written('far.spec.ts', `import { rule } from './way.ts';\n${edges}`),
    ]);
    expect(outcomes.filter(({ killedBy }) => killedBy === null)).toEqual([]);
  });

  it('code that no test comes to says so', async () => {
    const outcomes = await outcomesOf(
      'export const rule = (a: number) => a > 0;',
      "test('nothing', () => {});",
    );
    expect(outcomes.map(({ killedBy, tried }) => [killedBy, tried])).toEqual(outcomes.map(() => [null, 0]));
  });

  it('a loop that becomes endless is noticed', async () => {
    const rule =
      'export function rule(n: number): number {\n  let at = 0;\n  while (at < n) at += 1;\n  return n;\n}';
    const survivors = await survivorsOf(rule, "test('two', () => expect(rule(2)).toBe(2));");
    expect(survivors).not.toContain('at -= (1)');
    expect(survivors).toContain('false');
  });

  it('what a module remembers does not reach the next mutant', async () => {
    const rule = 'let last = 1;\nexport function rule(n: number): number {\n  last *= n;\n  return last;\n}';
    expect(await survivorsOf(rule, "test('twice', () => expect(rule(2) + rule(3)).toBe(8));")).toEqual([]);
  });

  it('a spec that fails by itself ends it: nothing could be said', async () => {
    await expect(outcomesOf(LIMIT, "test('wrong', () => expect(rule(1)).toBe(true));")).rejects.toThrow(
      /wrong fails without any mutant/,
    );
  });
});
