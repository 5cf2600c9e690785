import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const DOCUMENT = join(ROOT, 'docs', 'security-tests.md');

/** Lines of the tables: a requirement and the tests that show it. */
const LINES = readFileSync(DOCUMENT, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Requirement'))
  .map((line) => line.split(' | '))
  .map(([requirement = '', , shownBy = '']) => ({
    requirement: requirement.slice(2),
    tests: testsIn(shownBy),
  }));

function testsIn(shownBy: string): { file: string; title: string }[] {
  return shownBy.split('; ').flatMap((part) => {
    const file = /`([^`]+)`/.exec(part)?.[1] ?? '';
    return [...part.matchAll(/\*([^*]+)\*/g)].map(([, title = '']) => ({ file, title }));
  });
}

describe('the security requirements', () => {
  it('are all there, in six sections', () => {
    expect(LINES.length).toBeGreaterThan(50);
    const sections = readFileSync(DOCUMENT, 'utf8').match(/^## .*$/gm);
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
    for (const { file, title } of tests) {
      const path = join(ROOT, file);
      const text = existsSync(path) ? readFileSync(path, 'utf8').replaceAll("\\'", "'") : '';
      expect([file, title, text.includes(title)]).toEqual([file, title, true]);
    }
  });
});
