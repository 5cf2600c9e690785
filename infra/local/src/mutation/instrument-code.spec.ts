import { runInNewContext } from 'node:vm';
import { instrumented, interrupted, plain } from './instrument-code.ts';

function changesOf(source: string): string[] {
  return instrumented(plain(source), { path: 'rule.ts', firstId: 0 }).mutants.map(
    ({ from, to }) => `${from} → ${to === '' ? 'left out' : to}`,
  );
}

/** What an expression is with one mutant on, or with none. */
function valueWith(expression: string, on: number | null): unknown {
  const { code } = instrumented(plain(expression), { path: 'rule.ts', firstId: 0 });
  return runInNewContext(code, { __isOn: (id: number) => id === on });
}

describe('the mutants of a text', () => {
  it.each<[string, string[]]>([
    ['const is = a < 0;', ['a < 0 → (a) <= (0)', 'a < 0 → true', 'a < 0 → false', '0 → 1']],
    ['const is = a === b;', ['a === b → true', 'a === b → false']],
    ['const x = a - b;', ['a - b → (a) + (b)']],
    ['const x = 3;', ['3 → 4', '3 → 2']],
    ['const is = true;', ['true → false']],
    ['const is = list.some(f);', ['list.some(f) → list.every(f)']],
    ['const x = list.filter(f).length;', ['list.filter(f) → list']],
    ['const x = Math.abs(a);', ['Math.abs(a) → a']],
    ['const x = a ?? b;', ['a ?? b → a', 'a ?? b → b']],
    ['const x = a?.b;', ['a?.b → a.b']],
    ['const x = [a];', ['[a] → []']],
    ['const x = /^a+$/i;', ['/a+$/i', '/^a*$/i', '/^a+/i', '/^a+$/'].map((to) => `/^a+$/i → ${to}`)],
    ['const x = /a{3}[+]\\?/;', ['/a{3}[+]\\?/ → /a{4}[+]\\?/']],
  ])('%s', (source, changes) => {
    expect(changesOf(source)).toEqual(changes);
  });

  it('turn each part of a condition into what lets the others decide', () => {
    expect(changesOf('if (a && b) c = d;')).toEqual([
      'a && b → true',
      'a && b → false',
      'a → true',
      'b → true',
      'c = d; → left out',
    ]);
  });

  it.each([
    ['words for people', "const x = 'two' + name + `${name}`; const list = ['in words', 'for people'];"],
    ['types', 'type Three = 3; const x = y as Record<string, 3>;'],
    ['names', "import { a } from './a.ts'; const { b = c } = a; export { b as d };"],
    ['what only the compiler asks for', "const [x = ''] = list; const y = list.at(z)?.b;"],
    ['tables of numbers', 'const x = [1, 2, 3, 4, 5, 6, 7, 8].length;'],
  ])('are none of %s', (_, source) => {
    const changes = changesOf(source).filter((change) => !change.endsWith('→ []'));
    expect(changes).toEqual([]);
  });

  it('stand in their line', () => {
    const { mutants } = instrumented(plain('interface A {\n  b: 3;\n}\nconst x = 3;'), {
      path: 'rule.ts',
      firstId: 7,
    });
    expect(mutants.map(({ id, line }) => [id, line])).toEqual([
      [7, 4],
      [8, 4],
    ]);
  });
});

describe('instrumented text', () => {
  it('is what it was with no mutant on, and one change with one on', () => {
    const expression = '(2 + 3) * 4;';
    expect(valueWith(expression, null)).toBe(20);
    const values = changesOf(expression).map((_, id) => valueWith(expression, id));
    expect(values).toContain((2 + 3) / 4);
    expect(values).toContain((2 - 3) * 4);
    expect(values).toContain((2 + 3) * 5);
  });
});

describe('work that can be ended', () => {
  it('gives back what it finds, and throws what goes wrong', () => {
    expect(interrupted(() => 7, 60_000)).toBe(7);
    expect(() =>
      interrupted(() => {
        throw new Error('wrong');
      }, 60_000),
    ).toThrow('wrong');
  });

  it('is ended when an expression goes through more ways to match than there is time for', () => {
    const ways = () => /^(?:a+)+$/.test(`${'a'.repeat(60)}!`);
    expect(() => interrupted(ways, 20)).toThrow(/timed out/);
  });
});
