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
import { AuditTrailModule } from '@clearwatch/service-kit/audit/audit-trail.service';
import type { ServiceDefinition } from '@clearwatch/service-kit/boot/boot-service';
import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import { CsvMappingEntity, ImportCsvMappingEntity } from './csv-mappings/csv-mapping.entity.ts';
import { CsvMappingsModule } from './csv-mappings/csv-mappings.module.ts';
import { DocumentLayoutEntity } from './documents/document-layout.entity.ts';
import { DocumentsModule, ExtractDocumentsModule } from './documents/documents.module.ts';
import { ParseJobEntity } from './documents/parse-job.entity.ts';
import { ImportEntity, ImportTotalsEntity, ImportWarningEntity, RejectedRowEntity } from './imports/import.entity.ts';
import { ImportsModule, ImportsWorkerModule } from './imports/imports.module.ts';
import { IngestEnvironment } from './ingest-environment.ts';
import { LegalHoldEntity } from './retention/legal-hold.entity.ts';
import { LegalHoldsModule, RetentionModule } from './retention/retention.module.ts';
import { TransactionsModule } from './transactions/transactions.module.ts';
import { StatusModule } from './uploads/ingest-status.module.ts';
import { UploadStoreModule, UploadsModule } from './uploads/uploads.module.ts';

export function defineIngest(
  environment: IngestEnvironment = readEnvironment(IngestEnvironment),
): ServiceDefinition<IngestEnvironment> {
  return {
    name: 'ingest',
    environment,
    entities: [
      ImportEntity,
      ImportTotalsEntity,
      ImportWarningEntity,
      RejectedRowEntity,
      CsvMappingEntity,
      ImportCsvMappingEntity,
      ParseJobEntity,
      DocumentLayoutEntity,
      LegalHoldEntity,
    ],
    shared: [UploadStoreModule, AuditTrailModule.forRoot({ source: 'ingest', schema: 'ledger' })],
    api: [
      // Before the imports, because `api/imports/:id` matches `api/imports/sample`.
      UploadsModule,
      CsvMappingsModule,
      ImportsModule,
      TransactionsModule,
      DocumentsModule,
      LegalHoldsModule,
      StatusModule,
    ],
    workers: [ImportsWorkerModule, ExtractDocumentsModule, RetentionModule],
    jobs: {
      worksOn: [IMPORT_FILE, UNDO_IMPORT, EXTRACT_DOCUMENT, PURGE_LEDGER],
      sends: [TRANSACTIONS_IMPORTED, IMPORT_UNDONE, ENTRIES_PURGED, RECORD_AUDIT_EVENT],
      // One long document must not stop all others.
      concurrency: { extract: 2 },
    },
  };
}
