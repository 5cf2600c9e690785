import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Keeps a second instance off the same data. The file holds the process id of the owner; one that is left over from
 * a crash is taken over.
 * @returns releases the lock
 * @throws Error naming the process that holds it
 */
export function lockInstance(dataDirectory: string): () => void {
  const file = join(dataDirectory, 'clearwatch.pid');
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      const handle = openSync(file, 'wx', 0o600);
      writeSync(handle, String(process.pid));
      closeSync(handle);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const owner = Number(readFileSync(file, 'utf8'));
      if (isRunning(owner)) {
        throw new Error(
          `Clearwatch is already running on ${dataDirectory} (process ${owner}). Stop that one first, or set DATA_DIR to another folder.`,
          { cause: error },
        );
      }
      rmSync(file, { force: true });
    }
  }
  throw new Error(`Another start is taking over ${dataDirectory} right now.`);
}

/** A recycled process id must not lock us out for good: it has to be one of ours. */
function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    return /infra\/local|jest/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return true;
  }
}
