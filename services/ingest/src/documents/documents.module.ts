import { Module } from '@nestjs/common';
import { ImportsRepository } from '../imports/imports.repository.ts';
import { BUCKET, type Bucket } from '../uploads/bucket.ts';
import { UploadsModule } from '../uploads/uploads.module.ts';
import { DocumentClaims } from './document-claims.repository.ts';
import { DocumentsController } from './documents.controller.ts';
import { ExtractDocumentProcessor, UnfinishedParseJobs } from './extract-document.processor.ts';
import { ParsedRowsImporter } from './import-parsed-rows.service.ts';
import { LlamaExtractor } from './llama-extractor.ts';
import {
  BucketPagePictures,
  DocumentFolders,
  FolderPagePictures,
  PagePictureCleanup,
  PagePictures,
} from './page-pictures.ts';
import { ParseJobsRepository } from './parse-jobs.repository.ts';
import { ParseJobsService } from './parse-jobs.service.ts';
import { ParsedRowsRepository } from './parsed-rows.repository.ts';
import { LocalExtractor } from './reading/local-extractor.ts';
import { UploadDocumentsService } from './upload-documents.service.ts';

@Module({
  providers: [
    DocumentFolders,
    {
      provide: PagePictures,
      useFactory: (bucket: Bucket | null, folders: DocumentFolders) =>
        bucket === null ? new FolderPagePictures(folders) : new BucketPagePictures(bucket, folders),
      inject: [BUCKET, DocumentFolders],
    },
  ],
  exports: [DocumentFolders, PagePictures],
})
class PicturesModule {}

@Module({
  imports: [UploadsModule, PicturesModule],
  controllers: [DocumentsController],
  providers: [
    UploadDocumentsService,
    ParseJobsService,
    ParseJobsRepository,
    ParsedRowsRepository,
    ParsedRowsImporter,
    ImportsRepository,
  ],
})
export class DocumentsModule {}

@Module({
  imports: [PicturesModule],
  providers: [
    ImportsRepository,
    ExtractDocumentProcessor,
    DocumentClaims,
    PagePictureCleanup,
    LocalExtractor,
    LlamaExtractor,
    ParsedRowsImporter,
    ParsedRowsRepository,
    UnfinishedParseJobs,
  ],
})
export class ExtractDocumentsModule {}
