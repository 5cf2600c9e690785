import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { secretSettingsOf, settingNamesOf } from '@clearwatch/service-kit/config/read-environment';
import { getMetadataStorage } from 'class-validator';
import { PROGRAM_ENVIRONMENTS, type ProgramEnvironment } from './program-environments.ts';
import { PROJECT_ROOT } from './project-root.ts';
import { START_VARIABLES } from './start-variables.ts';

/** In a class, or in one that a function makes. */
const BEGINS = /^(?: {2}){1,2}\/\*\*\s?(.*)$/;
const SETTING = /^(?: {2}){1,2}([A-Z][A-Z0-9_]*)[!?]?\s*[:=]/;

/**
 * What stands above each setting of an environment class, as one line: the compiler has no interface that a program
 * could ask (TypeScript 7), and the classes are laid out by a formatter.
 */
export function commentsIn(source: string): ReadonlyMap<string, string> {
  const comments = new Map<string, string>();
  let [words, isOpen]: [string[], boolean] = [[], false];
  for (const line of source.split('\n')) {
    const begun = BEGINS.exec(line);
    if (begun !== null) [words, isOpen] = [[], true];
    if (isOpen) {
      words.push(textOf(begun?.[1] ?? line));
      isOpen = !line.includes('*/');
      continue;
    }
    const name = SETTING.exec(line)?.[1];
    if (name === undefined) continue;
    comments.set(name, words.join(' ').replaceAll(/\s+/g, ' ').trim());
    words = [];
  }
  return comments;
}

const textOf = (line: string): string =>
  line
    .replace(/^\s*\*(?!\/)/, '')
    .replace('*/', '')
    .trim();

interface ComposeVariable {
  name: string;
  kind: string;
  otherwise: string;
  meaning: string;
  isSecret: false;
}

/** What docker-compose.yml takes from `.env`, with the words of `.env.example`. */
export function composeVariables(): ComposeVariable[] {
  const meanings = new Map(
    [...read('.env.example').matchAll(/^# ([A-Z0-9_]+)=\S*(?: +(.*))?$/gm)].map(
      ([, name = '', meaning = '']) => [name, meaning],
    ),
  );
  const used = new Map(
    [...read('docker-compose.yml').matchAll(/\$\{([A-Z0-9_]+)(?::-([^}]*))?\}/g)].map(
      ([, name = '', otherwise = '']) => [name, otherwise],
    ),
  );
  return [...used].map(([name, otherwise]) => ({
    name,
    kind: 'text',
    otherwise: otherwise === '' ? 'none' : `\`${otherwise}\``,
    meaning: meanings.get(name) ?? '',
    isSecret: false,
  }));
}

function read(file: string): string {
  return readFileSync(join(PROJECT_ROOT, file), 'utf8');
}

interface Rule {
  name: string;
  constraints: readonly (string | number | readonly string[])[];
  message: string;
}

export interface SettingKind {
  /** What its value may be, in words. */
  kind: string;
  /** Whether a program starts without it. */
  isRequired: boolean;
}

/** What the validators of a setting demand of it. */
function kindOf(shape: new () => object, name: string): SettingKind {
  const metadata = getMetadataStorage()
    .getTargetValidationMetadatas(shape, '', false, false)
    .filter(({ propertyName }) => propertyName === name);
  const rules = metadata.map((rule): Rule => {
    const { name: kind = '', constraints, message } = rule;
    return {
      name: kind,
      constraints: (constraints ?? []) as Rule['constraints'],
      message: typeof message === 'string' ? message : '',
    };
  });
  return {
    kind: wordsFor(rules, name),
    isRequired: !metadata.some(({ type }) => type === 'conditionalValidation'),
  };
}

function wordsFor(rules: readonly Rule[], name: string): string {
  const rule = (kind: string): Rule | undefined => rules.find((candidate) => candidate.name === kind);
  const values = rule('isIn')?.constraints[0];
  if (Array.isArray(values)) return values.join(', ');
  if (rule('isInt') !== undefined || rule('isNumber') !== undefined) {
    const [least, most] = [rule('min')?.constraints[0], rule('max')?.constraints[0]];
    const what = rule('isInt') === undefined ? 'number' : 'whole number';
    return [
      what,
      ...(least === undefined ? [] : [`from ${String(least)}`]),
      ...(most === undefined ? [] : [`to ${String(most)}`]),
    ].join(' ');
  }
  const shortest = rule('minLength')?.constraints[0];
  if (shortest !== undefined) return `text of ${String(shortest)} characters or more`;
  const said = (rule('matches') ?? rule('isUrl'))?.message ?? '';
  return said.replace(new RegExp(`^${name} must be (an? )?`), '') || 'text';
}

const HEAD = `# Configuration

Every variable that a program of Clearwatch reads, written from the code by \`npm run configuration-reference\`; a test holds this page to it.

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
    ...PROGRAM_ENVIRONMENTS.map((environment) => ({ title: environment.title, rows: rowsOf(environment) })),
  ];
  const mute = sections.flatMap(({ rows }) =>
    rows.filter(({ meaning }) => meaning === '').map(({ name }) => name),
  );
  if (mute.length > 0) throw new Error(`Settings that no comment explains: ${mute.join(', ')}`);
  const filled = sections.filter(({ rows }) => rows.length > 0);
  return `${HEAD}${filled.map(({ title, rows }) => `## ${title}\n\n${tableOf(rows)}`).join('\n')}`;
}

function rowsOf({ shape, file }: ProgramEnvironment): Row[] {
  const comments = commentsIn(readFileSync(join(PROJECT_ROOT, file), 'utf8'));
  const secrets = new Set(secretSettingsOf(shape).map(({ name }) => name));
  const defaults = new Map(Object.entries(new shape() as Record<string, string | number | undefined>));
  const parent = Object.getPrototypeOf(shape.prototype) as { constructor: new () => object };
  const inherited = settingNamesOf(parent.constructor);
  return [...settingNamesOf(shape)]
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
