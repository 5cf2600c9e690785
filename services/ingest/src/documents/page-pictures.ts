import { createReadStream } from 'node:fs';
import { access, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { IngestEnvironment } from '../ingest-environment.ts';
import type { Bucket } from '../uploads/bucket.ts';
import { isPictureFile, pictureFile } from './reading/reading-protocol.ts';

/** Where the reader of a document works, and leaves the pictures of its pages: `documents/<id>`. */
@Injectable()
export class DocumentFolders {
  private readonly folder: string;

  constructor(@Inject(ENVIRONMENT) environment: Pick<IngestEnvironment, 'DATA_DIR'>) {
    this.folder = join(environment.DATA_DIR, 'documents');
  }

  of(parseJobId: number): string {
    return join(this.folder, String(parseJobId));
  }

  async make(parseJobId: number): Promise<string> {
    const folder = this.of(parseJobId);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  /** Documents that have a folder. */
  async all(): Promise<number[]> {
    const names = await readdir(this.folder).catch(() => []);
    return names.filter((name) => /^[1-9]\d{0,9}$/.test(name)).map(Number);
  }

  async remove(parseJobId: number): Promise<void> {
    await rm(this.of(parseJobId), { recursive: true, force: true });
  }
}

/** Pictures of pages that people compare rows with, JPEG. Who reads a document leaves them in its folder. */
export abstract class PagePictures {
  /** Takes over what is in the folder of a document that has been read. */
  abstract keep(parseJobId: number): Promise<void>;

  /** Null when there is none. */
  abstract read(parseJobId: number, page: number): Promise<Readable | null>;

  abstract areThere(parseJobId: number): Promise<boolean>;

  /** Of which documents there are any, or a folder that nobody has taken over. */
  abstract documents(): Promise<number[]>;

  abstract remove(parseJobId: number): Promise<void>;
}

const CLEANUP_INTERVAL_MS = 10 * 60_000;

/**
 * Somebody reads it, or a row waits that a person compares with its page. What failed before anything of it was decided or
 * imported is read anew when it is wanted after all, and leaves new pictures.
 */
const IS_NEEDED = `j.status IN ('pending', 'processing')
  OR EXISTS (SELECT 1 FROM ledger.parsed_rows r LEFT JOIN ledger.imports i ON i.id = r.import_id
      WHERE r.parse_job_id = j.id AND (r.state = 'held' OR i.state IN ('failed', 'undone'))
        AND (j.status = 'completed'
          OR EXISTS (SELECT 1 FROM ledger.parsed_rows d
              WHERE d.parse_job_id = j.id AND (d.import_id IS NOT NULL OR d.decided_at IS NOT NULL))))`;

/** Removes the pictures of pages that nobody has to look at any more. The documents themselves stay, as all uploads do. */
@Injectable()
export class PagePictureCleanup implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private sweeping: Promise<void> = Promise.resolve();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly pictures: PagePictures,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.#begin();
    this.timer = setInterval(() => this.#begin(), CLEANUP_INTERVAL_MS);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.sweeping;
  }

  #begin(): void {
    this.sweeping = this.#sweepAloud();
  }

  async #sweepAloud(): Promise<void> {
    try {
      const removed = await this.sweep();
      if (removed > 0) this.logger.info({ removed }, 'pictures of decided documents removed');
    } catch (error) {
      this.logger.warn({ err: error }, 'pictures of documents could not be removed');
    }
  }

  /** @returns of how many documents the pictures were removed */
  async sweep(): Promise<number> {
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

export const PAGE_PICTURES_PREFIX = 'pages/';

/** In the bucket, `pages/<document>/page-<number>.jpg`; the folder is one worker's own, and gone when they are there. */
export class BucketPagePictures extends PagePictures {
  constructor(
    private readonly bucket: Bucket,
    private readonly folders: DocumentFolders,
  ) {
    super();
  }

  override async keep(parseJobId: number): Promise<void> {
    const folder = this.folders.of(parseJobId);
    for (const name of (await readdir(folder)).filter(isPictureFile)) {
      await this.bucket.put(`${pagePicturesPrefix(parseJobId)}${name}`, () =>
        createReadStream(join(folder, name)),
      );
    }
    await this.folders.remove(parseJobId);
  }

  override read(parseJobId: number, page: number): Promise<Readable | null> {
    return this.bucket.get(`${pagePicturesPrefix(parseJobId)}${pictureFile(page)}`);
  }

  override async areThere(parseJobId: number): Promise<boolean> {
    return (await this.bucket.list(pagePicturesPrefix(parseJobId))).length > 0;
  }

  override async documents(): Promise<number[]> {
    const inBucket = (await this.bucket.list(PAGE_PICTURES_PREFIX)).map((key) => Number(key.split('/')[1]));
    return [...new Set([...inBucket, ...(await this.folders.all())])];
  }

  override async remove(parseJobId: number): Promise<void> {
    for (const key of await this.bucket.list(pagePicturesPrefix(parseJobId))) await this.bucket.remove(key);
    await this.folders.remove(parseJobId);
  }
}

export const pagePicturesPrefix = (parseJobId: number): string => `${PAGE_PICTURES_PREFIX}${parseJobId}/`;

/** They stay in the folder, which all processes see. */
export class FolderPagePictures extends PagePictures {
  constructor(private readonly folders: DocumentFolders) {
    super();
  }

  override async keep(): Promise<void> {
    // They are where they belong.
  }

  override async read(parseJobId: number, page: number): Promise<Readable | null> {
    const path = join(this.folders.of(parseJobId), pictureFile(page));
    return access(path).then(
      () => createReadStream(path),
      () => null,
    );
  }

  override async areThere(parseJobId: number): Promise<boolean> {
    const names = await readdir(this.folders.of(parseJobId)).catch(() => []);
    return names.some(isPictureFile);
  }

  override documents(): Promise<number[]> {
    return this.folders.all();
  }

  override remove(parseJobId: number): Promise<void> {
    return this.folders.remove(parseJobId);
  }
}
