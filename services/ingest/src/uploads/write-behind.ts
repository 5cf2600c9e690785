import type { FileHandle } from 'node:fs/promises';
import { writeWhole } from './write-whole.ts';

/** So much may be written before the disk is asked to keep it. */
const SYNC_EVERY_BYTES = 32 * 1024 ** 2;

/**
 * Writes one chunk while its caller fetches the next, and has the disk keep what is written while more comes: whoever waits for
 * the end of a large file does not wait for all of it to reach the disk.
 */
export class WriteBehind {
  private writing: Promise<void> = Promise.resolve();
  private syncing: Promise<void> | null = null;
  private unsynced = 0;

  constructor(private readonly handle: FileHandle) {}

  /** @throws the error of the chunk before */
  async write(chunk: Buffer): Promise<void> {
    await this.writing;
    this.writing = heard(writeWhole(this.handle, chunk));
    this.unsynced += chunk.length;
    if (this.unsynced < SYNC_EVERY_BYTES) return;
    this.unsynced = 0;
    await this.syncing;
    this.syncing = heard(this.handle.datasync());
  }

  /** When everything is on the disk. */
  async sync(): Promise<void> {
    await this.writing;
    // The disk tells of a failure once only.
    await this.syncing;
    await this.handle.sync();
  }

  /** When nothing is under way any more, whatever has become of it. */
  async settled(): Promise<void> {
    await Promise.allSettled([this.writing, this.syncing]);
  }
}

/** Is waited for later: until then its failure is nobody's, which would end the process. */
function heard(work: Promise<void>): Promise<void> {
  work.catch(() => undefined);
  return work;
}
