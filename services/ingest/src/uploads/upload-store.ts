import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { type Bucket, BucketUnavailable } from './bucket.ts';

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

/** Uploaded files in a bucket, `uploads/<aa>/<SHA-256>`; each process works on a temporary copy that it checks and removes. */
export class BucketStore extends UploadStore {
  constructor(
    environment: { DATA_DIR: string },
    private readonly bucket: Bucket,
  ) {
    super(environment);
  }

  override async keep(temporaryPath: string, digest: string): Promise<void> {
    await this.bucket.put(uploadKey(digest), () => createReadStream(temporaryPath));
    await this.discard(temporaryPath);
  }

  override remove(digest: string): Promise<void> {
    return this.bucket.remove(uploadKey(digest));
  }

  override has(digest: string): Promise<boolean> {
    return this.bucket.has(uploadKey(digest));
  }

  override async withFile<T>(digest: string, work: (path: string) => Promise<T>): Promise<T> {
    const { path, handle } = await this.openTemporary();
    try {
      await pipeline(await this.content(digest), verifyDigest(digest), handle.createWriteStream());
      return await work(path);
    } finally {
      await handle.close().catch(() => undefined);
      await this.discard(path);
    }
  }

  override read(digest: string): Promise<Readable | null> {
    return this.bucket.get(uploadKey(digest));
  }

  private async content(digest: string): Promise<Readable> {
    const content = await this.read(digest);
    if (content !== null) return content;
    throw Object.assign(new Error('The bucket does not have the file'), { code: 'ENOENT', syscall: 'open' });
  }
}

export const uploadKey = (digest: string): string => `uploads/${digest.slice(0, 2)}/${digest}`;

/** Passes bytes on. @throws at their end when they are not those of the digest: cut off on the way, or changed in the store */
function verifyDigest(digest: string): (chunks: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> {
  return async function* (chunks) {
    const hash = createHash('sha256');
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
    if (hash.digest('hex') === digest) return;
    throw new BucketUnavailable(new Error('other bytes than were uploaded'));
  };
}

/**
 * Whoever gives a file its lasting name shares this lock until the row that refers to it is committed; whoever removes files
 * that nothing refers to has it alone. Otherwise bytes that come again could be removed between the two.
 */
const FILES_LOCK = 415_907_330;

export const LOCK_FILES_SHARED = `SELECT pg_advisory_xact_lock_shared(${FILES_LOCK})`;
export const LOCK_FILES_EXCLUSIVE = `SELECT pg_advisory_xact_lock(${FILES_LOCK})`;

/** Uploaded files in a folder that all processes of ingest see: `uploads/<aa>/<SHA-256>`, on the file system of the temporary ones. */
export class FolderStore extends UploadStore {
  override async keep(temporaryPath: string, digest: string): Promise<void> {
    const folder = join(this.folder, digest.slice(0, 2));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await rename(temporaryPath, join(folder, digest));
    await syncFolder(folder);
  }

  override async remove(digest: string): Promise<void> {
    await rm(this.pathOf(digest), { force: true });
  }

  override has(digest: string): Promise<boolean> {
    return fileExists(this.pathOf(digest));
  }

  override withFile<T>(digest: string, work: (path: string) => Promise<T>): Promise<T> {
    return work(this.pathOf(digest));
  }

  override async read(digest: string): Promise<Readable | null> {
    const path = this.pathOf(digest);
    return (await fileExists(path)) ? createReadStream(path) : null;
  }

  pathOf(digest: string): string {
    return join(this.folder, digest.slice(0, 2), digest);
  }
}

function fileExists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** A rename survives a power cut only when its folder is synced as well. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** No upload of 2 GB takes longer between two bytes; what is older belongs to a process that was killed. */
const ABANDONED_AFTER_MS = 60 * 60 * 1_000;

/** Removes what killed processes left in the incoming folder, once at every start. */
@Injectable()
export class AbandonedUploadCleanup implements OnApplicationBootstrap {
  constructor(
    private readonly store: UploadStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    try {
      const removed = await this.sweep(new Date());
      if (removed > 0) this.logger.info({ removed }, 'abandoned uploads removed');
    } catch (error) {
      this.logger.warn({ err: error }, 'abandoned uploads could not be removed');
    }
  }

  /** @returns how many files were removed */
  async sweep(now: Date): Promise<number> {
    let removed = 0;
    for (const name of await namesIn(this.store.incoming)) {
      const path = join(this.store.incoming, name);
      const lastWritten = await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => null,
      );
      if (lastWritten === null || now.getTime() - lastWritten < ABANDONED_AFTER_MS) continue;
      await this.store.discard(path);
      removed += 1;
    }
    return removed;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
}
