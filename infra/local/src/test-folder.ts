import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm';
/** What a million rows that are imported three times over take, with PostgreSQL's log of them, and as much again. */
const ROOM_BYTES = 10 * 2 ** 30;
const NAME = 'clearwatch-test-';

/** Where a test run keeps its databases and installations: in it each makes a folder of its own. */
export function testFolder(): string {
  return process.env['TEST_FOLDER'] ?? tmpdir();
}

/**
 * A folder for the databases and installations of one test run. In memory where there is plenty of it, unless
 * TEST_FOLDER names another place: copying a database of 680 small files takes 30 ms there and half a second on a
 * disk, and every test file has one of its own.
 */
export function makeTestFolder(
  options: { inMemory: string; memory: number } = { inMemory: IN_MEMORY, memory: process.availableMemory() },
): string {
  removeLeftOver(options.inMemory);
  const isRoomy = options.memory >= ROOM_BYTES && freeBytes(options.inMemory) >= ROOM_BYTES;
  const isFree = process.env['TEST_FOLDER'] === undefined;
  const folder = mkdtempSync(
    join(isFree && isRoomy ? options.inMemory : testFolder(), `${NAME}${process.pid}-`),
  );
  // PostgreSQL, under a user of its own, has to get in.
  chmodSync(folder, 0o711);
  return folder;
}

/** Installations in it that are stopped meanwhile remove themselves; whoever comes second finds nothing. */
export function removeTestFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** 0 where there is no such folder. */
function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

/** Of runs that were killed: nobody else would ever give that memory back. */
function removeLeftOver(inMemory: string): void {
  for (const name of namesIn(inMemory)) {
    const pid = /^clearwatch-test-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) removeTestFolder(join(inMemory, name));
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
