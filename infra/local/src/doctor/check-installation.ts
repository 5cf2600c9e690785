import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MIN_FREE_BYTES } from '../data-directory.ts';
import { missingKeys, readKeys } from '../installation-keys.ts';
import { PROJECT_ROOT } from '../project-root.ts';
import { START_VARIABLES } from '../start-settings.ts';
import { type DoctorFinding, noteFinding, okFinding, problemFinding } from './doctor-finding.ts';

/** An import of the largest file needs its bytes, its rows and the log of the database. */
const COMFORTABLE_FREE_BYTES = 10 * 2 ** 30;
const DATA_FOLDER = 'data folder';

/** Whether the folder of the installation can be written to, is closed to others, and its disk has room. */
export function checkDataDirectory(directory: string): DoctorFinding[] {
  if (!existsSync(directory)) {
    return [
      noteFinding(
        DATA_FOLDER,
        `${directory} is not there yet`,
        'npm start makes it; or set DATA_DIR to where it is.',
      ),
    ];
  }
  if (!statSync(directory).isDirectory()) {
    return [problemFinding(DATA_FOLDER, `${directory} is a file`, 'Set DATA_DIR to a folder.')];
  }
  return [...rightsIn(directory), spaceIn(directory)];
}

function rightsIn(directory: string): DoctorFinding[] {
  const closed = ['', 'logs', 'uploads', 'keys']
    .map((name) => join(directory, name))
    .filter((folder) => existsSync(folder) && !isWritable(folder));
  return closed.length === 0
    ? [okFinding(DATA_FOLDER, `${directory} can be written to`)]
    : closed.map((folder) =>
        problemFinding(
          DATA_FOLDER,
          `this user may not write in ${folder}`,
          'Give it to the user who runs Clearwatch (chown -R).',
        ),
      );
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function spaceIn(directory: string): DoctorFinding {
  const { bavail, bsize } = statfsSync(directory);
  return spaceFinding(bavail * bsize, directory);
}

export function spaceFinding(free: number, directory: string): DoctorFinding {
  const says = `${(free / 2 ** 30).toFixed(1)} GB are free on the disk of ${directory}`;
  const remedy = 'Free some space, or move DATA_DIR to a larger disk while Clearwatch is stopped.';
  if (free < MIN_FREE_BYTES) return problemFinding('disk', says, remedy);
  return free < COMFORTABLE_FREE_BYTES ? noteFinding('disk', says, remedy) : okFinding('disk', says);
}

const GROUP_AND_OTHERS = 0o077;
const RESTORE_KEYS_ADVICE = 'Restore keys/keys.json from a backup: without it nobody can sign in.';

/** Whether the keys are there, whole, and readable by their owner alone. Their values are never told. */
export function checkKeys(dataDirectory: string): DoctorFinding[] {
  const file = join(dataDirectory, 'keys', 'keys.json');
  if (!existsSync(file)) {
    return existsSync(join(dataDirectory, 'postgres', 'PG_VERSION'))
      ? [problemFinding('keys', `there is a database, but no ${file}`, RESTORE_KEYS_ADVICE)]
      : [noteFinding('keys', 'none yet', 'npm start makes them.')];
  }
  try {
    const missing = missingKeys(readKeys(dataDirectory));
    return [
      missing.length === 0
        ? okFinding('keys', `${file} is whole`)
        : noteFinding(
            'keys',
            `${file} lacks ${missing.join(', ')}`,
            'The next npm start adds what later versions brought.',
          ),
      ...rightsOf(file),
    ];
  } catch (error) {
    return [
      problemFinding('keys', error instanceof Error ? error.message : String(error), RESTORE_KEYS_ADVICE),
    ];
  }
}

function rightsOf(file: string): DoctorFinding[] {
  if (process.platform === 'win32' || (statSync(file).mode & GROUP_AND_OTHERS) === 0) return [];
  return [
    problemFinding(
      'keys',
      `others than its owner may read ${file}`,
      `chmod 600 ${file}; then exchange the keys (npm run keys).`,
    ),
  ];
}

/** Whether this is the Node that the project pins. */
export function checkNode(running = process.versions.node): DoctorFinding[] {
  const manifest = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as {
    dependencies: { node: string };
  };
  const pinned = manifest.dependencies.node;
  return running === pinned
    ? [okFinding('Node', `${running}, as pinned`)]
    : [
        problemFinding(
          'Node',
          `this is ${running}, the project pins ${pinned}`,
          'Run it by npm run doctor; if it is, run npm ci.',
        ),
      ];
}

/** A system has variables of its own: of a short name every letter counts. */
const maxEditDistance = (name: string): number => (name.length < 6 ? 0 : name.length < 11 ? 1 : 2);

/** The known name that somebody who wrote this one probably meant; null when it is like none. */
export function closestKnownName(written: string, known: readonly string[]): string | null {
  const upper = written.toUpperCase();
  const squeezed = upper.replaceAll('_', '');
  const near = known.find(
    (name) =>
      name === upper ||
      name.replaceAll('_', '') === squeezed ||
      editDistance(name, upper) <= maxEditDistance(name),
  );
  return near ?? null;
}

/** Letters put in, left out, exchanged, or swapped with their neighbour. */
function editDistance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_row, i) => [i, ...Array<number>(b.length).fill(0)]);
  const at = (i: number, j: number): number => rows[i]?.[j] ?? 0;
  for (let j = 0; j <= b.length; j += 1) (rows[0] ?? [])[j] = j;
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const exchanged = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      (rows[i] ?? [])[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, exchanged, swapped);
    }
  }
  return at(a.length, b.length);
}

const SETTINGS = 'settings';
/** Known to a service, but also to every shell. */
const COMMON_VARIABLES = new Set(['NODE_ENV', 'HOST', 'PORT']);

type Source = Readonly<Record<string, string | undefined>>;

/**
 * Variables that nobody reads: misspelled ones, and those of a service that `npm start` does not pass on.
 * @param problem what kept the settings from being read at all
 * @param ofServices every variable that a service knows
 */
export function checkSettings(
  source: Source,
  { problem, ofServices }: { problem: string | null; ofServices: ReadonlySet<string> },
): DoctorFinding[] {
  const set = Object.keys(source).filter(
    (name) => (source[name] ?? '') !== '' && !START_VARIABLES.includes(name),
  );
  const ignored = set.filter((name) => ofServices.has(name) && !COMMON_VARIABLES.has(name));
  const misspelled = set.flatMap((name) => {
    const meant = ofServices.has(name) ? null : closestKnownName(name, START_VARIABLES);
    return meant === null ? [] : [{ name, meant }];
  });
  const findings = [
    ...(problem === null
      ? []
      : [problemFinding(SETTINGS, problem, 'Correct or unset them; README lists what each may be.')]),
    ...misspelled.map(({ name, meant }) =>
      problemFinding(SETTINGS, `${name} is set, and nothing reads it`, `Did you mean ${meant}?`),
    ),
    ...ignored.map((name) =>
      noteFinding(
        SETTINGS,
        `${name} is set, but npm start does not pass it on`,
        'It works in containers (docs/configuration.md).',
      ),
    ),
  ];
  return findings.length > 0
    ? findings
    : [okFinding(SETTINGS, 'every variable that is set is known and valid')];
}
