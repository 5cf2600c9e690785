import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { RepeatingTask } from '@clearwatch/service-kit/time/async-timing';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { IngestEnvironment } from '../ingest-environment.ts';
import { BUCKET, type Bucket } from '../uploads/bucket.ts';
import { isPictureFile, pictureFile } from './reading/reading-protocol.ts';

/** Folders in which a document is read and the pictures of its pages are left: `documents/<id>`. */
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

  async pictures(parseJobId: number): Promise<string[]> {
    const names = await readdir(this.of(parseJobId)).catch(() => []);
    return names.filter(isPictureFile);
  }

  async remove(parseJobId: number): Promise<void> {
    await rm(this.of(parseJobId), { recursive: true, force: true });
  }
}

export const PAGE_PICTURES_PREFIX = 'pages/';

export const pagePicturesPrefix = (parseJobId: number): string => `${PAGE_PICTURES_PREFIX}${parseJobId}/`;

/**
 * JPEG pictures of pages, with which staff compare rows. Without a bucket they stay in the document's folder, which all processes see.
 * With one they move to `pages/<document>/page-<number>.jpg`, because the folder is visible to one worker only.
 */
@Injectable()
export class PagePictures {
  constructor(
    @Inject(BUCKET) private readonly bucket: Bucket | null,
    private readonly folders: DocumentFolders,
  ) {}

  /** Takes over the pictures in the folder of a document that has been read. */
  async keep(parseJobId: number): Promise<void> {
    if (this.bucket === null) return;
    for (const name of await this.folders.pictures(parseJobId)) {
      const path = join(this.folders.of(parseJobId), name);
      await this.bucket.put(`${pagePicturesPrefix(parseJobId)}${name}`, () => createReadStream(path));
    }
    await this.folders.remove(parseJobId);
  }

  /** Null when there is none. */
  async read(parseJobId: number, page: number): Promise<Readable | null> {
    if (this.bucket !== null) return this.bucket.get(`${pagePicturesPrefix(parseJobId)}${pictureFile(page)}`);
    const path = join(this.folders.of(parseJobId), pictureFile(page));
    return existsSync(path) ? createReadStream(path) : null;
  }

  async areThere(parseJobId: number): Promise<boolean> {
    const names = (await this.bucket?.list(pagePicturesPrefix(parseJobId))) ?? [];
    return names.length > 0 || (this.bucket === null && (await this.folders.pictures(parseJobId)).length > 0);
  }

  /** Documents that have pictures, or a folder that was not taken over. */
  async documents(): Promise<number[]> {
    const keys = (await this.bucket?.list(PAGE_PICTURES_PREFIX)) ?? [];
    return [...new Set([...keys.map((key) => Number(key.split('/')[1])), ...(await this.folders.all())])];
  }

  async remove(parseJobId: number): Promise<void> {
    const keys = (await this.bucket?.list(pagePicturesPrefix(parseJobId))) ?? [];
    for (const key of keys) await this.bucket?.remove(key);
    await this.folders.remove(parseJobId);
  }
}

const CLEANUP_INTERVAL_MS = 10 * 60_000;

/**
 * The document is being read, or a row waits that staff compare with its page. A document that failed before any row was decided or
 * imported is read again when it is retried, which leaves new pictures.
 */
const IS_NEEDED = `j.status IN ('pending', 'processing')
  OR EXISTS (SELECT 1 FROM ledger.parsed_rows r LEFT JOIN ledger.imports i ON i.id = r.import_id
      WHERE r.parse_job_id = j.id AND (r.state = 'held' OR i.state IN ('failed', 'undone'))
        AND (j.status = 'completed'
          OR EXISTS (SELECT 1 FROM ledger.parsed_rows d
              WHERE d.parse_job_id = j.id AND (d.import_id IS NOT NULL OR d.decided_at IS NOT NULL))))`;

/** Removes pictures that are no longer needed. The documents themselves stay, like all uploads. */
@Injectable()
export class PagePictureCleanup implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly rounds = new RepeatingTask(CLEANUP_INTERVAL_MS, () => this.#round());

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly pictures: PagePictures,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.rounds.stop();
  }

  async #round(): Promise<void> {
    try {
      const removed = await this.sweep();
      if (removed > 0) this.logger.info({ removed }, 'pictures of decided documents removed');
    } catch (error) {
      this.logger.warn({ err: error }, 'pictures of documents could not be removed');
    }
  }

  /** @returns the number of documents whose pictures were removed */
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
