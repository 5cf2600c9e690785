import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILES, ROOT, textOf } from './project-documents.ts';
import { SPECIFICATION } from './specification.ts';

/** Generated: `UPDATE_CONFORMANCE=1 npm test -- --only unit test/docs/specification` writes it. */
const COMMITTED = join(ROOT, 'docs', 'conformance.md');

const CHAPTERS: Readonly<Record<string, string>> = {
  '1': 'What the product does and for whom',
  '2': 'Screens and routes',
  '3': 'Entities and their fields',
  '4': 'States and transitions',
  '5': 'Validation rules',
  '6': 'Roles and permissions',
  '7': 'Calls',
  '8': 'Error catalogue',
  '9': 'Business constants and limits',
};

/** A quoted test title that ends with the numbers of the points it shows. */
const TAGGED_TITLE = /(['"`])((?:\\.|(?!\1)[^\\\n])*?) \[spec ([\d., ]+)\]\1/g;

interface TaggedTest {
  title: string;
  points: string[];
}

describe('the specification', () => {
  const tests = taggedTests();
  const pointsShown = new Set(tests.flatMap(({ points }) => points));

  it('has a test for each of its points', () => {
    expect(Object.keys(SPECIFICATION).filter((point) => !pointsShown.has(point))).toEqual([]);
  });

  it('has every point that a test names', () => {
    expect([...pointsShown].filter((point) => SPECIFICATION[point] === undefined)).toEqual([]);
  });

  it('has its table in docs/conformance.md, written from the test titles', () => {
    const table = conformanceTable(tests);
    if (process.env['UPDATE_CONFORMANCE'] !== undefined) writeFileSync(COMMITTED, table);
    expect(readFileSync(COMMITTED, 'utf8')).toBe(table);
  });
});

function taggedTests(): TaggedTest[] {
  return FILES.filter((file) => /\.spec\.tsx?$/.test(file) && !file.startsWith('test/docs/'))
    .toSorted()
    .flatMap((file) => {
      const text = textOf(file);
      return [...text.matchAll(TAGGED_TITLE)].map(([, , title = '', points = '']) => ({
        title: title.replaceAll(/\\(.)/g, '$1'),
        points: points.split(',').map((point) => point.trim()),
      }));
    });
}

function conformanceTable(tests: readonly TaggedTest[]): string {
  const lines = [
    '# The specification and the tests that show it',
    '',
    'Generated from test titles: a title that ends with `[spec 2.6.1]` shows point 2.6.1. A test fails when a point has none.',
    'Departures from the specification are listed in the [README](../README.md#departures-from-the-specification).',
  ];
  let chapter = '';
  for (const [point, text] of Object.entries(SPECIFICATION)) {
    const [number = ''] = point.split('.');
    if (number !== chapter) {
      chapter = number;
      lines.push(
        '',
        `## ${number}. ${CHAPTERS[number]}`,
        '',
        '| Point | Specification | Shown by |',
        '|---|---|---|',
      );
    }
    const titles = tests.filter(({ points }) => points.includes(point)).map(({ title }) => title);
    lines.push(`| ${[point, text, [...new Set(titles)].toSorted().join('; ')].map(cell).join(' | ')} |`);
  }
  return `${lines.join('\n')}\n`;
}

/** Text that a Markdown table shows as it is. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('*', '\\*');
}
