import { mkdirSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const MIN_FREE_BYTES = 300 * 2 ** 20;

/** @returns the log folder */
export function prepareDataDirectory(directory: string): string {
  const logs = join(directory, 'logs');
  try {
    // Other users may enter this folder but not list it, because PostgreSQL may run in it as another user.
    mkdirSync(directory, { recursive: true, mode: 0o711 });
    const { bavail, bsize } = statfsSync(directory);
    if (bavail * bsize < MIN_FREE_BYTES)
      throw new Error(
        `Only ${Math.round((bavail * bsize) / 2 ** 20)} MB is free in ${directory}; Clearwatch needs at least ${MIN_FREE_BYTES / 2 ** 20} MB. Free some space, or set DATA_DIR to a folder on another disk.`,
      );
    mkdirSync(logs, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new Error(`${directory} cannot be used: ${REASONS[code] ?? code}. Set DATA_DIR to a writable folder.`, {
      cause: error,
    });
  }
  return logs;
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user cannot write there',
  EPERM: 'this user cannot write there',
  EROFS: 'the disk is read-only',
  EEXIST: 'it is a file or a broken link',
  ENOTDIR: 'part of the path is a file',
  ENOENT: 'it is a broken link',
};

/** Owners write their process id right after creating the file. A file that stays empty was left by a crash. */
const LOCK_WRITE_TIMEOUT_MS = 5_000;

/**
 * The file contains the process id of the owner; a stale lock is taken over.
 * @returns a function that releases the lock
 */
export function lockInstance(dataDirectory: string): () => void {
  const file = join(dataDirectory, 'clearwatch.pid');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = ownerIn(file);
    if (owner === null) continue;
    if (owner === 0 && ageOf(file) < LOCK_WRITE_TIMEOUT_MS) break;
    if (isRunning(owner))
      throw new Error(
        `Clearwatch is already running in ${dataDirectory} (process ${owner}). Stop that process first, or set DATA_DIR to another folder.`,
      );
    removeStaleLock(file, owner);
  }
  throw new Error(`Another process is starting Clearwatch in ${dataDirectory} right now.`);
}

export function lockOwner(dataDirectory: string): number | null {
  const owner = ownerIn(join(dataDirectory, 'clearwatch.pid'));
  return owner !== null && isRunning(owner) ? owner : null;
}

/** Null when the file no longer exists. For an empty or damaged file, the owner is 0 or NaN. */
function ownerIn(file: string): number | null {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** A missing file is treated as new, because another starting process has just removed it. */
function ageOf(path: string): number {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
}

/**
 * Several starting processes may find a stale lock. Only the one that creates the takeover folder removes the lock, and
 * only if the owner has not changed.
 */
function removeStaleLock(file: string, owner: number): void {
  const takeover = `${file}.takeover`;
  try {
    mkdirSync(takeover);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (ageOf(takeover) > LOCK_WRITE_TIMEOUT_MS) rmSync(takeover, { recursive: true, force: true });
    return;
  }
  try {
    if (Object.is(ownerIn(file), owner)) rmSync(file, { force: true });
  } finally {
    rmSync(takeover, { recursive: true, force: true });
  }
}

/** Another program that reuses the process id must not block every start. */
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
