import type { AuditAction } from '@clearwatch/contracts/audit-events';
import {
  EXTRACTORS,
  type Extractor,
  PARSE_JOB_STATES,
  type ParseJob,
} from '@clearwatch/contracts/documents.dto';
import type { DocumentType } from '@clearwatch/contracts/upload-limits';
import type { AuditEntry } from '@clearwatch/service-kit/audit/audit-outbox';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import {
  enumOf,
  instantOf,
  integerOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { type Actor, systemActor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { LOCK_FILES_SHARED } from '../uploads/upload-store.ts';

/** Into which imports the rows of a document went. */
@Injectable()
export class DocumentImports {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Oldest first. */
  async ids(parseJobId: number): Promise<number[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT DISTINCT import_id FROM ledger.parsed_rows
        WHERE parse_job_id = $1 AND import_id IS NOT NULL ORDER BY import_id`,
      [parseJobId],
    );
    return rows.map((row) => integerOf(row, 'import_id'));
  }

  /** @param wanted numbers of its rows */
  async idsOfRows(parseJobId: number, wanted: readonly number[]): Promise<number[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT DISTINCT import_id FROM ledger.parsed_rows
        WHERE parse_job_id = $1 AND row_number = ANY($2) AND import_id IS NOT NULL ORDER BY import_id`,
      [parseJobId, wanted],
    );
    return rows.map((row) => integerOf(row, 'import_id'));
  }
}

/** A document as the audit log names it. */
export interface AuditedDocument {
  parseJobId: number;
  fileName: string;
}

type DocumentAction = Extract<AuditAction, `document.${string}`>;

export function documentAuditEvent(
  action: DocumentAction,
  { parseJobId, fileName }: AuditedDocument,
  detail: Record<string, string | number> = {},
): AuditEntry<DocumentAction> {
  return { action, subject: { type: 'document', id: parseJobId, label: fileName }, detail };
}

/** The worker acts on its own; what it does is joined to the upload by the job's id. */
export function documentSystemActor({ parseJobId }: AuditedDocument): Actor {
  return systemActor(`document-${parseJobId}`);
}

/** Of the imports that hold rows of the job: what their receipts say. */
const PARSE_JOBS_SQL = `
  SELECT j.id, j.job_id::text, j.llama_parse_job_id, j.file_name, j.original_file_name, j.file_size, j.mime_type, j.status,
         j.extraction_agent_id, j.error_message, j.created_at, j.completed_at, j.extractor, j.pages, j.pages_done,
         j.uploaded_by_name,
         (SELECT count(*)::int FROM ledger.parsed_rows r LEFT JOIN ledger.imports u ON u.id = r.import_id
           WHERE r.parse_job_id = j.id AND (r.state = 'held' OR u.state = 'undone' OR (r.state = 'accepted' AND u.state = 'failed'))) AS held_count,
         coalesce(i.transactions, 0) AS transaction_count, coalesce(i.duplicates, 0) AS duplicate_count,
         coalesce(i.members, 0) AS member_count
    FROM ledger.parse_jobs j
    LEFT JOIN LATERAL (
      SELECT sum(transaction_count)::int AS transactions, sum(duplicate_count)::int AS duplicates,
             sum(member_count)::int AS members
        FROM ledger.imports
       WHERE state = 'stored'
         AND id IN (SELECT import_id FROM ledger.parsed_rows r WHERE r.parse_job_id = j.id)
    ) i ON true`;

function toParseJob(row: Row): ParseJob {
  return {
    id: integerOf(row, 'id'),
    jobId: textOf(row, 'job_id'),
    llamaParseJobId: nullable(textOf, row, 'llama_parse_job_id'),
    fileName: textOf(row, 'file_name'),
    originalFileName: textOf(row, 'original_file_name'),
    fileSize: integerOf(row, 'file_size'),
    mimeType: textOf(row, 'mime_type'),
    status: enumOf(PARSE_JOB_STATES, row, 'status'),
    extractionAgentId: nullable(textOf, row, 'extraction_agent_id'),
    errorMessage: nullable(textOf, row, 'error_message'),
    transactionCount: integerOf(row, 'transaction_count'),
    duplicateCount: integerOf(row, 'duplicate_count'),
    memberCount: integerOf(row, 'member_count'),
    createdAt: instantOf(row, 'created_at'),
    completedAt: nullable(instantOf, row, 'completed_at'),
    extractor: enumOf(EXTRACTORS, row, 'extractor'),
    pages: nullable(integerOf, row, 'pages'),
    pagesDone: integerOf(row, 'pages_done'),
    heldCount: integerOf(row, 'held_count'),
    uploadedBy: textOf(row, 'uploaded_by_name'),
  };
}

export interface NewDocument {
  originalFileName: string;
  digest: string;
  size: number;
  type: DocumentType;
}

/** What staff may ask about documents, and do to their jobs. */
@Injectable()
export class ParseJobsRepository {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly trail: AuditTrail,
  ) {}

  /** @param keep gives the file its lasting place: both come to be, row and file, or neither */
  async record(
    actor: Actor,
    document: NewDocument,
    { extractor, keep }: { extractor: Extractor; keep: () => Promise<void> },
  ): Promise<{ id: number; jobId: string }> {
    return this.database.transaction(async (manager) => {
      await manager.query(LOCK_FILES_SHARED);
      const [row] = await manager.query<Row[]>(
        `INSERT INTO ledger.parse_jobs
           (file_name, original_file_name, file_size, mime_type, extractor, uploaded_by, uploaded_by_name)
         VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id, job_id::text`,
        [
          document.digest,
          document.originalFileName,
          document.size,
          document.type,
          extractor,
          actor.userId,
          actor.username,
        ],
      );
      const parseJobId = integerOf(row ?? {}, 'id');
      const which = { parseJobId, fileName: document.originalFileName };
      const detail = { fileSize: document.size, digest: document.digest };
      await this.trail.record(actor, documentAuditEvent('document.received', which, detail), manager);
      await keep();
      return { id: parseJobId, jobId: textOf(row ?? {}, 'job_id') };
    });
  }

  /** Newest first; those that are at work, or whose rows wait, whatever their age. */
  async recent({ hours, limit }: { hours: number; limit: number }): Promise<ParseJob[]> {
    const rows = await this.database.query<Row[]>(
      `${PARSE_JOBS_SQL} WHERE j.created_at > now() - make_interval(hours => $1) ORDER BY j.created_at DESC, j.id DESC LIMIT $2`,
      [hours, limit],
    );
    return rows.map(toParseJob);
  }

  async find(id: number): Promise<ParseJob | null> {
    const [row] = await this.database.query<Row[]>(`${PARSE_JOBS_SQL} WHERE j.id = $1`, [id]);
    return row === undefined ? null : toParseJob(row);
  }

  /** @returns false when it has ended already */
  async cancel(actor: Actor, which: AuditedDocument): Promise<boolean> {
    return inTransaction(this.database, async (manager) => {
      // An import that is just being begun is seen once it holds its rows.
      await manager.query('SELECT 1 FROM ledger.parse_jobs WHERE id = $1 FOR UPDATE', [which.parseJobId]);
      const [, changed] = await manager.query<[Row[], number]>(
        `UPDATE ledger.parse_jobs
            SET status = 'failed', error_message = $2, attempt = NULL, completed_at = now()
          WHERE id = $1 AND status IN ('pending', 'processing')
            AND NOT EXISTS (SELECT 1 FROM ledger.parsed_rows WHERE parse_job_id = $1 AND import_id IS NOT NULL)`,
        [which.parseJobId, `Cancelled by ${actor.username}.`],
      );
      if (changed !== 1) return false;
      await this.trail.record(actor, documentAuditEvent('document.cancelled', which), manager);
      return true;
    });
  }

  /**
   * It is read anew unless some of its rows are in the ledger or decided: then only its import is left.
   * @returns false when it has not failed, or somebody else was faster
   */
  async reopen(actor: Actor, which: AuditedDocument): Promise<boolean> {
    return inTransaction(this.database, async (manager) => {
      const [, changed] = await manager.query<[Row[], number]>(
        `UPDATE ledger.parse_jobs
            SET status = 'pending', error_message = NULL, attempt = NULL, completed_at = NULL, pages_done = 0,
                progress_at = now(), llama_parse_job_id = NULL,
                result_data = CASE WHEN EXISTS
                  (SELECT 1 FROM ledger.parsed_rows
                    WHERE parse_job_id = $1 AND (import_id IS NOT NULL OR decided_at IS NOT NULL)) THEN result_data END
          WHERE id = $1 AND status = 'failed'`,
        [which.parseJobId],
      );
      if (changed !== 1) return false;
      await this.trail.record(actor, documentAuditEvent('document.retried', which), manager);
      return true;
    });
  }

  async noteViewed(actor: Actor, which: AuditedDocument): Promise<void> {
    await this.trail.record(actor, documentAuditEvent('document.viewed', which), this.database);
  }
}
