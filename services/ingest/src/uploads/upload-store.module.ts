import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { Global, Inject, Module, type OnModuleDestroy } from '@nestjs/common';
import type { IngestEnvironment } from '../environment.ts';
import { BUCKET } from './bucket/bucket.token.ts';
import { Bucket } from './bucket/bucket.ts';
import { BucketStore } from './bucket/bucket-store.ts';
import { FolderStore } from './folder-store.ts';
import { UploadStore } from './upload-store.ts';

/** The api writes files, the worker reads them: from a folder that both see, or from a bucket. */
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
