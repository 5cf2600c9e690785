import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

export interface TemporaryFile {
  path: string;
  handle: FileHandle;
}

/**
 * Uploaded bytes, named by their content: the same bytes are kept once. Until a file is whole, hashed and accepted it is a
 * temporary file of this process under `uploads/incoming`, with a random name: what is given up leaves nothing in the store.
 */
export abstract class UploadStore {
  readonly folder: string;
  readonly incoming: string;

  constructor(environment: { DATA_DIR: string }) {
    this.folder = join(environment.DATA_DIR, 'uploads');
    this.incoming = join(this.folder, 'incoming');
  }

  async openTemporary(): Promise<TemporaryFile> {
    await mkdir(this.incoming, { recursive: true, mode: 0o700 });
    const path = join(this.incoming, randomUUID());
    return { path, handle: await open(path, 'wx', 0o600) };
  }

  async discard(temporaryPath: string): Promise<void> {
    await rm(temporaryPath, { force: true });
  }

  /** Gives a complete, synced temporary file its lasting name; afterwards the temporary one is gone. */
  abstract keep(temporaryPath: string, digest: string): Promise<void>;

  /** Nobody refers to these bytes any more. */
  abstract remove(digest: string): Promise<void>;

  abstract has(digest: string): Promise<boolean>;

  /**
   * Runs `work` on a file of this machine with the bytes, which is there as long as `work` runs.
   * @param digest SHA-256 in hex, from the table: never text of a request
   * @throws ENOENT, as of a file, when the store does not have it
   */
  abstract withFile<T>(digest: string, work: (path: string) => Promise<T>): Promise<T>;

  /** For handing it out. Null when the store does not have it. */
  abstract read(digest: string): Promise<Readable | null>;
}
