import { Module } from '@nestjs/common';
import { ImportsRepository } from '../imports/imports.repository.ts';
import { UploadsModule } from '../uploads/uploads.module.ts';
import { DocumentClaims } from './document-claims.repository.ts';
import { DocumentColumnsController, DocumentLayoutsController } from './document-columns.controller.ts';
import { DocumentColumnsService } from './document-columns.service.ts';
import { DocumentLayouts } from './document-layouts.repository.ts';
import { DocumentsController } from './documents.controller.ts';
import { ExtractDocumentProcessor, UnfinishedParseJobs } from './extract-document.processor.ts';
import { ParsedRowsImporter } from './import-parsed-rows.service.ts';
import { LlamaExtractor } from './llama-extractor.ts';
import { PagePictureCleanup, PagePictures } from './page-pictures.ts';
import { ParseJobsService } from './parse-jobs.service.ts';
import { ParsedRowsRepository } from './parsed-rows.repository.ts';
import { LocalExtractor } from './reading/local-extractor.ts';
import { UploadDocumentsService } from './upload-documents.service.ts';

@Module({
  imports: [UploadsModule],
  controllers: [DocumentsController, DocumentColumnsController, DocumentLayoutsController],
  providers: [
    UploadDocumentsService,
    ParseJobsService,
    DocumentColumnsService,
    DocumentLayouts,
    ParsedRowsRepository,
    ParsedRowsImporter,
    ImportsRepository,
    PagePictures,
  ],
})
export class DocumentsModule {}

@Module({
  providers: [
    ImportsRepository,
    ExtractDocumentProcessor,
    DocumentClaims,
    DocumentLayouts,
    PagePictureCleanup,
    PagePictures,
    LocalExtractor,
    LlamaExtractor,
    ParsedRowsImporter,
    ParsedRowsRepository,
    UnfinishedParseJobs,
  ],
})
export class ExtractDocumentsModule {}
