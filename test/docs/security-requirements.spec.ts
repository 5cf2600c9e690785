import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectToExist, parseNamedTests, ROOT, tableLinesOf } from './project-documents.ts';

/** A requirement and the tests that show it. */
const LINES = tableLinesOf('security-tests.md').map(([requirement = '', , shownBy = '']) => ({
  requirement,
  tests: parseNamedTests(shownBy),
}));

describe('the security requirements', () => {
  it('are all there, in six sections', () => {
    expect(LINES.length).toBeGreaterThan(50);
    const sections = readFileSync(join(ROOT, 'docs', 'security-tests.md'), 'utf8').match(/^## .*$/gm);
    expect(sections?.slice(0, 6)).toEqual([
      '## Sessions',
      '## Codes and passwords',
      '## Who may what',
      '## Browser',
      '## Traces',
      '## Files',
    ]);
  });

  it.each(LINES)('$requirement', ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0);
    for (const test of tests) expectToExist(test);
  });
});
