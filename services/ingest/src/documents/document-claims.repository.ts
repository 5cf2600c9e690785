import { EXTRACTORS, type Extractor } from '@clearwatch/contracts/documents.dto';
import { DOCUMENT_TYPES, type DocumentType } from '@clearwatch/contracts/upload-limits';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { enumOf, integerOf, nullable, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { type AuditedDocument, documentAuditEvent, documentSystemActor } from './parse-jobs.repository.ts';
import { storeParsedRows } from './parsed-rows.repository.ts';
import type { ReadDocument } from './reading/document-reader.ts';

const TYPES = Object.keys(DOCUMENT_TYPES) as DocumentType[];

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
    private readonly trail: AuditTrail,
  ) {}

  /** @returns null when there is nothing left to do: it is completed, failed or gone */
  async claim(parseJobId: number, attempt: string): Promise<DocumentClaim | null> {
    const [[row]] = await this.database.query<[Row[], number]>(
      `UPDATE ledger.parse_jobs SET status = 'processing', attempt = $2, progress_at = now()
        WHERE id = $1 AND status IN ('pending', 'processing')
       RETURNING file_name, original_file_name, mime_type, extractor, llama_parse_job_id, uploaded_by, uploaded_by_name,
                 result_data IS NOT NULL AS is_read`,
      [parseJobId, attempt],
    );
    if (row === undefined) return null;
    return {
      parseJobId,
      attempt,
      digest: textOf(row, 'file_name'),
      fileName: textOf(row, 'original_file_name'),
      type: enumOf(TYPES, row, 'mime_type'),
      extractor: enumOf(EXTRACTORS, row, 'extractor'),
      resumeId: nullable(textOf, row, 'llama_parse_job_id'),
      isRead: row['is_read'] === true,
      uploader: {
        userId: nullable(integerOf, row, 'uploaded_by'),
        username: textOf(row, 'uploaded_by_name'),
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
    return this.#update(claim, 'pages_done = $3, pages = $4, progress_at = now()', [pagesDone, pages]);
  }

  async isStillOurs(claim: DocumentClaim): Promise<boolean> {
    return this.#update(claim, 'progress_at = now()', []);
  }

  /** Whether nobody works on it, and somebody should. */
  async isPending(parseJobId: number): Promise<boolean> {
    const rows = await this.database.query<Row[]>(
      `SELECT 1 FROM ledger.parse_jobs WHERE id = $1 AND status = 'pending'`,
      [parseJobId],
    );
    return rows.length > 0;
  }

  async findCompleted(parseJobId: number): Promise<AuditedDocument | null> {
    const [row] = await this.database.query<Row[]>(
      `SELECT original_file_name FROM ledger.parse_jobs WHERE id = $1 AND status = 'completed'`,
      [parseJobId],
    );
    return row === undefined ? null : { parseJobId, fileName: textOf(row, 'original_file_name') };
  }

  async noteBegun(
    claim: DocumentClaim,
    { resumeId, configurationId }: { resumeId: string; configurationId: string | null },
  ): Promise<void> {
    await this.#update(claim, 'llama_parse_job_id = $3, extraction_agent_id = $4', [
      resumeId,
      configurationId,
    ]);
  }

  /** @returns false when another attempt has taken over: nothing is stored then */
  async storeRead(claim: DocumentClaim, read: ReadDocument): Promise<boolean> {
    return inTransaction(this.database, async (manager) => {
      const result = {
        tables: read.tables.map(({ header, mapping }) => ({ header, mapping })),
        pages: read.pages,
      };
      const [, changed] = await manager.query<[Row[], number]>(
        `UPDATE ledger.parse_jobs
            SET result_data = $3, pages = $4, pages_done = $4, progress_at = now()
          WHERE id = $1 AND attempt = $2 AND status = 'processing'`,
        [claim.parseJobId, claim.attempt, JSON.stringify(result), read.pages.length],
      );
      if (changed !== 1) return false;
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
    return this.#update(claim, `status = 'completed', completed_at = now()`, []);
  }

  /** @returns false when another attempt has taken over */
  async markFailed(claim: DocumentClaim, sentence: string): Promise<boolean> {
    return inTransaction(this.database, async (manager) => {
      const isOurs = await this.#update(
        claim,
        `status = 'failed', error_message = $3, completed_at = now()`,
        [sentence],
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
    change: string,
    values: readonly unknown[],
    manager: EntityManager | DataSource = this.database,
  ): Promise<boolean> {
    const [, changed] = await manager.query<[Row[], number]>(
      `UPDATE ledger.parse_jobs SET ${change} WHERE id = $1 AND attempt = $2 AND status = 'processing'`,
      [parseJobId, attempt, ...values],
    );
    return changed === 1;
  }
}
