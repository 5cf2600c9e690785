import { DOCUMENTS, FILES, isThere, partsOf, placeOf, textOf } from './project-documents.ts';

describe.each(DOCUMENTS)('$file', ({ file, text }) => {
  it('a documentation page links only to files and headings that exist', () => {
    const links = [...text.matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)].map(([, link = '']) => link);
    const broken = links.filter((link) => {
      const { path, part } = placeOf(file, link);
      return !isThere(path) || (part !== undefined && !partsOf(path).includes(part));
    });
    expect(broken).toEqual([]);
  });
});

// Decision records may name files that were deleted later.
it.each(DOCUMENTS.filter(({ file }) => !file.startsWith('docs/adr/')))(
  '$file names only source files that exist',
  ({ text }) => {
    const names = [...text.matchAll(/`([\w./-]*\w\.(?:ts|tsx|mjs))`/g)].map(([, name = '']) => name);
    const isNamed = (name: string) => FILES.some((path) => path === name || path.endsWith(`/${name}`));
    expect(names.filter((name) => !name.startsWith('.') && !isNamed(name))).toEqual([]);
  },
);

describe('index pages', () => {
  it.each(['docs/adr', 'docs/how-to'])('the index of %s lists every page in the folder', (folder) => {
    const index = textOf(`${folder}/README.md`);
    const pages = FILES.filter((file) => file.startsWith(`${folder}/`) && !file.endsWith('README.md'));
    expect(pages.filter((page) => !index.includes(`](${page.slice(folder.length + 1)})`))).toEqual([]);
  });

  it('the index of decision records shows the title of each record', () => {
    const index = textOf('docs/adr/README.md');
    const wrong = decisions().filter(({ text }) => !index.includes(/^# \d{4} (.*)$/m.exec(text)?.[1] ?? 'no title'));
    expect(wrong.map(({ file }) => file)).toEqual([]);
  });
});

it.each(decisions())('$file has a status, context, decision, consequences and alternatives', ({ text }) => {
  const parts = [...text.matchAll(/^(?:## (.*)|Status: (.*))$/gm)].map(([line]) => line);
  expect(parts).toEqual(['Status: accepted', '## Context', '## Decision', '## Consequences', '## Alternatives']);
});

function decisions(): typeof DOCUMENTS {
  return DOCUMENTS.filter(({ file }) => /^docs\/adr\/\d/.test(file));
}
