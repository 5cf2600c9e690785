import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { RepeatingTask } from '@clearwatch/service-kit/time/async-timing';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { IngestEnvironment } from '../ingest-environment.ts';
import { BUCKET, type Bucket } from '../uploads/bucket.ts';
import { isKeptFile, isPictureFile, pictureFile, signatureOf, WORDS_FILE } from './reading/reading-protocol.ts';

/** A file that is being written, or that a crash left behind. */
const UNFINISHED_PREFIX = 'unfinished-';
/** Readers of versions before 0.2 wrote into such folders. */
const READING_PREFIX = 'reading-';
/** Writing and reading never take this long. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;

const keptFilesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter(isKeptFile);

export const PAGE_PICTURES_PREFIX = 'pages/';

export const pagePicturesPrefix = (parseJobId: number): string => `${PAGE_PICTURES_PREFIX}${parseJobId}/`;

/**
 * JPEG pictures of pages, which staff compare with rows, and the positions of words. Without a bucket they are in
 * `documents/<id>`, which all processes share. With a bucket, processes share no folder, so they are at
 * `pages/<id>/page-<number>.jpg`.
 */
@Injectable()
export class PagePictures {
  private readonly folder: string;

  constructor(
    @Inject(ENVIRONMENT) environment: Pick<IngestEnvironment, 'DATA_DIR'>,
    @Inject(BUCKET) private readonly bucket: Bucket | null,
  ) {
    this.folder = join(environment.DATA_DIR, 'documents');
  }

  async removeAbandoned(): Promise<void> {
    const names = await readdir(this.folder).catch(() => []);
    const isTemporary = (name: string) => [READING_PREFIX, UNFINISHED_PREFIX].some((prefix) => name.startsWith(prefix));
    for (const name of names.filter(isTemporary)) {
      const path = join(this.folder, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.NaN }));
      if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true });
    }
  }

  /** @param files by name; two workers that read the same document leave one set */
  async keep(parseJobId: number, files: ReadonlyMap<string, Buffer>): Promise<void> {
    const target = this.#folderOf(parseJobId);
    if (this.bucket === null && files.size > 0) await mkdir(target, { recursive: true, mode: 0o700 });
    for (const [name, bytes] of files) {
      if (this.bucket === null) {
        const unfinished = join(this.folder, `${UNFINISHED_PREFIX}${randomUUID()}`);
        await writeFile(unfinished, bytes, { flag: 'wx', mode: 0o600 });
        await rename(unfinished, join(target, name));
      } else await this.bucket.put(`${pagePicturesPrefix(parseJobId)}${name}`, () => Readable.from([bytes]));
    }
  }

  read(parseJobId: number, page: number): Promise<Readable | null> {
    return this.#open(parseJobId, pictureFile(page));
  }

  /** @returns gzipped JSON, or null if no words were kept */
  readWords(parseJobId: number): Promise<Readable | null> {
    return this.#open(parseJobId, WORDS_FILE);
  }

  async #open(parseJobId: number, name: string): Promise<Readable | null> {
    if (this.bucket !== null) return this.bucket.get(`${pagePicturesPrefix(parseJobId)}${name}`);
    const file = await openKept(join(this.#folderOf(parseJobId), name), signatureOf(name));
    return file?.createReadStream({ start: 0 }) ?? null;
  }

  async areThere(parseJobId: number): Promise<boolean> {
    return (await this.filesOf(parseJobId)).some(isPictureFile);
  }

  async hasWords(parseJobId: number): Promise<boolean> {
    return (await this.filesOf(parseJobId)).includes(WORDS_FILE);
  }

  async hasPicture(parseJobId: number, page: number): Promise<boolean> {
    return (await this.filesOf(parseJobId)).includes(pictureFile(page));
  }

  private async filesOf(parseJobId: number): Promise<string[]> {
    const prefix = pagePicturesPrefix(parseJobId);
    const keys = await this.bucket?.list(prefix);
    return keys?.map((key) => key.slice(prefix.length)) ?? keptFilesIn(this.#folderOf(parseJobId));
  }

  async documents(): Promise<number[]> {
    const keys = (await this.bucket?.list(PAGE_PICTURES_PREFIX)) ?? [];
    const folders = (await readdir(this.folder).catch(() => [])).filter((name) => /^[1-9]\d{0,9}$/.test(name));
    return [...new Set([...keys.map((key) => Number(key.split('/')[1])), ...folders.map(Number)])];
  }

  async remove(parseJobId: number): Promise<void> {
    const keys = (await this.bucket?.list(pagePicturesPrefix(parseJobId))) ?? [];
    for (const key of keys) await this.bucket?.remove(key);
    await rm(this.#folderOf(parseJobId), { recursive: true, force: true });
  }

  #folderOf(parseJobId: number): string {
    return join(this.folder, String(parseJobId));
  }
}

/** Serves no file but one that a reader sent, even if something else is in its place. @returns null if there is none */
async function openKept(path: string, signature: Buffer): Promise<FileHandle | null> {
  // Without O_NONBLOCK, opening a named pipe would wait for its other end.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch(() => null);
  if (file === null) return null;
  const head = Buffer.alloc(signature.length);
  const isRegular = await file.stat().then((stats) => stats.isFile());
  if (isRegular) await file.read(head, 0, head.length, 0);
  if (head.equals(signature)) return file;
  await file.close();
  return null;
}

const CLEANUP_INTERVAL_MS = 10 * 60_000;

/**
 * The document is being read, or a held row must be compared with its page. A document that failed before any row was
 * reviewed or imported is read again on retry, which creates new pictures.
 */
const IS_NEEDED = `j.status IN ('pending', 'processing', 'needs_columns')
  OR EXISTS (SELECT 1 FROM ledger.parsed_rows r LEFT JOIN ledger.imports i ON i.id = r.import_id
      WHERE r.parse_job_id = j.id AND (r.state = 'held' OR i.state IN ('failed', 'undone'))
        AND (j.status = 'completed'
          OR EXISTS (SELECT 1 FROM ledger.parsed_rows d
              WHERE d.parse_job_id = j.id AND (d.import_id IS NOT NULL OR d.decided_at IS NOT NULL))))`;

/** Removes pictures that are no longer needed. The documents themselves stay, as all uploads do. */
@Injectable()
export class PagePictureCleanup extends RepeatingTask {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly pictures: PagePictures,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const failure = 'page pictures could not be removed';
    super({ everyMs: CLEANUP_INTERVAL_MS, startsAtOnce: true, failure, logger });
  }

  protected async round(): Promise<void> {
    const removed = await this.sweep();
    if (removed > 0) this.logger.info({ removed }, 'page pictures of reviewed documents removed');
  }

  async sweep(): Promise<number> {
    await this.pictures.removeAbandoned();
    const ids = await this.pictures.documents();
    if (ids.length === 0) return 0;
    const rows = await this.database.query<Row[]>(
      `SELECT j.id FROM ledger.parse_jobs j WHERE j.id = ANY($1) AND (${IS_NEEDED})`,
      [ids],
    );
    const needed = new Set(rows.map((row) => integerOf(row, 'id')));
    const done = ids.filter((id) => !needed.has(id));
    for (const id of done) await this.pictures.remove(id);
    return done.length;
  }
}
