import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm';
/** What a million rows that are imported three times over take, with PostgreSQL's log of them, and as much again. */
const ROOM_BYTES = 10 * 2 ** 30;

/**
 * A folder for the databases of one test run. In memory where there is plenty of it: copying a database of 680 small
 * files takes 30 ms there and half a second on a disk, and every test file has one of its own.
 */
export function makeTestFolder(
  options: { inMemory: string; memory: number } = { inMemory: IN_MEMORY, memory: process.availableMemory() },
): string {
  const isRoomy = options.memory >= ROOM_BYTES && freeBytes(options.inMemory) >= ROOM_BYTES;
  return mkdtempSync(join(isRoomy ? options.inMemory : tmpdir(), 'clearwatch-test-'));
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
