import { mkdir, statfs } from 'node:fs/promises';
import type { NewestImport, UploadStorage } from '@clearwatch/contracts/system-status.dto';
import { STATUS_SOURCE, type StatusSource } from '@clearwatch/service-kit/health/service-health.controller';
import { Inject, Injectable, Module } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';
import { ImportEntity } from '../imports/import.entity.ts';
import { BUCKET, type Bucket } from './bucket.ts';
import { UploadStore } from './upload-store.ts';

@Injectable()
class IngestStatus implements Pick<StatusSource, 'facts'> {
  constructor(
    @InjectRepository(ImportEntity) private readonly imports: Repository<ImportEntity>,
    private readonly uploads: UploadStore,
    @Inject(BUCKET) private readonly bucket: Bucket | null,
  ) {}

  async facts(): ReturnType<StatusSource['facts']> {
    const [newestImport, uploads] = await Promise.all([this.newestImport(), this.room()]);
    return { newestImport, uploads };
  }

  private async newestImport(): Promise<NewestImport | null> {
    const [row] = await this.imports.find({
      select: { id: true, fileName: true, state: true, finishedAt: true, createdAt: true },
      where: { keptFrom: IsNull() },
      order: { id: 'DESC' },
      take: 1,
    });
    if (row === undefined) return null;
    const { id, fileName, state, finishedAt, createdAt } = row;
    return { id, fileName, state, at: finishedAt ?? createdAt };
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
