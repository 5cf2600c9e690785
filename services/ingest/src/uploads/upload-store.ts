import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { type Bucket, BucketUnavailable } from './bucket.ts';

/**
 * Uploaded files, named after their content, so the same bytes are stored once. Until a file is complete, hashed and
 * accepted, it is a temporary file under `uploads/incoming` with a random name.
 */
export abstract class UploadStore {
  readonly folder: string;
  readonly incoming: string;

  constructor(environment: { DATA_DIR: string }) {
    this.folder = join(environment.DATA_DIR, 'uploads');
    this.incoming = join(this.folder, 'incoming');
  }

  async openTemporary(): Promise<{ path: string; handle: FileHandle }> {
    await mkdir(this.incoming, { recursive: true, mode: 0o700 });
    const path = join(this.incoming, randomUUID());
    return { path, handle: await open(path, 'wx', 0o600) };
  }

  async discard(temporaryPath: string): Promise<void> {
    await rm(temporaryPath, { force: true });
  }

  abstract keep(temporaryPath: string, digest: string): Promise<void>;

  abstract remove(digest: string): Promise<void>;

  abstract has(digest: string): Promise<boolean>;

  /**
   * @param digest from the table, never from a request.
   * @throws ENOENT, as a file system does, if the store does not have it
   */
  abstract withFile<T>(digest: string, work: (path: string) => Promise<T>): Promise<T>;

  abstract read(digest: string): Promise<Readable | null>;
}

/**
 * Uploaded files in a bucket, `uploads/<aa>/<SHA-256>`. Each process works on a temporary copy, which it verifies and
 * removes.
 */
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
      const content = await this.read(digest);
      if (content === null)
        throw Object.assign(new Error('The bucket does not have the file'), {
          code: 'ENOENT',
          syscall: 'open',
        });
      await pipeline(content, verifyDigest(digest), handle.createWriteStream());
      return await work(path);
    } finally {
      await handle.close().catch(() => undefined);
      await this.discard(path);
    }
  }

  override read(digest: string): Promise<Readable | null> {
    return this.bucket.get(uploadKey(digest));
  }
}

export const uploadKey = (digest: string): string => `uploads/${digest.slice(0, 2)}/${digest}`;

/** Passes bytes on. @throws at the end if they were truncated on the way or changed in the store */
function verifyDigest(digest: string): (chunks: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> {
  return async function* (chunks) {
    const hash = createHash('sha256');
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
    if (hash.digest('hex') === digest) return;
    throw new BucketUnavailable(new Error('the bytes differ from the uploaded file'));
  };
}

/**
 * Shared while a file is moved to its final name, until the row that refers to it is committed; exclusive while
 * unreferenced files are removed. Otherwise bytes that are uploaded again could be removed in between.
 */
const FILES_LOCK = 415_907_330;

export const LOCK_FILES_SHARED = `SELECT pg_advisory_xact_lock_shared(${FILES_LOCK})`;
export const LOCK_FILES_EXCLUSIVE = `SELECT pg_advisory_xact_lock(${FILES_LOCK})`;

/**
 * Uploaded files in a folder shared by all ingest processes: `uploads/<aa>/<SHA-256>`, on the file system of the
 * temporary files.
 */
export class FolderStore extends UploadStore {
  override async keep(temporaryPath: string, digest: string): Promise<void> {
    const folder = join(this.folder, digest.slice(0, 2));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await rename(temporaryPath, join(folder, digest));
    // Otherwise the rename might not survive a power failure.
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  override async remove(digest: string): Promise<void> {
    await rm(this.pathOf(digest), { force: true });
  }

  override async has(digest: string): Promise<boolean> {
    return existsSync(this.pathOf(digest));
  }

  override withFile<T>(digest: string, work: (path: string) => Promise<T>): Promise<T> {
    return work(this.pathOf(digest));
  }

  override async read(digest: string): Promise<Readable | null> {
    const path = this.pathOf(digest);
    return existsSync(path) ? createReadStream(path) : null;
  }

  pathOf(digest: string): string {
    return join(this.folder, digest.slice(0, 2), digest);
  }
}

/** Longer than any pause in an upload, so an older file belongs to a killed process. */
const ABANDONED_AFTER_MS = 60 * 60 * 1_000;

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

  async sweep(now: Date): Promise<number> {
    let removed = 0;
    for (const name of await readdir(this.store.incoming).catch(() => [])) {
      const path = join(this.store.incoming, name);
      const file = await stat(path).catch(() => null);
      if (file === null || now.getTime() - file.mtimeMs < ABANDONED_AFTER_MS) continue;
      await this.store.discard(path);
      removed += 1;
    }
    return removed;
  }
}
