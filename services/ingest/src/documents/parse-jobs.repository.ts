import type { AuditAction } from '@clearwatch/contracts/audit-events';
import type { Extractor, ParseJob } from '@clearwatch/contracts/documents.dto';
import type { DocumentType } from '@clearwatch/contracts/upload-limits';
import type { AuditEntry } from '@clearwatch/service-kit/audit/audit-outbox';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { type Actor, systemActor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, Raw } from 'typeorm';
import { LOCK_FILES_SHARED } from '../uploads/upload-store.ts';
import { ParseJobEntity, toParseJob } from './parse-job.entity.ts';

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

/** The request id connects the worker's events with the document. */
export function documentSystemActor({ parseJobId }: AuditedDocument): Actor {
  return systemActor(`document-${parseJobId}`);
}

/** Jobs of documents, as users read and change them. */
@Injectable()
export class ParseJobsRepository {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly trail: AuditTrail,
  ) {}

  /** @param options.keep gives the file its lasting place: the row and the file are both stored, or neither */
  async record(
    actor: Actor,
    document: { fileName: string; digest: string; size: number; type: DocumentType; extractor: Extractor },
    { keep }: { keep: () => Promise<void> },
  ): Promise<{ id: number; jobId: string }> {
    const { fileName, digest, size: fileSize, type: mimeType, extractor } = document;
    return this.database.transaction(async (manager) => {
      await manager.query(LOCK_FILES_SHARED);
      const row = manager.create(ParseJobEntity, {
        fileName: digest,
        originalFileName: fileName,
        fileSize,
        mimeType,
        extractor,
        uploadedBy: actor.userId,
        uploadedByName: actor.username,
      });
      await manager.insert(ParseJobEntity, row);
      const { id, jobId } = row;
      const which = { parseJobId: id, fileName };
      const event = documentAuditEvent('document.received', which, { fileSize, digest });
      await this.trail.record(actor, event, manager);
      await keep();
      return { id, jobId };
    });
  }

  /** Newest first. */
  async recent({ hours, limit }: { hours: number; limit: number }): Promise<ParseJob[]> {
    const rows = await this.database.manager.find(ParseJobEntity, {
      where: { createdAt: Raw((column) => `${column} > now() - make_interval(hours => :hours)`, { hours }) },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: limit,
    });
    return rows.map(toParseJob);
  }

  async find(id: number): Promise<ParseJob | null> {
    const row = await this.database.manager.findOneBy(ParseJobEntity, { id });
    return row === null ? null : toParseJob(row);
  }

  /** @returns false when the document is read already, or its rows are in an import */
  async cancel(actor: Actor, which: AuditedDocument): Promise<boolean> {
    return inTransaction(this.database, async (manager) => {
      // Waits for an import that is being started, which also locks the job.
      await manager.findOne(ParseJobEntity, {
        select: { id: true },
        where: { id: which.parseJobId },
        lock: { mode: 'pessimistic_write' },
      });
      const { affected } = await manager
        .createQueryBuilder()
        .update(ParseJobEntity)
        .set({
          status: 'failed',
          errorMessage: `Cancelled by ${actor.username}.`,
          attempt: null,
          completedAt: () => 'now()',
        })
        .where({ id: which.parseJobId, status: In(['pending', 'processing']) })
        .andWhere(
          'NOT EXISTS (SELECT 1 FROM ledger.parsed_rows r WHERE r.parse_job_id = parse_jobs.id AND r.import_id IS NOT NULL)',
        )
        .execute();
      if (affected !== 1) return false;
      await this.trail.record(actor, documentAuditEvent('document.cancelled', which), manager);
      return true;
    });
  }

  /**
   * Makes a failed document one that no worker has begun. When some rows are imported or decided, it is not read again.
   * @returns false when it has not failed, or another request was faster
   */
  async reopen(actor: Actor, which: AuditedDocument): Promise<boolean> {
    return inTransaction(this.database, async (manager) => {
      const { affected } = await manager.update(
        ParseJobEntity,
        { id: which.parseJobId, status: 'failed' },
        {
          status: 'pending',
          errorMessage: null,
          attempt: null,
          completedAt: null,
          pagesDone: 0,
          progressAt: () => 'now()',
          llamaParseJobId: null,
          resultData:
            () => `CASE WHEN EXISTS (SELECT 1 FROM ledger.parsed_rows r WHERE r.parse_job_id = parse_jobs.id
            AND (r.import_id IS NOT NULL OR r.decided_at IS NOT NULL)) THEN result_data END`,
        },
      );
      if (affected !== 1) return false;
      await this.trail.record(actor, documentAuditEvent('document.retried', which), manager);
      return true;
    });
  }

  async noteViewed(actor: Actor, which: AuditedDocument): Promise<void> {
    await this.trail.record(actor, documentAuditEvent('document.viewed', which), this.database);
  }
}
