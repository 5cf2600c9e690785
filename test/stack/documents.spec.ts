import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const DOCUMENTS = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT });

const textOf = (document: string) => readFileSync(join(ROOT, document), 'utf8');
const isThere = (path: string) => existsSync(join(ROOT, path));

describe.each(DOCUMENTS)('%s', (document) => {
  it('names only files that exist', () => {
    const named = [...textOf(document).matchAll(/`((?:packages|services|web|infra|test|docs)\/[^`*<> ]+)`/g)];
    expect(named.map(([, path = '']) => path).filter((path) => !isThere(path))).toEqual([]);
  });

  it('links only to what exists', () => {
    const links = [...textOf(document).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)];
    const broken = links
      .map(([, path = '']) => path)
      .filter((path) => !isThere(join(dirname(document), path)));
    expect(broken).toEqual([]);
  });
});
