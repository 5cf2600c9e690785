import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

export const MIN_FREE_BYTES = 300 * 2 ** 20;

/**
 * Makes the folder of an installation and the one of its logs.
 * @returns the folder of the logs
 * @throws Error that says what to do when the folder cannot be used or its disk is full
 */
export function prepareDataDirectory(directory: string): string {
  const logs = join(directory, 'logs');
  try {
    // Enterable, not readable, by others: PostgreSQL may run as another user inside it.
    mkdirSync(directory, { recursive: true, mode: 0o711 });
    ensureSpace(directory);
    mkdirSync(logs, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new Error(
      `${directory} cannot be used: ${REASONS[code] ?? code}. Set DATA_DIR to a folder that can be written to.`,
      { cause: error },
    );
  }
  return logs;
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk is read-only',
  EEXIST: 'it is a file, or a link to nowhere',
  ENOTDIR: 'a part of it is a file',
  ENOENT: 'it is a link to nowhere',
};

function ensureSpace(directory: string): void {
  const { bavail, bsize } = statfsSync(directory);
  if (bavail * bsize >= MIN_FREE_BYTES) return;
  throw new Error(
    `Only ${Math.round((bavail * bsize) / 2 ** 20)} MB are free in ${directory}; Clearwatch needs at least ${MIN_FREE_BYTES / 2 ** 20} MB. Free some space, or set DATA_DIR to another disk.`,
  );
}

/** An owner writes its number right after making the file; a file that stays empty is left from a crash. */
const LOCK_WRITE_TIMEOUT_MS = 5_000;

/**
 * Keeps a second instance off the same data. The file holds the process id of the owner; one that is left over from
 * a crash is taken over.
 * @returns releases the lock
 * @throws Error naming the process that holds it
 */
export function lockInstance(dataDirectory: string): () => void {
  const file = join(dataDirectory, 'clearwatch.pid');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      const handle = openSync(file, 'wx', 0o600);
      writeSync(handle, String(process.pid));
      closeSync(handle);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const owner = ownerIn(file);
      if (owner === null) continue;
      if (isBeingWritten(file, owner)) break;
      if (isRunning(owner)) throw alreadyRunning(dataDirectory, owner);
      removeStaleLock(file, owner);
    }
  }
  throw new Error(`Another start is taking over ${dataDirectory} right now.`);
}

/** Process id of the instance that runs on this data; null when there is none. */
export function lockOwner(dataDirectory: string): number | null {
  const owner = ownerIn(join(dataDirectory, 'clearwatch.pid'));
  return owner !== null && isRunning(owner) ? owner : null;
}

/** Null when the file is gone by now. An empty or damaged file has the owner 0 or NaN. */
function ownerIn(file: string): number | null {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function isBeingWritten(file: string, owner: number): boolean {
  return (
    owner === 0 &&
    Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) < LOCK_WRITE_TIMEOUT_MS
  );
}

/**
 * Removes a lock that a crash left behind. Several starts may find it at once, and a late one must not remove the fresh
 * lock of an earlier one: only the holder of the takeover folder removes, and only after reading the owner again.
 */
function removeStaleLock(file: string, owner: number): void {
  const takeover = `${file}.takeover`;
  try {
    mkdirSync(takeover);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const age = Date.now() - (statSync(takeover, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > LOCK_WRITE_TIMEOUT_MS) rmSync(takeover, { recursive: true, force: true });
    return;
  }
  try {
    if (Object.is(ownerIn(file), owner)) rmSync(file, { force: true });
  } finally {
    rmSync(takeover, { recursive: true, force: true });
  }
}

function alreadyRunning(dataDirectory: string, owner: number): Error {
  return new Error(
    `Clearwatch is already running on ${dataDirectory} (process ${owner}). Stop that one first, or set DATA_DIR to another folder.`,
  );
}

/** A recycled process id must not lock us out for good: it has to be one of ours. */
function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid || !processExists(pid)) return false;
  try {
    return /infra\/local|jest/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return true;
  }
}

export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
