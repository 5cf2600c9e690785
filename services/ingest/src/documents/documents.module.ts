import { Module } from '@nestjs/common';
import { ImportsModule } from '../imports/imports.module.ts';
import { UploadsModule } from '../uploads/uploads.module.ts';
import { DocumentFolders } from './document-folder.ts';
import { DocumentsController } from './documents.controller.ts';
import { ImportRows } from './extract/import-rows.ts';
import { ImportsOfDocument } from './extract/imports-of-document.repository.ts';
import { ParseJobsRepository } from './jobs/parse-jobs.repository.ts';
import { ParseJobsService } from './jobs/parse-jobs.service.ts';
import { DecideRowsService } from './review/decide-rows.service.ts';
import { ParsedRowsRepository } from './review/parsed-rows.repository.ts';
import { UploadDocumentsService } from './upload/upload-documents.service.ts';

@Module({
  imports: [ImportsModule, UploadsModule],
  controllers: [DocumentsController],
  providers: [
    UploadDocumentsService,
    ParseJobsService,
    ParseJobsRepository,
    ParsedRowsRepository,
    DecideRowsService,
    ImportRows,
    ImportsOfDocument,
    DocumentFolders,
  ],
})
export class DocumentsModule {}
