import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { Global, Inject, Module, type OnModuleDestroy } from '@nestjs/common';
import { CsvMappingsModule } from '../csv-mappings/csv-mappings.module.ts';
import { ImportsModule } from '../imports/imports.module.ts';
import type { IngestEnvironment } from '../ingest-environment.ts';
import { BUCKET, Bucket } from './bucket.ts';
import { AbandonedUploadCleanup, BucketStore, FolderStore, UploadStore } from './upload-store.ts';
import { UploadsController } from './uploads.controller.ts';
import { SampleService, UploadsService } from './uploads.service.ts';

@Module({
  imports: [ImportsModule, CsvMappingsModule],
  controllers: [UploadsController],
  providers: [UploadsService, SampleService, AbandonedUploadCleanup],
  exports: [UploadsService],
})
export class UploadsModule {}

/** The API writes files and the worker reads them, from a shared folder or from a bucket. */
@Global()
@Module({
  providers: [
    {
      provide: BUCKET,
      useFactory: (environment: IngestEnvironment) =>
        environment.UPLOAD_STORE === 's3' ? new Bucket(environment) : null,
      inject: [ENVIRONMENT],
    },
    {
      provide: UploadStore,
      useFactory: (environment: IngestEnvironment, bucket: Bucket | null) =>
        bucket === null ? new FolderStore(environment) : new BucketStore(environment, bucket),
      inject: [ENVIRONMENT, BUCKET],
    },
  ],
  exports: [BUCKET, UploadStore],
})
export class UploadStoreModule implements OnModuleDestroy {
  constructor(@Inject(BUCKET) private readonly bucket: Bucket | null) {}

  onModuleDestroy(): void {
    this.bucket?.close();
  }
}
