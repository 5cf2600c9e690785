import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UploadStore } from '../upload-store.ts';
import type { Bucket } from './bucket.ts';
import { BucketAway } from './bucket-away.ts';

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
      await pipeline(await this.content(digest), checked(digest), handle.createWriteStream());
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
function checked(digest: string): (chunks: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> {
  return async function* (chunks) {
    const hash = createHash('sha256');
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
    if (hash.digest('hex') === digest) return;
    throw new BucketAway(new Error('other bytes than were uploaded'));
  };
}
