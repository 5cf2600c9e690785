import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { PAGE_PICTURES_PREFIX, pagePicturesPrefix } from '@clearwatch/ingest/documents/page-pictures';
import { isKeptFile } from '@clearwatch/ingest/documents/reading/reading-protocol';
import type { StoredFilesEnvironment } from '@clearwatch/ingest/ingest-environment';
import { Bucket, BucketUnavailable } from '@clearwatch/ingest/uploads/bucket';
import { BucketStore, FolderStore, uploadKey } from '@clearwatch/ingest/uploads/upload-store';
import { queryIntegers, queryTexts } from '@clearwatch/service-kit/database/query-rows';
import type { ClientBase } from 'pg';

/** Limit on consecutive failures without receiving any data. */
const READ_ATTEMPTS = 4;

/** Resumes after a broken connection, which is safe because objects never change. @param open starts at an offset */
async function* readWithRetries(
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

/** @returns false when the hash does not match the name; the file is then not stored */
export async function restoreUpload(
  { uploads }: StoredFiles,
  digest: string,
  content: AsyncIterable<Buffer>,
): Promise<boolean> {
  const { path, handle } = await uploads.openTemporary();
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
  await (isWhole ? uploads.keep(path, digest) : uploads.discard(path));
  return isWhole;
}

/** Prevents paths that point outside the folder. */
const PICTURE_PATH = /^[1-9]\d{0,9}\/(?:page-\d+\.jpg|words\.json\.gz)$/;

export async function restorePicture(files: StoredFiles, path: string, content: AsyncIterable<Buffer>) {
  if (!PICTURE_PATH.test(path)) throw new Error(`A page picture in the backup has the invalid name ${path}.`);
  await files.storePicture(path, await buffer(content));
}

const OWNED_PREFIXES = ['uploads/', PAGE_PICTURES_PREFIX];

/** An unavailable bucket stops a backup or restore, because unreachable files are not necessarily damaged. */
class BucketFiles {
  readonly uploads: BucketStore;
  readonly place: string;
  private readonly bucket: Bucket;

  constructor(environment: StoredFilesEnvironment) {
    this.bucket = new Bucket(environment);
    this.uploads = new BucketStore(environment, this.bucket);
    this.place = `${OWNED_PREFIXES.join(' and ')} in the bucket ${environment.S3_BUCKET}`;
  }

  /** The readable bytes of an upload. The caller verifies the hash. @returns null when it is missing */
  async read(digest: string): Promise<AsyncIterable<Buffer> | null> {
    const key = uploadKey(digest);
    return (await this.bucket.has(key)) ? this.contentOf(key) : null;
  }

  /** `<document>/page-<number>.jpg` and `<document>/words.json.gz`. */
  async picturesOf(document: number): Promise<string[]> {
    const keys = await this.bucket.list(pagePicturesPrefix(document));
    return keys.map((key) => key.slice(PAGE_PICTURES_PREFIX.length)).toSorted();
  }

  /** Null when the picture was removed in the meantime because its document needs no more review. */
  async picture(path: string): Promise<Buffer | null> {
    const content = await buffer(this.contentOf(`${PAGE_PICTURES_PREFIX}${path}`));
    return content.length === 0 ? null : content;
  }

  storePicture(path: string, content: Buffer): Promise<void> {
    return this.bucket.put(`${PAGE_PICTURES_PREFIX}${path}`, () => Readable.from([content]));
  }

  async assertEmpty(): Promise<void> {
    for (const prefix of OWNED_PREFIXES)
      if (await this.bucket.hasAny(prefix))
        throw new Error(
          `The bucket is not empty (it has ${prefix}…); nothing was changed. A restore needs an empty bucket: set S3_BUCKET to one.`,
        );
  }

  /** Removes the files from a failed restore; there were none before it. */
  async removeAll(): Promise<void> {
    for (const prefix of OWNED_PREFIXES)
      for (const key of await this.bucket.list(prefix)) await this.bucket.remove(key);
  }

  close(): void {
    this.bucket.close();
  }

  private contentOf(key: string): AsyncGenerator<Buffer, void> {
    return readWithRetries((from) => this.bucket.get(key, from));
  }
}

/** The reason to show operators; null for errors from other sources. */
export function bucketReason(error: unknown): string | null {
  if (!(error instanceof BucketUnavailable)) return null;
  const { cause } = error;
  const why = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  return `the bucket for uploaded files cannot be read or written (${why}). Check UPLOAD_STORE, S3_… and the bucket's permissions`;
}

const FILE_CHUNK_BYTES = 256 * 1024;

class FolderFiles {
  readonly uploads: FolderStore;
  readonly place: string;
  private readonly documents: string;

  constructor(environment: { DATA_DIR: string }) {
    this.uploads = new FolderStore(environment);
    this.documents = join(environment.DATA_DIR, 'documents');
    this.place = `${this.uploads.folder} and ${this.documents}`;
  }

  async read(digest: string): Promise<AsyncIterable<Buffer> | null> {
    const handle = await open(this.uploads.pathOf(digest)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (handle === null) return null;
    return (async function* () {
      try {
        yield* handle.createReadStream({ highWaterMark: FILE_CHUNK_BYTES });
      } catch {
        // A bad sector in one file must not prevent the backup of the others.
      }
    })();
  }

  async picturesOf(document: number): Promise<string[]> {
    const names = await readdir(join(this.documents, String(document))).catch(() => []);
    const pictures = names.filter(isKeptFile).toSorted();
    return pictures.map((name) => `${document}/${name}`);
  }

  picture(path: string): Promise<Buffer | null> {
    return readFile(join(this.documents, path)).catch(() => null);
  }

  async storePicture(path: string, content: Buffer): Promise<void> {
    const file = join(this.documents, path);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, content, { mode: 0o600, flush: true });
  }

  async assertEmpty(): Promise<void> {
    for (const folder of [this.uploads.folder, this.documents]) {
      const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
      if (!found.some((entry) => entry.isFile())) continue;
      throw new Error(`${folder} is not empty; nothing was changed. A restore needs an empty data folder.`);
    }
  }

  async removeAll(): Promise<void> {
    for (const folder of [this.uploads.folder, this.documents]) await rm(folder, { recursive: true, force: true });
  }

  close(): void {}
}

export type StoredFiles = BucketFiles | FolderFiles;

export const referencedUploads = (client: ClientBase): Promise<string[]> =>
  queryTexts(client, 'SELECT digest FROM ledger.imports UNION SELECT file_name FROM ledger.parse_jobs ORDER BY 1');

/** Without documents that were being read: they will be read again. */
export const documentsWithPictures = (client: ClientBase): Promise<number[]> =>
  queryIntegers(client, `SELECT id FROM ledger.parse_jobs WHERE status NOT IN ('pending', 'processing') ORDER BY id`);

export type FileStoreLocation = { UPLOAD_STORE: 'folder'; DATA_DIR: string } | StoredFilesEnvironment;

export function openStoredFiles(where: FileStoreLocation): StoredFiles {
  return where.UPLOAD_STORE === 's3' ? new BucketFiles(where) : new FolderFiles(where);
}

export const fileStoreIn = (DATA_DIR: string): FileStoreLocation => ({ UPLOAD_STORE: 'folder', DATA_DIR });
