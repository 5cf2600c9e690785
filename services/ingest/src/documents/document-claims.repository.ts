import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { queryIntegers } from '@clearwatch/service-kit/database/query-rows';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In, type QueryDeepPartialEntity, Repository } from 'typeorm';
import { DocumentLayouts } from './document-layouts.repository.ts';
import { type AuditedDocument, documentAuditEvent, documentSystemActor, ParseJobEntity } from './parse-job.entity.ts';
import { storeParsedRows } from './parsed-rows.repository.ts';
import type { DocumentToRead, ReadDocument } from './reading/document-reader.ts';

export interface DocumentClaim extends Omit<DocumentToRead, 'path'>, Pick<ParseJobEntity, 'extractor' | 'isRead'> {
  attempt: string;
  digest: string;
  uploader: Actor;
}

/**
 * Changes that workers make to a document's job. Only the latest attempt may make them: a later claim replaces an
 * earlier one.
 */
@Injectable()
export class DocumentClaims {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @InjectRepository(ParseJobEntity) private readonly jobs: Repository<ParseJobEntity>,
    private readonly layouts: DocumentLayouts,
    private readonly trail: AuditTrail,
  ) {}

  /** @returns null if nothing is left to do: the document is completed, failed or removed */
  async claim(parseJobId: number, attempt: string): Promise<DocumentClaim | null> {
    const { affected } = await this.jobs.update(
      { id: parseJobId, status: In(['pending', 'processing']) },
      { status: 'processing', attempt, progressAt: () => 'now()' },
    );
    if (affected !== 1) return null;
    const job = await this.jobs.findOneByOrFail({ id: parseJobId });
    return {
      parseJobId,
      attempt,
      digest: job.fileName,
      fileName: job.originalFileName,
      type: job.mimeType,
      extractor: job.extractor,
      resumeId: job.llamaParseJobId,
      isRead: job.isRead,
      layouts: await this.layouts.forReader(),
      uploader: {
        userId: job.uploadedBy,
        username: job.uploadedByName,
        role: 'User',
        requestId: `document-${parseJobId}`,
        address: null,
      },
    };
  }

  isPending(parseJobId: number): Promise<boolean> {
    return this.jobs.existsBy({ id: parseJobId, status: 'pending' });
  }

  async findCompleted(parseJobId: number): Promise<AuditedDocument | null> {
    const job = await this.jobs.findOneBy({ id: parseJobId, status: 'completed' });
    return job === null ? null : { parseJobId, fileName: job.originalFileName };
  }

  async storeRead(claim: DocumentClaim, read: ReadDocument): Promise<boolean> {
    const tables = read.tables.map(({ header, mapping }) => ({ header: [...header], mapping }));
    const count = read.pages.length;
    const { foundColumns = null, usedLayouts = [] } = read;
    const change = {
      resultData: { tables, pages: read.pages },
      foundColumns,
      pages: count,
      pagesDone: count,
    };
    return inTransaction(this.database, async (manager) => {
      if (!(await this.update(claim, change, manager))) return false;
      const { rows, held } = await storeParsedRows(manager, claim.parseJobId, read);
      const event = documentAuditEvent('document.read', claim, { rows, held });
      await this.trail.record(documentSystemActor(claim), event, manager);
      await this.layouts.recordUse(manager, usedLayouts);
      return true;
    });
  }

  /** The document waits until a person says what its columns are. */
  async storeQuestions(claim: DocumentClaim, { pages, foundColumns }: ReadDocument): Promise<boolean> {
    const count = pages.length;
    const change = { status: 'needs_columns', foundColumns, pages: count, pagesDone: count } as const;
    return inTransaction(this.database, async (manager) => {
      if (!(await this.update(claim, change, manager))) return false;
      await manager.query('DELETE FROM ledger.parsed_rows WHERE parse_job_id = $1', [claim.parseJobId]);
      const event = documentAuditEvent('document.columns_requested', claim);
      await this.trail.record(documentSystemActor(claim), event, manager);
      return true;
    });
  }

  async markFailed(claim: DocumentClaim, errorMessage: string): Promise<boolean> {
    return inTransaction(this.database, async (manager) => {
      const change = { status: 'failed', errorMessage, completedAt: () => 'now()' } as const;
      if (!(await this.update(claim, change, manager))) return false;
      const event = documentAuditEvent('document.failed', claim);
      await this.trail.record(documentSystemActor(claim), event, manager);
      return true;
    });
  }

  /**
   * Gives a reader back if its user has another one, while someone without a reader has waited for ten seconds. The
   * reconciler queues the document again.
   * @returns whether it was given back
   */
  async giveWay({ parseJobId, attempt }: DocumentClaim): Promise<boolean> {
    const given = await queryIntegers(
      this.database,
      `WITH reading AS (
         SELECT id, uploaded_by FROM ledger.parse_jobs
          WHERE status = 'processing' AND progress_at > now() - interval '15 seconds')
       UPDATE ledger.parse_jobs j SET status = 'pending', attempt = NULL, pages_done = 0, progress_at = now()
        WHERE id = $1 AND attempt = $2 AND status = 'processing' AND result_data IS NULL
          AND EXISTS (SELECT 1 FROM reading r WHERE r.id < j.id AND r.uploaded_by IS NOT DISTINCT FROM j.uploaded_by)
          AND EXISTS (SELECT 1 FROM ledger.parse_jobs w
                       WHERE w.status = 'pending' AND coalesce(w.progress_at, w.created_at) < now() - interval '10 seconds'
                         AND NOT EXISTS (SELECT 1 FROM reading r WHERE r.uploaded_by IS NOT DISTINCT FROM w.uploaded_by))
        RETURNING j.id`,
      [parseJobId, attempt],
    );
    return given.length > 0;
  }

  /** @returns false if this attempt no longer owns the job */
  async update(
    { parseJobId, attempt }: DocumentClaim,
    change: QueryDeepPartialEntity<ParseJobEntity> = {},
    manager: EntityManager = this.jobs.manager,
  ): Promise<boolean> {
    const which = { id: parseJobId, attempt, status: 'processing' } as const;
    const { affected } = await manager.update(ParseJobEntity, which, {
      progressAt: () => 'now()',
      ...change,
    });
    return affected === 1;
  }
}
