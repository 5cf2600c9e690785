import { IsIn, IsInt, IsUUID, Min } from 'class-validator';
import { defineJob, QUEUES } from './job-definition.ts';

/** The services that describe what they did in an outbox of their own; auth writes its events itself. */
export const AUDIT_SOURCES = ['gateway', 'ingest', 'analytics', 'reports'] as const;
export type AuditSource = (typeof AUDIT_SOURCES)[number];

export class RecordAuditEventPayload {
  @IsIn(AUDIT_SOURCES) source!: AuditSource;
  @IsUUID() eventId!: string;
}

/** Command to auth: take this event out of the source's outbox into the audit log. */
export const RECORD_AUDIT_EVENT = defineJob({
  name: 'audit.record',
  queue: QUEUES.audit,
  payload: RecordAuditEventPayload,
  identity: ({ eventId }) => `audit.record-${eventId}`,
});

export class DetectRunPayload {
  @IsInt() @Min(1) runId!: number;
}

/** Command within analytics: cut a detection run into shards of members. */
export const DETECT_RUN = defineJob({ name: 'detect.run', queue: QUEUES.detect, payload: DetectRunPayload });

export class DetectAccountsPayload {
  @IsInt() @Min(1) runId!: number;
  @IsInt() @Min(0) shard!: number;
}

/** Command within analytics: run all detectors over the members of one shard. */
export const DETECT_ACCOUNTS = defineJob({
  name: 'detect.accounts',
  queue: QUEUES.detect,
  payload: DetectAccountsPayload,
  identity: ({ runId, shard }) => `detect.accounts-${runId}-${shard}`,
});

export class ExtractDocumentPayload {
  @IsInt() @Min(1) parseJobId!: number;
}

/** Command to ingest: read a stored document, and import the rows that are sure. */
export const EXTRACT_DOCUMENT = defineJob({
  name: 'document.extract',
  queue: QUEUES.extract,
  payload: ExtractDocumentPayload,
});

export class ImportFilePayload {
  @IsInt() @Min(1) importId!: number;
}

/** Command to ingest: read the stored file and merge it into the ledger. */
export const IMPORT_FILE = defineJob({
  name: 'import.file',
  queue: QUEUES.import,
  payload: ImportFilePayload,
});

export class UndoImportPayload {
  @IsInt() @Min(1) importId!: number;
}

/** Command to ingest: take an import out of the ledger. */
export const UNDO_IMPORT = defineJob({
  name: 'import.undo',
  queue: QUEUES.import,
  payload: UndoImportPayload,
});

export class TransactionsImportedPayload {
  @IsInt() @Min(1) importId!: number;
}

/** Fact from ingest to analytics: the transactions of an import are committed. */
export const TRANSACTIONS_IMPORTED = defineJob({
  name: 'transactions.imported',
  queue: QUEUES.project,
  payload: TransactionsImportedPayload,
});

export class ImportUndonePayload {
  @IsInt() @Min(1) importId!: number;
}

/** Fact from ingest to analytics: the entries of an import have left the ledger. */
export const IMPORT_UNDONE = defineJob({
  name: 'import.undone',
  queue: QUEUES.project,
  payload: ImportUndonePayload,
});

export class EntriesPurgedPayload {
  @IsInt() @Min(1) purgeId!: number;
}

/** Fact from ingest to analytics: entries that were past their time have left the ledger. */
export const ENTRIES_PURGED = defineJob({
  name: 'entries.purged',
  queue: QUEUES.project,
  payload: EntriesPurgedPayload,
});

export class ComposeReportPayload {
  @IsInt() @Min(1) reportId!: number;
}

/** Command within reports: gather the facts of an AI report and write it. */
export const COMPOSE_REPORT = defineJob({
  name: 'compose.report',
  queue: QUEUES.compose,
  payload: ComposeReportPayload,
});

export class IndexImportPayload {
  @IsInt() @Min(1) importId!: number;
}

/** Command within reports: bring what transaction reports search by up to date with an import, stored or undone. */
export const INDEX_IMPORT = defineJob({
  name: 'search.import',
  queue: QUEUES.search,
  payload: IndexImportPayload,
});

export class PurgePayload {
  @IsInt() @Min(1) runId!: number;
}

/** Command within ingest: take out of the ledger what is past its time, as of the day of the run. */
export const PURGE_LEDGER = defineJob({ name: 'ledger.purge', queue: QUEUES.purge, payload: PurgePayload });

/** Command within analytics: delete decided alerts that are past their time. */
export const PURGE_ALERTS = defineJob({ name: 'alerts.purge', queue: QUEUES.project, payload: PurgePayload });
