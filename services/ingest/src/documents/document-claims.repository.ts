import type { Extractor } from '@clearwatch/contracts/documents.dto';
import type { DocumentType } from '@clearwatch/contracts/upload-limits';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In, type QueryDeepPartialEntity, Repository } from 'typeorm';
import { ParseJobEntity } from './parse-job.entity.ts';
import { type AuditedDocument, documentAuditEvent, documentSystemActor } from './parse-jobs.repository.ts';
import { storeParsedRows } from './parsed-rows.repository.ts';
import type { ReadDocument } from './reading/document-reader.ts';

/** A document that this attempt may work on. */
export interface DocumentClaim {
  parseJobId: number;
  attempt: string;
  digest: string;
  fileName: string;
  type: DocumentType;
  extractor: Extractor;
  resumeId: string | null;
  /** Whether an earlier attempt has read it: only the import is left. */
  isRead: boolean;
  uploader: Actor;
}

/** What the worker does to a document's job. The attempt decides who may: a later claim takes it from an earlier one. */
@Injectable()
export class DocumentClaims {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @InjectRepository(ParseJobEntity) private readonly jobs: Repository<ParseJobEntity>,
    private readonly trail: AuditTrail,
  ) {}

  /** @returns null when there is nothing left to do: it is completed, failed or gone */
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
      uploader: {
        userId: job.uploadedBy,
        username: job.uploadedByName,
        role: 'User',
        requestId: `document-${parseJobId}`,
        address: null,
      },
    };
  }

  /** @returns false when the job was cancelled, or another attempt has taken it over */
  async reportProgress(
    claim: DocumentClaim,
    { pagesDone, pages }: { pagesDone: number; pages: number },
  ): Promise<boolean> {
    return this.#update(claim, { pagesDone, pages, progressAt: () => 'now()' });
  }

  async isStillOurs(claim: DocumentClaim): Promise<boolean> {
    return this.#update(claim, { progressAt: () => 'now()' });
  }

  /** Whether nobody works on it, and somebody should. */
  isPending(parseJobId: number): Promise<boolean> {
    return this.jobs.existsBy({ id: parseJobId, status: 'pending' });
  }

  async findCompleted(parseJobId: number): Promise<AuditedDocument | null> {
    const job = await this.jobs.findOneBy({ id: parseJobId, status: 'completed' });
    return job === null ? null : { parseJobId, fileName: job.originalFileName };
  }

  async noteBegun(
    claim: DocumentClaim,
    { resumeId, configurationId }: { resumeId: string; configurationId: string | null },
  ): Promise<void> {
    await this.#update(claim, { llamaParseJobId: resumeId, extractionAgentId: configurationId });
  }

  /** @returns false when another attempt has taken over: nothing is stored then */
  async storeRead(claim: DocumentClaim, read: ReadDocument): Promise<boolean> {
    return inTransaction(this.database, async (manager) => {
      const result = {
        tables: read.tables.map(({ header, mapping }) => ({ header: [...header], mapping })),
        pages: read.pages,
      };
      const isOurs = await this.#update(
        claim,
        {
          resultData: result,
          pages: read.pages.length,
          pagesDone: read.pages.length,
          progressAt: () => 'now()',
        },
        manager,
      );
      if (!isOurs) return false;
      const { rows, held } = await storeParsedRows(manager, claim.parseJobId, read);
      await this.trail.record(
        documentSystemActor(claim),
        documentAuditEvent('document.read', claim, { rows, held }),
        manager,
      );
      return true;
    });
  }

  async markCompleted(claim: DocumentClaim): Promise<boolean> {
    return this.#update(claim, { status: 'completed', completedAt: () => 'now()' });
  }

  /** @returns false when another attempt has taken over */
  async markFailed(claim: DocumentClaim, sentence: string): Promise<boolean> {
    return inTransaction(this.database, async (manager) => {
      const isOurs = await this.#update(
        claim,
        { status: 'failed', errorMessage: sentence, completedAt: () => 'now()' },
        manager,
      );
      if (isOurs)
        await this.trail.record(
          documentSystemActor(claim),
          documentAuditEvent('document.failed', claim),
          manager,
        );
      return isOurs;
    });
  }

  async #update(
    { parseJobId, attempt }: DocumentClaim,
    change: QueryDeepPartialEntity<ParseJobEntity>,
    manager: EntityManager = this.jobs.manager,
  ): Promise<boolean> {
    const which = { id: parseJobId, attempt, status: 'processing' } as const;
    const { affected } = await manager.update(ParseJobEntity, which, change);
    return affected === 1;
  }
}
