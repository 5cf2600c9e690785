import { Module } from '@nestjs/common';
import { FileImporter, LedgerStatistics } from '../import-file/file-importer.ts';
import { ImportClaims } from '../import-file/import-claims.repository.ts';
import { ImportFileProcessor, UnfinishedImports } from '../import-file/import-file.processor.ts';
import { UndoImportProcessor, UnfinishedUndos } from '../undo/undo-import.processor.ts';
import { DuplicatesService } from './duplicates.service.ts';
import { ImportsController } from './imports.controller.ts';
import { ImportsRepository } from './imports.repository.ts';
import { ImportsService } from './imports.service.ts';

@Module({
  controllers: [ImportsController],
  providers: [ImportsService, ImportsRepository, DuplicatesService],
  exports: [ImportsRepository, ImportsService],
})
export class ImportsModule {}

@Module({
  providers: [
    ImportFileProcessor,
    FileImporter,
    ImportClaims,
    LedgerStatistics,
    UnfinishedImports,
    UndoImportProcessor,
    ImportsRepository,
    UnfinishedUndos,
  ],
})
export class ImportsWorkerModule {}
