import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MIN_FREE_BYTES } from '../data-directory.ts';
import { missingKeys, readKeys } from '../installation-keys.ts';
import { PROJECT_ROOT } from '../project-root.ts';
import { START_VARIABLES } from '../start-settings.ts';
import { about, type DoctorFinding } from './doctor-finding.ts';

/** Importing a file of the maximum size takes space for the file, its rows, and the database log. */
const COMFORTABLE_FREE_BYTES = 10 * 2 ** 30;
export function checkDataDirectory(directory: string): DoctorFinding[] {
  const { ok, note, problem } = about('data folder');
  if (!existsSync(directory))
    return [note(`${directory} does not exist yet`, 'npm start creates it. If the data is elsewhere, set DATA_DIR.')];
  if (!statSync(directory).isDirectory()) return [problem(`${directory} is a file`, 'Set DATA_DIR to a folder.')];
  const closed = ['', 'logs', 'uploads', 'keys']
    .map((name) => join(directory, name))
    .filter((folder) => existsSync(folder) && !isWritable(folder));
  const remedy = 'Change its owner to the user who runs Clearwatch (chown -R).';
  const rights = closed.map((folder) => problem(`this user cannot write to ${folder}`, remedy));
  const { bavail, bsize } = statfsSync(directory);
  return [...(rights.length > 0 ? rights : [ok(`${directory} is writable`)]), spaceFinding(bavail * bsize, directory)];
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function spaceFinding(free: number, directory: string): DoctorFinding {
  const { ok, note, problem } = about('disk');
  const summary = `${(free / 2 ** 30).toFixed(1)} GB is free on the disk that contains ${directory}`;
  const remedy = 'Free some space, or move DATA_DIR to a larger disk while Clearwatch is stopped.';
  if (free < MIN_FREE_BYTES) return problem(summary, remedy);
  return free < COMFORTABLE_FREE_BYTES ? note(summary, remedy) : ok(summary);
}

const GROUP_AND_OTHERS = 0o077;
const RESTORE_KEYS_ADVICE = 'Restore keys/keys.json from a backup: without it, no user can sign in.';

export function checkKeys(dataDirectory: string): DoctorFinding[] {
  const { ok, note, problem } = about('keys');
  const file = join(dataDirectory, 'keys', 'keys.json');
  if (!existsSync(file)) {
    return existsSync(join(dataDirectory, 'postgres', 'PG_VERSION'))
      ? [problem(`there is a database, but no ${file}`, RESTORE_KEYS_ADVICE)]
      : [note('none yet', 'npm start creates them.')];
  }
  try {
    const missing = missingKeys(readKeys(dataDirectory));
    const isClosed = process.platform === 'win32' || (statSync(file).mode & GROUP_AND_OTHERS) === 0;
    const remedy = `Run chmod 600 ${file}, then rotate the keys (npm run keys).`;
    return [
      missing.length === 0
        ? ok(`${file} is complete`)
        : note(`${file} lacks ${missing.join(', ')}`, 'The next npm start adds keys that newer versions need.'),
      ...(isClosed ? [] : [problem(`users other than its owner can read ${file}`, remedy)]),
    ];
  } catch (error) {
    return [problem(error instanceof Error ? error.message : String(error), RESTORE_KEYS_ADVICE)];
  }
}

export function checkNode(running = process.versions.node): DoctorFinding[] {
  const { ok, problem } = about('Node');
  const manifest = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as {
    dependencies: { node: string };
  };
  const pinned = manifest.dependencies.node;
  if (running === pinned) return [ok(`${running}, as pinned`)];
  const remedy = 'Use npm run doctor. If you did, run npm ci.';
  return [problem(`Node is ${running}; the project requires ${pinned}`, remedy)];
}

/** Shells set many variables of their own, so short names must match exactly. */
const maxEditDistance = (name: string): number => (name.length < 6 ? 0 : name.length < 11 ? 1 : 2);

export function closestKnownName(written: string, known: readonly string[]): string | null {
  const upper = written.toUpperCase();
  const squeezed = upper.replaceAll('_', '');
  const isNear = (name: string) => isWithinEdits(name, upper, maxEditDistance(name));
  return known.find((name) => name.replaceAll('_', '') === squeezed || isNear(name)) ?? null;
}

/** Edits are insertions, deletions, replacements, and swaps of adjacent characters. */
function isWithinEdits(a: string, b: string, edits: number): boolean {
  if (a === b || edits === 0) return a === b;
  if (a[0] === b[0]) return isWithinEdits(a.slice(1), b.slice(1), edits);
  const isNear = (inA: number, inB: number) => isWithinEdits(a.slice(inA), b.slice(inB), edits - 1);
  return isNear(1, 0) || isNear(0, 1) || isNear(1, 1) || (a[0] === b[1] && a[1] === b[0] && isNear(2, 2));
}

/** Services read these, but many shells also set them. */
const COMMON_VARIABLES = new Set(['NODE_ENV', 'HOST', 'PORT']);

/** @param problem why the settings could not be read */
export function checkSettings(
  source: NodeJS.ProcessEnv,
  { problem, ofServices }: { problem: string | null; ofServices: ReadonlySet<string> },
): DoctorFinding[] {
  const set = Object.keys(source).filter((name) => (source[name] ?? '') !== '' && !START_VARIABLES.includes(name));
  const ignored = set.filter((name) => ofServices.has(name) && !COMMON_VARIABLES.has(name));
  const misspelled = set.flatMap((name) => {
    const meant = ofServices.has(name) ? null : closestKnownName(name, START_VARIABLES);
    return meant === null ? [] : [{ name, meant }];
  });
  const finding = about('settings');
  const correct = 'Correct or unset them; docs/configuration.md lists the allowed values.';
  const containers = 'It takes effect only in containers (docs/configuration.md).';
  const findings = [
    ...(problem === null ? [] : [finding.problem(problem, correct)]),
    ...misspelled.map(({ name, meant }) =>
      finding.problem(`${name} is set, but no program reads it`, `Did you mean ${meant}?`),
    ),
    ...ignored.map((name) => finding.note(`${name} is set, but npm start does not pass it on`, containers)),
  ];
  return findings.length > 0 ? findings : [finding.ok('all variables are known and valid')];
}
