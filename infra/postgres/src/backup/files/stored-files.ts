import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { UploadStore } from '@clearwatch/ingest/uploads/upload-store';

/** As backups name them, and nothing that leads elsewhere. */
const PICTURE_PATH = /^[1-9]\d{0,9}\/page-\d+\.jpg$/;

/** Uploaded files of an installation and pictures of pages that people compare rows with, where ingest keeps them. */
export abstract class StoredFiles {
  /** How a person calls what a restore fills. */
  abstract readonly place: string;

  constructor(private readonly uploads: UploadStore) {}

  /**
   * The bytes of an uploaded file, as far as they can be read: whoever compares their hash with the name sees what is wrong with them.
   * @returns null when it is not there
   */
  abstract read(digest: string): Promise<AsyncIterable<Buffer> | null>;

  /** Paths of the pictures of a document's pages, `<document>/page-<number>.jpg`. */
  abstract picturesOf(document: number): Promise<string[]>;

  /** Null for one that was removed meanwhile, because all its rows were decided. */
  abstract picture(path: string): Promise<Buffer | null>;

  protected abstract keepPicture(path: string, content: Buffer): Promise<void>;

  /** @throws Error when there are files already: a restore adds to nothing and overwrites nothing */
  abstract refuseFilled(): Promise<void>;

  /** What a restore that failed has put there; where nothing was before it, nothing else goes. */
  abstract takeAway(): Promise<void>;

  close(): void {
    // A folder holds nothing open.
  }

  /** @returns whether the bytes are those of the name; others are not kept */
  async write(digest: string, content: AsyncIterable<Buffer>): Promise<boolean> {
    const { path, handle } = await this.uploads.openTemporary();
    const hash = createHash('sha256');
    try {
      for await (const piece of content) {
        hash.update(piece);
        await handle.writeFile(piece);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    const isWhole = hash.digest('hex') === digest;
    await (isWhole ? this.uploads.keep(path, digest) : this.uploads.discard(path));
    return isWhole;
  }

  async writePicture(path: string, content: AsyncIterable<Buffer>): Promise<void> {
    if (!PICTURE_PATH.test(path)) throw new Error(`A picture of the backup has the strange name ${path}.`);
    await this.keepPicture(path, await buffer(content));
  }
}
