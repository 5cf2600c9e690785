import { mkdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

export const LEAST_FREE_BYTES = 300 * 2 ** 20;

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
  if (bavail * bsize >= LEAST_FREE_BYTES) return;
  throw new Error(
    `Only ${Math.round((bavail * bsize) / 2 ** 20)} MB are free in ${directory}; Clearwatch needs at least ${LEAST_FREE_BYTES / 2 ** 20} MB. Free some space, or set DATA_DIR to another disk.`,
  );
}
