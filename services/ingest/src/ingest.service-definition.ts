import {
  ENTRIES_PURGED,
  EXTRACT_DOCUMENT,
  IMPORT_FILE,
  IMPORT_UNDONE,
  PURGE_LEDGER,
  RECORD_AUDIT_EVENT,
  TRANSACTIONS_IMPORTED,
  UNDO_IMPORT,
} from '@clearwatch/contracts/jobs.dto';
import { AuditTrailModule } from '@clearwatch/service-kit/audit/audit-trail.module';
import type { ServiceDefinition } from '@clearwatch/service-kit/boot/boot-service';
import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import { CsvCorrectionsModule } from './csv-corrections/csv-corrections.module.ts';
import { CsvMappingsModule } from './csv-mappings/csv-mappings.module.ts';
import { DocumentsModule } from './documents/documents.module.ts';
import { ExtractDocumentsModule } from './documents/extract/extract-documents.module.ts';
import { OpenParseJobs } from './documents/extract/open-parse-jobs.finder.ts';
import { DuplicatesModule } from './duplicates/duplicates.module.ts';
import { IngestEnvironment } from './environment.ts';
import { ImportFileModule } from './import-file/import-file.module.ts';
import { UnfinishedImports } from './import-file/unfinished-imports.finder.ts';
import { UnprojectedImports } from './import-file/unprojected-imports.finder.ts';
import { ImportsModule } from './imports/imports.module.ts';
import { LegalHoldsModule } from './legal-holds/legal-holds.module.ts';
import { ReceiptsModule } from './receipts/receipts.module.ts';
import { RejectsModule } from './rejects/rejects.module.ts';
import { DailyPurge } from './retention/daily-purge.finder.ts';
import { RetentionModule } from './retention/retention.module.ts';
import { RetryModule } from './retry/retry.module.ts';
import { SampleModule } from './sample/sample.module.ts';
import { StatusModule } from './status/status.module.ts';
import { TransactionsModule } from './transactions/transactions.module.ts';
import { UndoModule } from './undo/undo.module.ts';
import { UndoImportModule } from './undo/undo-import.module.ts';
import { UnfinishedUndos } from './undo/unfinished-undos.finder.ts';
import { UnprojectedUndos } from './undo/unprojected-undos.finder.ts';
import { UploadStoreModule } from './uploads/upload-store.module.ts';
import { UploadsModule } from './uploads/uploads.module.ts';

/** Ingest: takes files in, keeps their bytes, and merges their entries into the ledger. */
export function defineIngest(
  environment: IngestEnvironment = readEnvironment(IngestEnvironment),
): ServiceDefinition<IngestEnvironment> {
  return {
    name: 'ingest',
    environment,
    entities: [],
    shared: [UploadStoreModule, AuditTrailModule.forRoot({ source: 'ingest', schema: 'ledger' })],
    api: [
      UploadsModule,
      CsvMappingsModule,
      CsvCorrectionsModule,
      SampleModule,
      ImportsModule,
      ReceiptsModule,
      DuplicatesModule,
      RejectsModule,
      RetryModule,
      UndoModule,
      TransactionsModule,
      DocumentsModule,
      LegalHoldsModule,
      StatusModule,
    ],
    workers: [ImportFileModule, UndoImportModule, ExtractDocumentsModule, RetentionModule],
    jobs: {
      worksOn: [IMPORT_FILE, UNDO_IMPORT, EXTRACT_DOCUMENT, PURGE_LEDGER],
      sends: [
        IMPORT_FILE,
        UNDO_IMPORT,
        EXTRACT_DOCUMENT,
        TRANSACTIONS_IMPORTED,
        IMPORT_UNDONE,
        PURGE_LEDGER,
        ENTRIES_PURGED,
        RECORD_AUDIT_EVENT,
      ],
      finders: [
        UnfinishedImports,
        UnprojectedImports,
        UnfinishedUndos,
        UnprojectedUndos,
        OpenParseJobs,
        DailyPurge,
      ],
    },
  };
}
