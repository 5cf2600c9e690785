import {
  FILE_KINDS,
  IMPORT_STATES,
  type ImportedFileKind,
  type ImportSummary,
  type MoneyParts,
} from '@clearwatch/contracts/imports.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import {
  enumOf,
  instantOf,
  integerOf,
  moneyOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import type { Page, Paged } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { LOCK_FILES_SHARED } from '../uploads/upload-store.ts';
import { type AuditedImport, importReceived, importRetried } from './import-audit-events.ts';
import { moneyPartsOf } from './receipt-parts.ts';

/** All that the table of imports says about one. */
export interface ImportStatus {
  summary: ImportSummary;
  failureCode: string | null;
  /** Batches and files of the file. */
  totalsCount: number;
  parts: MoneyParts | null;
}

function toImportStatus(row: Row): ImportStatus {
  return {
    summary: toImportSummary(row),
    failureCode: nullable(textOf, row, 'failure_code'),
    totalsCount: integerOf(row, 'totals_count'),
    parts: moneyPartsOf(row),
  };
}

/** A row of the imports query, as the wire shows it. */
function toImportSummary(row: Row): ImportSummary {
  const stored = integerOf(row, 'transaction_count');
  const duplicates = integerOf(row, 'duplicate_count');
  const rejected = integerOf(row, 'rejected_count');
  const purged = integerOf(row, 'purged_count');
  const orphans = integerOf(row, 'orphan_count');
  return {
    importId: integerOf(row, 'id'),
    state: enumOf(IMPORT_STATES, row, 'visible_state'),
    readCount: stored + duplicates + rejected - orphans + purged,
    orphanCount: orphans,
    transactionCount: stored,
    memberCount: integerOf(row, 'member_count'),
    duplicateCount: duplicates,
    keptCount: integerOf(row, 'kept_count'),
    rejectedCount: rejected,
    purgedCount: purged,
    zeroDollarCount: integerOf(row, 'zero_dollar_count'),
    prenoteCount: integerOf(row, 'prenote_count'),
    returnCount: integerOf(row, 'return_count'),
    noticeCount: integerOf(row, 'notice_count'),
    adviceCount: integerOf(row, 'advice_count'),
    creditTotal: moneyOf(row, 'credit_total'),
    debitTotal: moneyOf(row, 'debit_total'),
    warningCount: integerOf(row, 'warning_count'),
    unbalancedCount: integerOf(row, 'unbalanced_count'),
    fileName: textOf(row, 'file_name'),
    fileSize: integerOf(row, 'file_size'),
    digest: textOf(row, 'digest'),
    fileKind: fileKindOf(row),
    uploadedBy: textOf(row, 'uploaded_by_name'),
    bytesRead: integerOf(row, 'bytes_read'),
    failure: nullable(textOf, row, 'failure'),
    createdAt: instantOf(row, 'created_at'),
    completedAt: nullable(instantOf, row, 'finished_at'),
    undoneBy: nullable(textOf, row, 'undone_by_name'),
    undoneAt: nullable(instantOf, row, 'undone_at'),
  };
}

function fileKindOf(row: Row): ImportedFileKind | null {
  const text = nullable(textOf, row, 'file_kind');
  return FILE_KINDS.find((known) => known === text) ?? null;
}

export interface ReceivedFile {
  fileName: string;
  fileSize: number;
  digest: string;
  fileKind: ImportedFileKind | null;
}

/** An import is completed when analytics has said that its figures hold it, and undone when they are without it. */
const IMPORTS_SQL = `
  SELECT i.*, CASE WHEN i.state = 'stored' AND p.import_id IS NOT NULL THEN 'completed'
                   WHEN i.state = 'undone' AND u.import_id IS NULL THEN 'undoing' ELSE i.state END AS visible_state
  FROM ledger.imports i
  LEFT JOIN analytics.projected_imports p ON p.import_id = i.id
  LEFT JOIN analytics.projected_undos u ON u.import_id = i.id`;

/**
 * Imports of kept entries are no one's to address: people know them by the import they came from. Part of a name, whose own
 * signs are no pattern, is looked for file by file: a day brings a few, and the empty one is in all of them.
 */
const MATCHES_FILE_NAME = 'i.kept_from IS NULL AND position(lower($1) IN lower(i.file_name)) > 0';

/** What staff may ask about imports. */
@Injectable()
export class ImportsRepository {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * @param options.keep gives the file its lasting place: both come to be, row and file, or neither
   */
  recordReceived(
    actor: Actor,
    file: ReceivedFile,
    options: {
      state: 'received' | 'needs_mapping';
      keep: (manager: EntityManager, importId: number) => Promise<void>;
    },
  ): Promise<number> {
    return this.database.transaction(async (manager) => {
      await manager.query(LOCK_FILES_SHARED);
      const [row] = await manager.query<Row[]>(
        `INSERT INTO ledger.imports (file_name, file_size, digest, file_kind, state, uploaded_by, uploaded_by_name)
         VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
        [
          file.fileName,
          file.fileSize,
          file.digest,
          file.fileKind,
          options.state,
          actor.userId,
          actor.username,
        ],
      );
      const importId = integerOf(row ?? {}, 'id');
      await this.trail.record(actor, importReceived({ importId, fileName: file.fileName }, file), manager);
      await options.keep(manager, importId);
      return importId;
    });
  }

  async statusOf(importId: number): Promise<ImportStatus | null> {
    const [row] = await this.database.query<Row[]>(`${IMPORTS_SQL} WHERE i.id = $1 AND i.kept_from IS NULL`, [
      importId,
    ]);
    return row === undefined ? null : toImportStatus(row);
  }

  /** @param named what the names of the files must contain; empty: any */
  async newestFirst(page: Page, named: string): Promise<Paged<ImportSummary>> {
    const [rows, [counted = {}]] = await Promise.all([
      this.database.query<Row[]>(
        `${IMPORTS_SQL} WHERE ${MATCHES_FILE_NAME} ORDER BY i.id DESC LIMIT $2 OFFSET $3`,
        [named, page.limit, page.offset],
      ),
      this.database.query<Row[]>(
        `SELECT count(*) AS total FROM ledger.imports i WHERE ${MATCHES_FILE_NAME}`,
        [named],
      ),
    ]);
    return { items: rows.map(toImportSummary), total: integerOf(counted, 'total') };
  }

  /**
   * Makes a failed import one that nobody has begun; who sent the file and when stays.
   * @returns false when it has not failed, or somebody else was faster
   */
  async reopen(actor: Actor, which: AuditedImport): Promise<boolean> {
    return inTransaction(this.database, async (manager) => {
      const [, changed] = await manager.query<[Row[], number]>(
        `UPDATE ledger.imports
         SET state = 'received', attempt = NULL, bytes_read = 0, failure_code = NULL, failure = NULL, started_at = NULL,
             finished_at = NULL, progress_at = now()
         WHERE id = $1 AND state = 'failed'`,
        [which.importId],
      );
      if (changed !== 1) return false;
      await this.trail.record(actor, importRetried(which), manager);
      return true;
    });
  }
}
