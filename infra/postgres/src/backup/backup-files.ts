import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { PAGE_PICTURES_PREFIX, pagePicturesPrefix } from '@clearwatch/ingest/documents/page-pictures';
import { isPictureFile } from '@clearwatch/ingest/documents/reading/reading-protocol';
import type { StoredFilesEnvironment } from '@clearwatch/ingest/ingest-environment';
import { Bucket, BucketUnavailable } from '@clearwatch/ingest/uploads/bucket';
import {
  BucketStore,
  FolderStore,
  type UploadStore,
  uploadKey,
} from '@clearwatch/ingest/uploads/upload-store';
import type { ClientBase } from 'pg';

/** In a row, without a byte between them. */
const READ_ATTEMPTS = 4;

/**
 * The bytes of an object. Where a connection breaks off in the middle another goes on: objects never change.
 * @param open from a byte on
 * @throws BucketAway when nothing more comes
 */
async function* readResuming(
  open: (from: number) => Promise<AsyncIterable<Buffer> | null>,
): AsyncGenerator<Buffer, void> {
  let from = 0;
  for (let failures = 0; ; ) {
    try {
      for await (const piece of (await open(from)) ?? []) {
        [from, failures] = [from + piece.length, 0];
        yield piece;
      }
      return;
    } catch (error) {
      failures += 1;
      if (failures < READ_ATTEMPTS) continue;
      throw error instanceof BucketUnavailable ? error : new BucketUnavailable(error);
    }
  }
}

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

/** All that ingest puts into a bucket; what else is in it is not ours. */
const OWNED_PREFIXES = ['uploads/', PAGE_PICTURES_PREFIX];

/**
 * In a bucket. One that is away, or refuses, ends a backup or restore with the reason: of a thousand files that cannot be reached
 * none is known to be damaged.
 */
class BucketFiles extends StoredFiles {
  override readonly place: string;
  private readonly bucket: Bucket;

  constructor(environment: StoredFilesEnvironment) {
    const bucket = new Bucket(environment);
    super(new BucketStore(environment, bucket));
    this.bucket = bucket;
    this.place = `${OWNED_PREFIXES.join(' and ')} in the bucket ${environment.S3_BUCKET}`;
  }

  override async read(digest: string): Promise<AsyncIterable<Buffer> | null> {
    const key = uploadKey(digest);
    return (await this.bucket.has(key)) ? this.contentOf(key) : null;
  }

  override async picturesOf(document: number): Promise<string[]> {
    const keys = await this.bucket.list(pagePicturesPrefix(document));
    return keys.map((key) => key.slice(PAGE_PICTURES_PREFIX.length)).toSorted();
  }

  override async picture(path: string): Promise<Buffer | null> {
    const content = await buffer(this.contentOf(`${PAGE_PICTURES_PREFIX}${path}`));
    return content.length === 0 ? null : content;
  }

  protected override keepPicture(path: string, content: Buffer): Promise<void> {
    return this.bucket.put(`${PAGE_PICTURES_PREFIX}${path}`, () => Readable.from([content]));
  }

  override async refuseFilled(): Promise<void> {
    for (const prefix of OWNED_PREFIXES) {
      if (!(await this.bucket.hasAny(prefix))) continue;
      throw new Error(
        `The bucket is not empty (it has ${prefix}…): nothing was changed. A restore needs an empty one: name it by S3_BUCKET.`,
      );
    }
  }

  override async takeAway(): Promise<void> {
    for (const prefix of OWNED_PREFIXES)
      for (const key of await this.bucket.list(prefix)) await this.bucket.remove(key);
  }

  override close(): void {
    this.bucket.close();
  }

  private contentOf(key: string): AsyncGenerator<Buffer, void> {
    return readResuming((from) => this.bucket.get(key, from));
  }
}

/** What keeps a bucket from answering, for who has its settings in hand. Null when it is something else that failed. */
export function bucketReason(error: unknown): string | null {
  if (!(error instanceof BucketUnavailable)) return null;
  const { cause } = error;
  const why = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  return `the bucket of uploaded files does not give or take them (${why}). Look at UPLOAD_STORE and S3_…, and at its rights`;
}

const FILE_CHUNK_BYTES = 256 * 1024;

/** In `uploads` and `documents` of the data folder. */
class FolderFiles extends StoredFiles {
  override readonly place: string;
  private readonly store: FolderStore;
  private readonly documents: string;

  constructor(environment: { DATA_DIR: string }) {
    const store = new FolderStore(environment);
    super(store);
    this.store = store;
    this.documents = join(environment.DATA_DIR, 'documents');
    this.place = `${store.folder} and ${this.documents}`;
  }

  override async read(digest: string): Promise<AsyncIterable<Buffer> | null> {
    const handle = await open(this.store.pathOf(digest)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (handle === null) return null;
    return (async function* () {
      try {
        yield* handle.createReadStream({ highWaterMark: FILE_CHUNK_BYTES, autoClose: false });
      } catch {
        // A bad sector of one file must not keep all others from being saved.
      } finally {
        await handle.close();
      }
    })();
  }

  override async picturesOf(document: number): Promise<string[]> {
    const names = await readdir(join(this.documents, String(document))).catch(() => []);
    return names
      .filter(isPictureFile)
      .toSorted()
      .map((name) => `${document}/${name}`);
  }

  override picture(path: string): Promise<Buffer | null> {
    return readFile(join(this.documents, path)).catch(() => null);
  }

  protected override async keepPicture(path: string, content: Buffer): Promise<void> {
    const file = join(this.documents, path);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, content, { mode: 0o600, flush: true });
  }

  override async refuseFilled(): Promise<void> {
    for (const folder of [this.store.folder, this.documents]) {
      const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
      if (!found.some((entry) => entry.isFile())) continue;
      throw new Error(`${folder} is not empty: nothing was changed. A restore needs an empty data folder.`);
    }
  }

  override async takeAway(): Promise<void> {
    for (const folder of [this.store.folder, this.documents])
      await rm(folder, { recursive: true, force: true });
  }
}

/** Content hashes of all files that the tables name: of imports, undone ones too, and of documents. */
export async function referencedUploads(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ digest: string }>(
    'SELECT digest FROM ledger.imports UNION SELECT file_name FROM ledger.parse_jobs ORDER BY 1',
  );
  return rows.map(({ digest }) => digest);
}

/** Documents that may have pictures of their pages. Those that are still being read are read anew. */
export async function documentsWithPictures(client: ClientBase): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `SELECT id FROM ledger.parse_jobs WHERE status NOT IN ('pending', 'processing') ORDER BY id`,
  );
  return rows.map(({ id }) => id);
}

/** Where uploaded files are: a folder needs no more than its name. */
export type FileStoreLocation = { UPLOAD_STORE: 'folder'; DATA_DIR: string } | StoredFilesEnvironment;

export function openStoredFiles(where: FileStoreLocation): StoredFiles {
  return where.UPLOAD_STORE === 's3' ? new BucketFiles(where) : new FolderFiles(where);
}

export const fileStoreIn = (dataDirectory: string): FileStoreLocation => ({
  UPLOAD_STORE: 'folder',
  DATA_DIR: dataDirectory,
});
