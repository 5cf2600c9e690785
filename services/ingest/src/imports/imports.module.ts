import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Module } from '@nestjs/common';
import { FileImporter, LedgerStatistics } from '../import-file/file-importer.ts';
import { ImportClaims } from '../import-file/import-claims.repository.ts';
import {
  ImportFileProcessor,
  UnfinishedImports,
  UnprojectedImports,
} from '../import-file/import-file.processor.ts';
import {
  ImportUndoer,
  UndoImportProcessor,
  UnfinishedUndos,
  UnprojectedUndos,
} from '../undo/undo-import.processor.ts';
import { UndoImportRepository } from '../undo/undo-import.repository.ts';
import { UndoImportService } from '../undo/undo-import.service.ts';
import { DuplicatesService, KeepDuplicateService } from './duplicates.service.ts';
import {
  DuplicatesController,
  ImportsController,
  ReceiptsController,
  RejectsController,
  RetryController,
  UndoController,
} from './imports.controller.ts';
import { ImportsRepository, RetryRepository } from './imports.repository.ts';
import { ImportsService, ReceiptsService, RejectsService, RetryService } from './imports.service.ts';
import { ReceiptsRepository } from './receipts.repository.ts';
import { DuplicatesRepository, RejectsRepository } from './skipped-rows.repository.ts';

@Module({
  controllers: [ImportsController],
  providers: [ImportsService, ImportsRepository],
  exports: [ImportsRepository, ImportsService],
})
export class ImportsModule {}

@Module({
  imports: [ImportsModule],
  controllers: [DuplicatesController],
  providers: [DuplicatesService, DuplicatesRepository, KeepDuplicateService],
})
export class DuplicatesModule {}

/** One clock for all who ask for the day. */
@Module({ providers: [Today], exports: [Today] })
export class TodayModule {}

@Module({
  imports: [TodayModule],
  providers: [
    ImportFileProcessor,
    FileImporter,
    ImportClaims,
    LedgerStatistics,
    UnfinishedImports,
    UnprojectedImports,
  ],
})
export class ImportFileModule {}

@Module({
  imports: [ImportsModule],
  controllers: [ReceiptsController],
  providers: [ReceiptsService, ReceiptsRepository],
})
export class ReceiptsModule {}

@Module({
  imports: [ImportsModule],
  controllers: [RejectsController],
  providers: [RejectsService, RejectsRepository],
  exports: [RejectsRepository],
})
export class RejectsModule {}

@Module({
  imports: [ImportsModule],
  controllers: [RetryController],
  providers: [RetryService, RetryRepository],
})
export class RetryModule {}

/** What workers do. */
@Module({
  providers: [UndoImportProcessor, ImportUndoer, UndoImportRepository, UnfinishedUndos, UnprojectedUndos],
})
export class UndoImportModule {}

/** What staff ask for. */
@Module({
  imports: [ImportsModule],
  controllers: [UndoController],
  providers: [UndoImportService, UndoImportRepository],
})
export class UndoModule {}
