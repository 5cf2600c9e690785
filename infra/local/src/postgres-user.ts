import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** How to run PostgreSQL, which refuses to run as root. */
export interface PostgresUser {
  /** Put before the program and its arguments. */
  prefix: string[];
  /** Set for the child process; absent when it runs as whoever we are. */
  ids?: { uid: number; gid: number };
}

/**
 * As an ordinary user: as that user. As root: as whoever the data belong to already; for new data as a user of its
 * own where that user can reach the files, otherwise inside a user namespace in which root looks like `nobody` (a
 * clone under /root or in a private temporary folder).
 * @throws Error that says what to do when none of these is possible
 */
export function postgresUser(options: { program: string; directory: string }): PostgresUser {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const owner = ownerOfData(options.directory);
  if (owner !== null && owner.uid !== 0) return { prefix: [], ids: owner };
  if (owner === null && [options.program, dirname(options.directory)].every(isReachableByOthers)) {
    const ids = systemUser();
    if (ids !== null) return { prefix: [], ids };
  }
  const inNamespace = ['unshare', '--user', '--map-user=65534'];
  const [program = '', ...args] = inNamespace;
  if (spawnSync(program, [...args, 'true']).status === 0) return { prefix: inNamespace };
  throw new Error(
    'PostgreSQL refuses to run as root, and no other user can reach this folder. Start Clearwatch as an ordinary ' +
      'user, or from a folder others may enter, or set DATABASE_URL to a PostgreSQL server.',
  );
}

/** Null while there are no data yet. */
function ownerOfData(directory: string): { uid: number; gid: number } | null {
  try {
    const { uid, gid } = statSync(join(directory, 'PG_VERSION'));
    return { uid, gid };
  } catch {
    return null;
  }
}

function isReachableByOthers(path: string): boolean {
  // A link hides the folders that have to be passed; what is not made yet has no links in it.
  for (let current = existsSync(path) ? realpathSync(path) : path; ; current = dirname(current)) {
    try {
      if ((statSync(current).mode & 0o001) === 0) return false;
    } catch {
      // Not made yet: its parents decide.
    }
    if (current === dirname(current)) return true;
  }
}

function systemUser(): { uid: number; gid: number } | null {
  const existing = lookUp('postgres') ?? lookUp('clearwatch');
  if (existing !== null) return existing;
  try {
    accessSync('/usr/sbin/useradd', constants.X_OK);
    execFileSync('/usr/sbin/useradd', ['--system', '--no-create-home', '--user-group', 'clearwatch'], {
      stdio: 'ignore',
    });
  } catch {
    return null;
  }
  return lookUp('clearwatch');
}

function lookUp(name: string): { uid: number; gid: number } | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  if (line === undefined) return null;
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}
