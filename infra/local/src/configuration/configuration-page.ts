import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { settingsOf } from '@clearwatch/service-kit/config/read-environment';
import { secretsOf } from '@clearwatch/service-kit/config/secret';
import { PROJECT_ROOT } from '../project-root.ts';
import { START_VARIABLES } from '../start-variables.ts';
import { commentsIn } from './comments-in.ts';
import { composeVariables } from './compose-variables.ts';
import { type DocumentedEnvironment, ENVIRONMENTS } from './environments.ts';
import { kindOf } from './kind-of.ts';

const HEAD = `# Configuration

Every variable that a program of Clearwatch reads, written from the code by \`npm run config-reference\`; a test holds this page to it.

Each program reads its environment once, at its start, and lists every problem at once. An empty variable counts as unset. Each setting \`NAME\` of
a service may be given as \`NAME_FILE\`, the path of a file that holds the one value; what is marked **secret** should be. A password may stand in its
address or beside it, not both. \`npm run doctor\` finds misspelled names.

`;

interface Row {
  name: string;
  kind: string;
  otherwise: string;
  meaning: string;
  isSecret: boolean;
}

/** @throws Error naming every setting without a comment that says what it means */
export function configurationPage(): string {
  const startRows = START_VARIABLES.map(({ isSecret = false, ...variable }) => ({ ...variable, isSecret }));
  const sections = [
    { title: '`npm start` and the commands of operators', rows: startRows },
    { title: '`.env` of `docker compose`', rows: composeVariables() },
    ...ENVIRONMENTS.map((environment) => ({ title: environment.title, rows: rowsOf(environment) })),
  ];
  const mute = sections.flatMap(({ rows }) =>
    rows.filter(({ meaning }) => meaning === '').map(({ name }) => name),
  );
  if (mute.length > 0) throw new Error(`Settings that no comment explains: ${mute.join(', ')}`);
  const filled = sections.filter(({ rows }) => rows.length > 0);
  return `${HEAD}${filled.map(({ title, rows }) => `## ${title}\n\n${tableOf(rows)}`).join('\n')}`;
}

function rowsOf({ shape, file }: DocumentedEnvironment): Row[] {
  const comments = commentsIn(readFileSync(join(PROJECT_ROOT, file), 'utf8'));
  const secrets = new Set(secretsOf(shape).map(({ name }) => name));
  const defaults = new Map(Object.entries(new shape() as Record<string, string | number | undefined>));
  const parent = Object.getPrototypeOf(shape.prototype) as { constructor: new () => object };
  const inherited = settingsOf(parent.constructor);
  return [...settingsOf(shape)]
    .filter((name) => !inherited.has(name))
    .map((name) => {
      const { kind, isRequired } = kindOf(shape, name);
      return {
        name,
        kind,
        otherwise: defaultOf(defaults.get(name), isRequired),
        meaning: comments.get(name) ?? '',
        isSecret: secrets.has(name),
      };
    });
}

/** A folder of the project is told from its root: the page is the same on every machine. */
function defaultOf(value: string | number | undefined, isRequired: boolean): string {
  if (value === undefined) return isRequired ? '**required**' : 'none';
  const text = String(value);
  return `\`${text.startsWith(PROJECT_ROOT) ? relative(PROJECT_ROOT, text) : text}\``;
}

function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ name, kind, otherwise, meaning, isSecret }) =>
      `| \`${name}\` | ${cell(kind)} | ${cell(otherwise)} | ${cell(meaning)}${isSecret ? ' **secret**' : ''} |`,
  );
  return `| variable | is | default | meaning |\n|---|---|---|---|\n${lines.join('\n')}\n`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');
