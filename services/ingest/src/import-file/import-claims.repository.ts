import type { ImportedFileKind } from '@clearwatch/contracts/imports.dto';
import { ImportFileError } from '@clearwatch/domain/ledger/import-file-error';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { isDiskFull } from '@clearwatch/service-kit/database/database-errors';
import { columnOf } from '@clearwatch/service-kit/database/entity-columns';
import { type ReadRow, RowReader } from '@clearwatch/service-kit/database/query-rows';
import type { Row } from '@clearwatch/service-kit/database/row-readers';
import { toAppError } from '@clearwatch/service-kit/errors/app-error';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Client } from 'pg';
import { Repository } from 'typeorm';
import { ImportEntity } from '../imports/import.entity.ts';
import { type AuditedImport, importAuditEvent, importSystemActor } from '../imports/import-audit-events.ts';
import { ImportsRepository } from '../imports/imports.repository.ts';
import type { ReceiptCollector } from '../imports/receipt-parts.ts';
import { importConnectionName } from '../ledger/ledger-sql.ts';
import { BucketUnavailable } from '../uploads/bucket.ts';
import type { MergeCounts } from './ledger-merge.ts';
import { UnreadableArchive } from './open-stored-file.ts';

const STORED_FILE = new RowReader({ text: ['fileName', 'digest'], integer: ['fileSize'] });
type StoredFile = ReadRow<typeof STORED_FILE>;

export interface ImportClaim extends AuditedImport, StoredFile {
  attempt: string;
}

interface ImportFailure {
  code: string;
  /** Shown to staff unchanged. */
  text: string;
}

export interface ImportOutcome {
  counts: MergeCounts;
  notes: ReceiptCollector;
  fileKind: ImportedFileKind | null;
}

/**
 * Changes that workers make to an import's row. Only the latest attempt may make them: a later claim replaces an
 * earlier one.
 */
@Injectable()
export class ImportClaims {
  constructor(
    @InjectRepository(ImportEntity) private readonly imports: Repository<ImportEntity>,
    private readonly repository: ImportsRepository,
    private readonly trail: AuditTrail,
  ) {}

  /** @returns null if nothing is left to do: the import is stored, failed or removed */
  async claim(importId: number, attempt: string): Promise<ImportClaim | null> {
    // Claimed before the earlier attempt is cut off. Otherwise that attempt's last try would mark the import as failed.
    const takenAtOnce = await this.take(importId, attempt, 'SKIP LOCKED');
    // A frozen worker may hold locks, even on the import's row.
    await this.imports.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
       WHERE application_name = $1 AND usename = current_user AND datname = current_database()`,
      [importConnectionName(importId)],
    );
    const file = takenAtOnce ?? (await this.take(importId, attempt, ''));
    return file && { importId, attempt, ...file };
  }

  /** Stored progress survives a page reload and shows the reconciler that a worker is alive. */
  async reportProgress({ importId, attempt }: ImportClaim, bytesRead: number): Promise<void> {
    await this.imports.update({ id: importId, attempt, state: 'importing' }, { bytesRead, progressAt: () => 'now()' });
  }

  /** @returns false if another attempt has taken over or finished; the transaction must then be rolled back */
  async markStored(client: Client, claim: ImportClaim, outcome: ImportOutcome): Promise<boolean> {
    const { counts, notes, fileKind } = outcome;
    const { stored, duplicates, rejected, members, sums } = counts;
    const values = {
      transactionCount: stored,
      memberCount: members,
      duplicateCount: duplicates,
      rejectedCount: rejected,
      ...sums,
      warningCount: notes.warningCount,
      totalsCount: notes.totalsCount,
      unbalancedCount: notes.unbalancedCount,
      orphanCount: notes.orphanCount,
      fileKind,
    };
    const assignments = Object.keys(values).map((property, index) => `${columnOf(property)} = $${index + 3}`);
    const { rowCount } = await client.query(
      `UPDATE ledger.imports
       SET state = 'stored', bytes_read = file_size, finished_at = clock_timestamp(), ${assignments.join(', ')}
       WHERE id = $1 AND attempt = $2 AND state = 'importing'`,
      [claim.importId, claim.attempt, ...Object.values(values)],
    );
    if (rowCount !== 1) return false;
    const event = importAuditEvent('import.stored', claim, { stored, duplicates, rejected });
    await this.trail.record(importSystemActor(claim.importId), event, client);
    return true;
  }

  markFailed({ importId, attempt }: ImportClaim, { code, text }: ImportFailure): Promise<boolean> {
    return this.repository.transition(importSystemActor(importId), importId, {
      from: { attempt, state: 'importing' },
      to: { state: 'failed', failureCode: code, failure: text, finishedAt: () => 'now()' },
      action: 'import.failed',
      detail: { code },
    });
  }

  isStored(importId: number): Promise<boolean> {
    return this.imports.existsBy({ id: importId, state: 'stored' });
  }

  private async take(id: number, attempt: string, whenLocked: 'SKIP LOCKED' | ''): Promise<StoredFile | null> {
    const [[row]] = await this.imports.query<[Row[], number]>(
      `UPDATE ledger.imports
       SET state = 'importing', attempt = $2, bytes_read = 0, started_at = now(), progress_at = now()
       WHERE id = (SELECT id FROM ledger.imports WHERE id = $1 AND state IN ('received', 'importing')
                   FOR NO KEY UPDATE ${whenLocked})
       RETURNING file_name, digest, file_size`,
      [id, attempt],
    );
    return row === undefined ? null : STORED_FILE.read(row);
  }
}

const FAILURE_TEXTS = {
  missingFile: 'The uploaded file is no longer on the server. Please upload it again.',
  diskFull:
    'The server has run out of disk space. Nothing from the file was stored. Ask an operator to free disk space, then try again.',
  bucket: 'The file storage did not respond. Nothing from the file was imported. Please try again.',
  database: 'The database did not respond. Nothing from the file was stored. Please upload it again.',
  bug: 'An error occurred on the server. Nothing from the file was stored. Please upload it again.',
};

/** The message that staff see for a failed import: the reason and what to do, without quoting the file. */
export function toImportFailure(error: unknown): ImportFailure {
  if (error instanceof ImportFileError || error instanceof UnreadableArchive)
    return { code: error.code, text: error.message };
  if (isMissingFile(error)) return { code: 'file_missing', text: FAILURE_TEXTS.missingFile };
  const { code } = toAppError(error);
  if (code === 'insufficient_storage') return { code, text: FAILURE_TEXTS.diskFull };
  if (error instanceof BucketUnavailable) return { code, text: FAILURE_TEXTS.bucket };
  if (code === 'unavailable') return { code, text: FAILURE_TEXTS.database };
  return { code: 'internal', text: FAILURE_TEXTS.bug };
}

/** The file itself is the reason, or a retry would fill the full disk again. */
export function isFinalFailure(error: unknown): boolean {
  return (
    error instanceof ImportFileError || error instanceof UnreadableArchive || isMissingFile(error) || isDiskFull(error)
  );
}

/** ENOENT from the file system, not from the database or the network. */
export function isMissingFile(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error && 'syscall' in error)) return false;
  return error.code === 'ENOENT' && error.syscall === 'open';
}
