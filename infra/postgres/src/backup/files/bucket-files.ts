import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { PAGES, pagesOf } from '@clearwatch/ingest/documents/pictures/bucket-pictures';
import { Bucket } from '@clearwatch/ingest/uploads/bucket/bucket';
import { BucketStore, uploadKey } from '@clearwatch/ingest/uploads/bucket/bucket-store';
import type { StoredFilesEnvironment } from '@clearwatch/ingest/uploads/stored-files.environment';
import { readOn } from './read-on.ts';
import { StoredFiles } from './stored-files.ts';

/** All that ingest puts into a bucket; what else is in it is not ours. */
const OURS = ['uploads/', PAGES];

/**
 * In a bucket. One that is away, or refuses, ends a backup or restore with the reason: of a thousand files that cannot be reached
 * none is known to be damaged.
 */
export class BucketFiles extends StoredFiles {
  override readonly place: string;
  private readonly bucket: Bucket;

  constructor(environment: StoredFilesEnvironment) {
    const bucket = new Bucket(environment);
    super(new BucketStore(environment, bucket));
    this.bucket = bucket;
    this.place = `${OURS.join(' and ')} in the bucket ${environment.S3_BUCKET}`;
  }

  override async read(digest: string): Promise<AsyncIterable<Buffer> | null> {
    const key = uploadKey(digest);
    return (await this.bucket.has(key)) ? this.contentOf(key) : null;
  }

  override async picturesOf(document: number): Promise<string[]> {
    const keys = await this.bucket.list(pagesOf(document));
    return keys.map((key) => key.slice(PAGES.length)).toSorted();
  }

  override async picture(path: string): Promise<Buffer | null> {
    const content = await buffer(this.contentOf(`${PAGES}${path}`));
    return content.length === 0 ? null : content;
  }

  protected override keepPicture(path: string, content: Buffer): Promise<void> {
    return this.bucket.put(`${PAGES}${path}`, () => Readable.from([content]));
  }

  override async refuseFilled(): Promise<void> {
    for (const prefix of OURS) {
      if (!(await this.bucket.hasAny(prefix))) continue;
      throw new Error(
        `The bucket is not empty (it has ${prefix}…): nothing was changed. A restore needs an empty one: name it by S3_BUCKET.`,
      );
    }
  }

  override async takeAway(): Promise<void> {
    for (const prefix of OURS)
      for (const key of await this.bucket.list(prefix)) await this.bucket.remove(key);
  }

  override close(): void {
    this.bucket.close();
  }

  private contentOf(key: string): AsyncGenerator<Buffer, void> {
    return readOn((from) => this.bucket.get(key, from));
  }
}
