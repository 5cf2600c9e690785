import { Global, Module } from '@nestjs/common';
import { UploadStore } from './upload-store.ts';

/** The api writes files, the worker reads them. */
@Global()
@Module({ providers: [UploadStore], exports: [UploadStore] })
export class UploadStoreModule {}
