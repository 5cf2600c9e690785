import { Module } from '@nestjs/common';
import { ImportsModule } from '../imports/imports.module.ts';
import { UploadsModule } from '../uploads/uploads.module.ts';
import { DocumentsController } from './documents.controller.ts';
import { ImportRows } from './extract/import-rows.ts';
import { ImportsOfDocument } from './extract/imports-of-document.repository.ts';
import { ParseJobsRepository } from './jobs/parse-jobs.repository.ts';
import { ParseJobsService } from './jobs/parse-jobs.service.ts';
import { PicturesModule } from './pictures/pictures.module.ts';
import { DecideRowsService } from './review/decide-rows.service.ts';
import { ParsedRowsRepository } from './review/parsed-rows.repository.ts';
import { UploadDocumentsService } from './upload/upload-documents.service.ts';

@Module({
  imports: [ImportsModule, UploadsModule, PicturesModule],
  controllers: [DocumentsController],
  providers: [
    UploadDocumentsService,
    ParseJobsService,
    ParseJobsRepository,
    ParsedRowsRepository,
    DecideRowsService,
    ImportRows,
    ImportsOfDocument,
  ],
})
export class DocumentsModule {}
