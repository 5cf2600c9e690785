import type { ImportedFileKind } from '@clearwatch/contracts/imports.dto';
import { ImportFileError } from '@clearwatch/domain/ledger/import-file-error';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { isDiskFull } from '@clearwatch/service-kit/database/database-errors';
import { integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { toAppError } from '@clearwatch/service-kit/errors/app-error';
import { Injectable } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import type { Client } from 'pg';
import { DataSource, Repository } from 'typeorm';
import { ImportEntity } from '../imports/import.entity.ts';
import { importFailed, importStored, importSystemActor } from '../imports/import-audit-events.ts';
import type { ReceiptCollector } from '../imports/receipt-parts.ts';
import { importConnectionName } from '../ledger/ledger-sql.ts';
import { BucketUnavailable } from '../uploads/bucket.ts';
import type { MergeCounts } from './ledger-merge.ts';
import { UnreadableArchive } from './open-stored-file.ts';

/** An import that this attempt may work on. */
export interface ImportClaim {
  importId: number;
  attempt: string;
  fileName: string;
  digest: string;
  fileSize: number;
}

interface ImportFailure {
  code: string;
  /** Shown to staff as it stands. */
  text: string;
}

/** What has become of a file. */
export interface ImportOutcome {
  counts: MergeCounts;
  notes: ReceiptCollector;
  fileKind: ImportedFileKind | null;
}

/** What the worker does to an import's row. The attempt decides who may: a later claim takes it from an earlier one. */
@Injectable()
export class ImportClaims {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @InjectRepository(ImportEntity) private readonly imports: Repository<ImportEntity>,
    private readonly trail: AuditTrail,
  ) {}

  /** @returns null when there is nothing left to do: it is stored, failed or gone */
  async claim(importId: number, attempt: string): Promise<ImportClaim | null> {
    // Taken before the earlier attempt is cut off, which at its last try would call the import failed.
    const takenAtOnce = await this.take(importId, attempt, 'SKIP LOCKED');
    await this.cutEarlierAttempts(importId);
    const row = takenAtOnce ?? (await this.take(importId, attempt, ''));
    if (row === undefined) return null;
    return {
      importId,
      attempt,
      fileName: textOf(row, 'file_name'),
      digest: textOf(row, 'digest'),
      fileSize: integerOf(row, 'file_size'),
    };
  }

  /** Progress survives a reload of the page, and tells the reconciler that somebody is at work. */
  async reportProgress({ importId, attempt }: ImportClaim, bytesRead: number): Promise<void> {
    await this.imports.update(
      { id: importId, attempt, state: 'importing' },
      { bytesRead, progressAt: () => 'now()' },
    );
  }

  /**
   * Part of the import's own transaction: from its commit on the entries are in the ledger.
   * @returns false when another attempt has taken over or finished; the transaction must then be undone
   */
  async markStored(client: Client, claim: ImportClaim, outcome: ImportOutcome): Promise<boolean> {
    const { counts, notes, fileKind } = outcome;
    const { sums } = counts;
    const { rowCount } = await client.query(
      `UPDATE ledger.imports
       SET state = 'stored', transaction_count = $3, member_count = $4, duplicate_count = $5, rejected_count = $6,
           zero_dollar_count = $7, prenote_count = $8, return_count = $9, notice_count = $10, credit_total = $11,
           debit_total = $12, warning_count = $13, totals_count = $14, unbalanced_count = $15, file_kind = $16,
           advice_count = $17, orphan_count = $18,
           bytes_read = file_size, finished_at = clock_timestamp()
       WHERE id = $1 AND attempt = $2 AND state = 'importing'`,
      [
        claim.importId,
        claim.attempt,
        counts.stored,
        counts.members,
        counts.duplicates,
        counts.rejected,
        sums.zeroDollar,
        sums.prenotes,
        sums.returns,
        sums.notices,
        sums.credits,
        sums.debits,
        notes.warningCount,
        notes.totalsCount,
        notes.unbalancedCount,
        fileKind,
        sums.advices,
        notes.orphanCount,
      ],
    );
    if (rowCount !== 1) return false;
    await this.trail.record(importSystemActor(claim), importStored(claim, counts), client);
    return true;
  }

  /** @returns false when another attempt has taken over, or the import is stored after all */
  async markFailed(claim: ImportClaim, failure: ImportFailure): Promise<boolean> {
    return inTransaction(this.database, async (manager) => {
      const { affected } = await manager.update(
        ImportEntity,
        { id: claim.importId, attempt: claim.attempt, state: 'importing' },
        {
          state: 'failed',
          failureCode: failure.code,
          failure: failure.text,
          finishedAt: () => 'now()',
        },
      );
      if (affected !== 1) return false;
      await this.trail.record(importSystemActor(claim), importFailed(claim, failure.code), manager);
      return true;
    });
  }

  isStored(importId: number): Promise<boolean> {
    return this.imports.existsBy({ id: importId, state: 'stored' });
  }

  private async take(
    importId: number,
    attempt: string,
    whenLocked: 'SKIP LOCKED' | '',
  ): Promise<Row | undefined> {
    const [rows] = await this.database.query<[Row[], number]>(
      `UPDATE ledger.imports
       SET state = 'importing', attempt = $2, bytes_read = 0, started_at = now(), progress_at = now()
       WHERE id = (SELECT id FROM ledger.imports WHERE id = $1 AND state IN ('received', 'importing')
                   FOR NO KEY UPDATE ${whenLocked})
       RETURNING file_name, digest, file_size`,
      [importId, attempt],
    );
    return rows[0];
  }

  /** A worker that was frozen may still hold locks, even on the import's row: only without it can that be taken. */
  private async cutEarlierAttempts(importId: number): Promise<void> {
    await this.database.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
       WHERE application_name = $1 AND usename = current_user AND datname = current_database()`,
      [importConnectionName(importId)],
    );
  }
}

/** What staff read about an import that did not succeed. Says what is wrong and what to do, and quotes nothing. */
export function toImportFailure(error: unknown): ImportFailure {
  if (error instanceof ImportFileError || error instanceof UnreadableArchive)
    return { code: error.code, text: error.message };
  if (isMissingFile(error)) {
    return {
      code: 'file_missing',
      text: 'The uploaded file is no longer on the server. Please upload it again.',
    };
  }
  const meaning = toAppError(error);
  if (meaning.code === 'insufficient_storage') {
    return {
      code: meaning.code,
      text: 'The server has run out of disk space. Nothing of the file was stored; try it again when there is room.',
    };
  }
  if (error instanceof BucketUnavailable) {
    return {
      code: meaning.code,
      text: 'The store of uploaded files did not answer for a while. Nothing of the file was imported; please try it again.',
    };
  }
  if (meaning.code === 'unavailable') {
    return {
      code: meaning.code,
      text: 'The database did not answer for a while. Nothing of the file was stored; please upload it again.',
    };
  }
  return {
    code: 'internal',
    text: 'Something went wrong on the server. Nothing of the file was stored; please upload it again.',
  };
}

/**
 * No second try can help: the file itself is the reason. Or none should be made without a person: each would fill the full
 * disk again, on which others work.
 */
export function isFinalFailure(error: unknown): boolean {
  return (
    error instanceof ImportFileError ||
    error instanceof UnreadableArchive ||
    isMissingFile(error) ||
    isDiskFull(error)
  );
}

/** From the file system, not from the database or the network. */
export function isMissingFile(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ENOENT' &&
    'syscall' in error &&
    error.syscall === 'open'
  );
}
