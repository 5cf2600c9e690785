import type { AuditAction, AuditDetail } from '@clearwatch/contracts/audit-events';
import type { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';
import { FoundColumns } from '@clearwatch/contracts/document-layouts.dto';
import { type Extractor, ParseJob } from '@clearwatch/contracts/documents.dto';
import type { DocumentType } from '@clearwatch/contracts/upload-limits';
import type { AuditEntry } from '@clearwatch/service-kit/audit/audit-outbox';
import { pickFieldsOf, timestampAsText } from '@clearwatch/service-kit/database/entity-columns';
import { type Actor, systemActor } from '@clearwatch/service-kit/identity/actor';
import { Column, Entity, Generated, PrimaryGeneratedColumn, VirtualColumn } from 'typeorm';
import { parsedAs } from './document-layout.entity.ts';
import type { ReadDocument } from './reading/document-reader.ts';

export interface ParsedTable {
  header: string[];
  mapping: CsvMapping;
}

const parsedFoundColumns = parsedAs(FoundColumns);

const sumOfImports = (column: string) => (job: string) =>
  `
  SELECT coalesce(sum(i.${column}), 0)::int FROM ledger.imports i
   WHERE i.state = 'stored' AND i.id IN (SELECT r.import_id FROM ledger.parsed_rows r WHERE r.parse_job_id = ${job}.id)`;

@Entity({ schema: 'ledger', name: 'parse_jobs' })
export class ParseJobEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' }) id!: number;
  @Column('uuid') @Generated('uuid') jobId!: string;
  @Column('text', { nullable: true }) llamaParseJobId!: string | null;
  /** SHA-256 of the bytes, hex, which is the name of the stored file. */
  @Column('text') fileName!: string;
  @Column('text') originalFileName!: string;
  @Column('integer') fileSize!: number;
  @Column('text') mimeType!: DocumentType;
  @Column('text', { default: 'pending' }) status!: ParseJob['status'];
  @Column('text') extractor!: Extractor;
  @Column('text', { nullable: true }) extractionAgentId!: string | null;
  @Column('jsonb', { nullable: true, select: false })
  resultData!: { tables: ParsedTable[]; pages: ReadDocument['pages'] } | null;
  /** Of the first table, while rows or columns are reviewed. */
  @Column('jsonb', { nullable: true, select: false, transformer: parsedFoundColumns })
  foundColumns!: FoundColumns | null;
  @Column('text', { nullable: true }) errorMessage!: string | null;
  @Column('integer', { nullable: true }) pages!: number | null;
  @Column('integer', { default: 0 }) pagesDone!: number;
  /** Identifies the worker that may write: a later claim replaces an earlier one. */
  @Column('uuid', { nullable: true }) attempt!: string | null;
  @Column('integer', { nullable: true }) uploadedBy!: number | null;
  @Column('text') uploadedByName!: string;
  @Column('timestamptz', { default: () => 'now()', transformer: timestampAsText }) createdAt!: string;
  @Column('timestamptz', { nullable: true, transformer: timestampAsText }) progressAt!: string | null;
  @Column('timestamptz', { nullable: true, transformer: timestampAsText }) completedAt!: string | null;

  @VirtualColumn('boolean', { query: (job) => `${job}.result_data IS NOT NULL` }) isRead!: boolean;
  @VirtualColumn('integer', { query: sumOfImports('transaction_count') }) transactionCount!: number;
  @VirtualColumn('integer', { query: sumOfImports('duplicate_count') }) duplicateCount!: number;
  @VirtualColumn('integer', { query: sumOfImports('member_count') }) memberCount!: number;
  @VirtualColumn('integer', {
    query: (job) => `
      SELECT count(*)::int FROM ledger.parsed_rows r LEFT JOIN ledger.imports u ON u.id = r.import_id
       WHERE r.parse_job_id = ${job}.id
         AND (r.state = 'held' OR u.state = 'undone' OR (r.state = 'accepted' AND u.state = 'failed'))`,
  })
  heldCount!: number;
}

const pickParseJob = pickFieldsOf(ParseJob);

export const toParseJob = (row: ParseJobEntity): ParseJob => pickParseJob(row, { uploadedBy: row.uploadedByName });

export interface AuditedDocument {
  parseJobId: number;
  fileName: string;
}

type DocumentAction = Extract<AuditAction, `document.${string}`>;

export function documentAuditEvent(
  action: DocumentAction,
  { parseJobId, fileName }: AuditedDocument,
  detail: AuditDetail = {},
): AuditEntry<DocumentAction> {
  return { action, subject: { type: 'document', id: parseJobId, label: fileName }, detail };
}

/** The request id links the worker's events to the document. */
export function documentSystemActor({ parseJobId }: AuditedDocument): Actor {
  return systemActor(`document-${parseJobId}`);
}
