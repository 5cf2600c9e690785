import { COVERAGE_MAPS, type CoverageTag, type TaggedTest, taggedTests } from './coverage.ts';

/**
 * Prints, as Markdown, which tests cover which requirement: `npm run coverage-map -- security`. Without an argument,
 * prints all maps.
 */

const NAMES: Readonly<Record<string, CoverageTag>> = { spec: 'spec', security: 'security', faults: 'fault' };

const [name] = process.argv.slice(2);
const selected = name === undefined ? Object.values(NAMES) : [NAMES[name]];
const tests = taggedTests();
for (const tag of selected) {
  if (tag === undefined) {
    process.stderr.write(`Unknown map "${name}". Choose one of: ${Object.keys(NAMES).join(', ')}.\n`);
    process.exitCode = 2;
  } else process.stdout.write(`${coverageTable(tag, tests)}\n`);
}

function coverageTable(tag: CoverageTag, tests: readonly TaggedTest[]): string {
  const { title, requirements } = COVERAGE_MAPS[tag];
  const lines = [`# ${title}`, ''];
  for (const [chapter, heading] of Object.entries(requirements.chapters)) {
    lines.push(`## ${chapter}. ${heading}`, '', '| Id | Requirement | Tests |', '|---|---|---|');
    for (const [id, text] of Object.entries(requirements.texts)) {
      if (!id.startsWith(`${chapter}.`)) continue;
      const showing = tests.filter((test) => test.tag === tag && test.id === id);
      lines.push(`| ${id} | ${cell(text)} | ${tag === 'spec' ? titlesOf(showing) : titlesByFile(showing)} |`);
    }
    lines.push('');
  }
  return lines.join('\n');
}

function titlesOf(tests: readonly TaggedTest[]): string {
  return cell([...new Set(tests.map(({ title }) => title))].toSorted().join('; '));
}

function titlesByFile(tests: readonly TaggedTest[]): string {
  return [...Map.groupBy(tests, ({ file }) => file)]
    .map(([file, ofFile]) => `\`${file}\`: ${titlesOf(ofFile)}`)
    .join('<br>');
}

/** Escapes text for a Markdown table cell. */
function cell(text: string): string {
  return text.replaceAll(/[\\|*_`]/g, String.raw`\$&`).replaceAll('<', '&lt;');
}
