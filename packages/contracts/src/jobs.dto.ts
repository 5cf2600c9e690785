import { IsIn, IsInt, IsUUID, Min } from 'class-validator';
import { defineJob } from './job-definition.ts';

/** Services with an audit outbox; auth writes its events directly. */
export const AUDIT_SOURCES = ['gateway', 'ingest', 'analytics', 'reports'] as const;
export type AuditSource = (typeof AUDIT_SOURCES)[number];

export class RecordAuditEventPayload {
  @IsIn(AUDIT_SOURCES) source!: AuditSource;
  @IsUUID() eventId!: string;
}

/** To auth: copy the events in the source's outbox to the audit log. */
export const RECORD_AUDIT_EVENT = defineJob({
  name: 'audit.record',
  queue: 'audit',
  payload: RecordAuditEventPayload,
  identity: ({ eventId }) => `audit.record-${eventId}`,
});

export class DetectRunPayload {
  @IsInt() @Min(1) runId!: number;
}

/** Within analytics: split a detection run into shards of members. */
export const DETECT_RUN = defineJob({ name: 'detect.run', queue: 'detect', payload: DetectRunPayload });

export class DetectAccountsPayload {
  @IsInt() @Min(1) runId!: number;
  @IsInt() @Min(0) shard!: number;
}

/** Within analytics: run all detectors over one shard. */
export const DETECT_ACCOUNTS = defineJob({
  name: 'detect.accounts',
  queue: 'detect',
  payload: DetectAccountsPayload,
  identity: ({ runId, shard }) => `detect.accounts-${runId}-${shard}`,
});

export class ExtractDocumentPayload {
  @IsInt() @Min(1) parseJobId!: number;
}

/**
 * To ingest: read a stored document and import the rows without doubts. The priority of an upload is the number of its
 * user's unread documents, so that everyone's first document comes before anyone's second.
 */
export const EXTRACT_DOCUMENT = defineJob({
  name: 'document.extract',
  queue: 'extract',
  payload: ExtractDocumentPayload,
  priority: 1,
});

export class ImportPayload {
  @IsInt() @Min(1) importId!: number;
}

/** To ingest: read the stored file and merge it into the ledger. */
export const IMPORT_FILE = defineJob({ name: 'import.file', queue: 'import', payload: ImportPayload });

/** To ingest: remove an import from the ledger. */
export const UNDO_IMPORT = defineJob({ name: 'import.undo', queue: 'import', payload: ImportPayload });

/** From ingest to analytics: the transactions of an import are committed. */
export const TRANSACTIONS_IMPORTED = defineJob({
  name: 'transactions.imported',
  queue: 'project',
  payload: ImportPayload,
});

/** From ingest to analytics: the entries of an import were removed. */
export const IMPORT_UNDONE = defineJob({ name: 'import.undone', queue: 'project', payload: ImportPayload });

export class EntriesPurgedPayload {
  @IsInt() @Min(1) purgeId!: number;
}

/** From ingest to analytics: entries past their retention period were removed. */
export const ENTRIES_PURGED = defineJob({
  name: 'entries.purged',
  queue: 'project',
  payload: EntriesPurgedPayload,
});

export class ComposeReportPayload {
  @IsInt() @Min(1) reportId!: number;
}

/** Within reports: write an AI report. */
export const COMPOSE_REPORT = defineJob({
  name: 'compose.report',
  queue: 'compose',
  payload: ComposeReportPayload,
});

/** Within reports: update the search index after an import was stored or undone. */
export const INDEX_IMPORT = defineJob({ name: 'search.import', queue: 'search', payload: ImportPayload });

export class PurgePayload {
  @IsInt() @Min(1) runId!: number;
}

/** Within ingest: remove entries past their retention period as of the day of the run. */
export const PURGE_LEDGER = defineJob({ name: 'ledger.purge', queue: 'purge', payload: PurgePayload });

/** Within analytics: delete reviewed alerts past their retention period. */
export const PURGE_ALERTS = defineJob({ name: 'alerts.purge', queue: 'project', payload: PurgePayload });
