import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectToExist, ROOT, tableLinesOf, testsNamedIn, textOf } from './tests-named-in.ts';

const LINES = tableLinesOf('conformance.md').map(([specification = '', code = '', shownBy = '']) => ({
  specification,
  texts: [...specification.matchAll(/"([^"]+)"/g)].map(([, text = '']) => text),
  files: [...code.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  tests: testsNamedIn(shownBy),
}));

describe('the table of the specification', () => {
  it('has all sections that say what is to be there', () => {
    const sections = readFileSync(join(ROOT, 'docs', 'conformance.md'), 'utf8').match(/^## \d/gm);
    expect(sections).toEqual(['## 2', '## 4', '## 5', '## 6', '## 7', '## 8', '## 9']);
    expect(LINES.length).toBeGreaterThan(150);
  });

  it.each(LINES)('$specification', ({ texts, files, tests }) => {
    expect(files.map((file) => [file, textOf(file) !== ''])).toEqual(files.map((file) => [file, true]));
    const code = files.map(textOf).join('\n');
    // What stands around that which the code puts in.
    const pieces = texts.flatMap((text) => text.split(/\{[^}]*\}/)).filter((piece) => piece.trim() !== '');
    expect(pieces.filter((piece) => !code.includes(piece))).toEqual([]);
    expect(tests.length).toBeGreaterThan(0);
    for (const test of tests) expectToExist(test);
  });
});
