import { DOCUMENTS, FILES, isThere, partsOf, placeOf, textOf } from './project-documents.ts';

describe.each(DOCUMENTS)('$file', ({ file, text }) => {
  it('links only to what is there', () => {
    const links = [...text.matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)].map(([, link = '']) => link);
    const broken = links.filter((link) => {
      const { path, part } = placeOf(file, link);
      return !isThere(path) || (part !== undefined && !partsOf(path).includes(part));
    });
    expect(broken).toEqual([]);
  });
});

// Decisions are records: the files they name may be gone.
it.each(DOCUMENTS.filter(({ file }) => !file.startsWith('docs/adr/')))(
  '$file names only source files that are there',
  ({ text }) => {
    const names = [...text.matchAll(/`([\w./-]*\w\.(?:ts|tsx|mjs))`/g)].map(([, name = '']) => name);
    const isNamed = (name: string) => FILES.some((path) => path === name || path.endsWith(`/${name}`));
    expect(names.filter((name) => !name.startsWith('.') && !isNamed(name))).toEqual([]);
  },
);

describe('the indexes', () => {
  it.each(['docs/adr', 'docs/how-to'])('of %s name every page of it, called as it calls itself', (folder) => {
    const index = textOf(`${folder}/README.md`);
    const pages = FILES.filter((file) => file.startsWith(`${folder}/`) && !file.endsWith('README.md'));
    expect(pages.filter((page) => !index.includes(`](${page.slice(folder.length + 1)})`))).toEqual([]);
  });

  it('of decisions give each its title', () => {
    const index = textOf('docs/adr/README.md');
    const wrong = decisions().filter(
      ({ text }) => !index.includes(/^# \d{4} (.*)$/m.exec(text)?.[1] ?? 'no title'),
    );
    expect(wrong.map(({ file }) => file)).toEqual([]);
  });
});

it.each(decisions())('$file says what was decided, what it costs and what was not chosen', ({ text }) => {
  const parts = [...text.matchAll(/^(?:## (.*)|Status: (.*))$/gm)].map(([line]) => line);
  expect(parts).toEqual(
    expect.arrayContaining([
      'Status: accepted',
      '## Context',
      '## Decision',
      '## What it costs',
      '## Alternatives',
    ]),
  );
});

function decisions(): typeof DOCUMENTS {
  return DOCUMENTS.filter(({ file }) => /^docs\/adr\/\d/.test(file));
}
