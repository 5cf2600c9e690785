import { codeWordsOf, DOCUMENTS, FILES, isThere, textOf } from './project-documents.ts';

const GROUPS = ['checks', 'unit', 'integration', 'web', 'stack', 'journey'];
/** npm's own commands. */
const NPM_WORDS = ['start', 'test', 'ci', 'install', 'sbom', 'audit'];
const PROGRAMS = FILES.filter(
  (file) => /^(?:infra|services)\/.*\.(?:ts|mjs)$/.test(file) && !file.endsWith('.spec.ts'),
);
/** Commands in code blocks and backticks, one per entry, without shell comments. */
function commandsOf(text: string): string[] {
  const lines = text.split('\n').filter((line) => /^(?: {4,}|\t)/.test(line));
  return [...lines, ...codeWordsOf(text)]
    .flatMap((line) => line.replace(/\s#\s.*$/, '').split(/&&|\|\||;/))
    .map((line) => line.trim().replace(/^(?:[A-Z_]+=\S+ )+/, ''))
    .filter((line) => /^(?:npm|node|docker compose) /.test(line));
}

const scriptsOf = (workspace: string): Record<string, string> =>
  (
    JSON.parse(textOf(workspace === '' ? 'package.json' : `${workspace}/package.json`)) as {
      scripts: Record<string, string>;
    }
  ).scripts;

/** What is wrong with a documented command, or null if it works. */
function problemOf(command: string): string | null {
  if (command.startsWith('docker compose ')) return composeProblem(command);
  const [program = '', ...words] = command.split(/\s+/);
  if (program === 'node') return words[0] !== undefined && isThere(words[0]) ? flagProblem(words) : 'no such file';
  const rest = words.filter((word) => !/^(?:--silent|-s)$/.test(word));
  const [verb = '', name = ''] = rest;
  if (verb === 'test') return testProblem(rest);
  if (verb !== 'run') return NPM_WORDS.includes(verb) ? null : `npm has no ${verb}`;
  const workspace = rest.includes('-w') ? (rest[rest.indexOf('-w') + 1] ?? '') : '';
  return name in scriptsOf(workspace) ? flagProblem(rest.slice(rest.indexOf('--'))) : `no script ${name}`;
}

function testProblem(words: readonly string[]): string | null {
  const only = words.indexOf('--only');
  if (only === -1) return null;
  const [group = '', ...paths] = words.slice(only + 1);
  if (!group.startsWith('<') && !GROUPS.includes(group)) return `no group ${group}`;
  const missing = paths.filter(
    (path) => !/[<[\]…]/.test(path) && !FILES.some((file) => /\.spec\.tsx?$/.test(file) && file.includes(path)),
  );
  return missing.length === 0 ? null : `no test in ${missing.join(', ')}`;
}

/** A flag is known if a program declares it. */
function flagProblem(words: readonly string[]): string | null {
  const flags = words.filter((word) => /^--\w/.test(word)).map((word) => word.slice(2).replace(/=.*$/, ''));
  const unknown = flags.filter((flag) => {
    const declared = new RegExp(`['"]?\\b${flag}['"]?: \\{ type|['"\`[]--${flag}\\b`);
    return !PROGRAMS.some((file) => declared.test(textOf(file)));
  });
  return unknown.length === 0 ? null : `no flag --${unknown.join(', --')}`;
}

function composeProblem(command: string): string | null {
  const named = [
    ...command.matchAll(/--scale ([\w-]+)=/g),
    ...command.matchAll(/ (?:run|exec|logs|restart)(?: -[\w-]+)* ([a-z][\w-]*)/g),
  ].map(([, service = '']) => service);
  const compose = textOf('docker-compose.yml');
  const missing = named.filter((service) => !new RegExp(`^  ${service}:`, 'm').test(compose));
  if (missing.length > 0) return `no service ${missing.join(', ')}`;
  const program = /\bnode (\S+)/.exec(command)?.[1];
  return program === undefined || isThere(program) ? null : `no file ${program}`;
}

describe.each(DOCUMENTS.map(({ file, text }) => ({ file, commands: commandsOf(text) })))('$file', ({ commands }) => {
  it('a documentation page contains only commands that exist', () => {
    const wrong = commands.map((command) => [command, problemOf(command)]).filter(([, problem]) => problem !== null);
    expect(wrong).toEqual([]);
  });
});

it('every project script is documented', () => {
  const documents = ['README.md', 'CONTRIBUTING.md', 'docs/operations.md'].map(textOf).join('\n');
  const silent = Object.keys(scriptsOf('')).filter(
    (script) =>
      !documents.includes(`npm ${script}`) && !new RegExp(`npm run (?:--silent )?${script}\\b`).test(documents),
  );
  expect(silent).toEqual([]);
});
