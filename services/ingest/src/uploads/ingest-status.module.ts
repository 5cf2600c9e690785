import { mkdir, statfs } from 'node:fs/promises';
import type { NewestImport, RetainedData, UploadStorage } from '@clearwatch/contracts/system-status.dto';
import { instantOf, integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import {
  NOTHING_RETAINED,
  STATUS_SOURCE,
  type StatusSource,
} from '@clearwatch/service-kit/health/service-health.controller';
import { Inject, Injectable, Module } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { BUCKET, type Bucket } from './bucket.ts';
import { UploadStore } from './upload-store.ts';

/** What ingest knows of the system: the newest import, and how much room uploaded files have. */
@Injectable()
class IngestStatus implements StatusSource {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly uploads: UploadStore,
    @Inject(BUCKET) private readonly bucket: Bucket | null,
  ) {}

  async facts(): ReturnType<StatusSource['facts']> {
    const [newestImport, uploads] = await Promise.all([this.newestImport(), this.room()]);
    return { newestImport, uploads };
  }

  /** Days of the ledger are the rollups' to tell. */
  async retained(): Promise<RetainedData> {
    return NOTHING_RETAINED;
  }

  private async newestImport(): Promise<NewestImport | null> {
    const [row] = await this.database.query<Row[]>(
      `SELECT id, file_name, state, coalesce(finished_at, created_at) AS at
         FROM ledger.imports WHERE kept_from IS NULL ORDER BY id DESC LIMIT 1`,
    );
    if (row === undefined) return null;
    return {
      id: integerOf(row, 'id'),
      fileName: textOf(row, 'file_name'),
      state: textOf(row, 'state'),
      at: instantOf(row, 'at'),
    };
  }

  private async room(): Promise<UploadStorage> {
    await mkdir(this.uploads.folder, { recursive: true, mode: 0o700 });
    const { bavail, blocks, bsize } = await statfs(this.uploads.folder);
    return { inBucket: this.bucket !== null, freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  }
}

@Module({
  providers: [{ provide: STATUS_SOURCE, useClass: IngestStatus }],
  exports: [STATUS_SOURCE],
})
export class StatusModule {}
