import type { Extractor, ParseJob } from '@clearwatch/contracts/documents.dto';
import type { DocumentType } from '@clearwatch/contracts/upload-limits';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { SHARE_FILES } from '../../uploads/files-lock.ts';
import { documentEvent, type NamedDocument } from './parse-job-trail.ts';
import { PARSE_JOBS, toParseJob } from './to-parse-job.ts';

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
      await manager.query(SHARE_FILES);
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
      await this.trail.record(actor, documentEvent('document.received', which, detail), manager);
      await keep();
      return { id: parseJobId, jobId: textOf(row ?? {}, 'job_id') };
    });
  }

  /** Newest first; those that are at work, or whose rows wait, whatever their age. */
  async recent({ hours, limit }: { hours: number; limit: number }): Promise<ParseJob[]> {
    const rows = await this.database.query<Row[]>(
      `${PARSE_JOBS} WHERE j.created_at > now() - make_interval(hours => $1) ORDER BY j.created_at DESC, j.id DESC LIMIT $2`,
      [hours, limit],
    );
    return rows.map(toParseJob);
  }

  async find(id: number): Promise<ParseJob | null> {
    const [row] = await this.database.query<Row[]>(`${PARSE_JOBS} WHERE j.id = $1`, [id]);
    return row === undefined ? null : toParseJob(row);
  }

  /** @returns false when it has ended already */
  async cancel(actor: Actor, which: NamedDocument): Promise<boolean> {
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
      await this.trail.record(actor, documentEvent('document.cancelled', which), manager);
      return true;
    });
  }

  /**
   * It is read anew unless some of its rows are in the ledger or decided: then only its import is left.
   * @returns false when it has not failed, or somebody else was faster
   */
  async reopen(actor: Actor, which: NamedDocument): Promise<boolean> {
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
      await this.trail.record(actor, documentEvent('document.retried', which), manager);
      return true;
    });
  }

  async noteViewed(actor: Actor, which: NamedDocument): Promise<void> {
    await this.trail.record(actor, documentEvent('document.viewed', which), this.database);
  }
}
