import type { ImportedFileKind, ImportSummary } from '@clearwatch/contracts/imports.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import type { Page } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { SHARE_FILES } from '../uploads/files-lock.ts';
import { importReceived } from './import-trail.ts';
import { type ImportStanding, toImportStanding, toImportSummary } from './to-import-summary.ts';

export interface ReceivedFile {
  fileName: string;
  fileSize: number;
  digest: string;
  fileKind: ImportedFileKind | null;
}

/** An import is completed when analytics has said that its figures hold it, and undone when they are without it. */
const IMPORTS = `
  SELECT i.*, CASE WHEN i.state = 'stored' AND p.import_id IS NOT NULL THEN 'completed'
                   WHEN i.state = 'undone' AND u.import_id IS NULL THEN 'undoing' ELSE i.state END AS visible_state
  FROM ledger.imports i
  LEFT JOIN analytics.projected_imports p ON p.import_id = i.id
  LEFT JOIN analytics.projected_undos u ON u.import_id = i.id`;

/**
 * Imports of kept entries are no one's to address: people know them by the import they came from. Part of a name, whose own
 * signs are no pattern, is looked for file by file: a day brings a few, and the empty one is in all of them.
 */
const ADDRESSABLE = 'i.kept_from IS NULL AND position(lower($1) IN lower(i.file_name)) > 0';

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
      await manager.query(SHARE_FILES);
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

  async standingOf(importId: number): Promise<ImportStanding | null> {
    const [row] = await this.database.query<Row[]>(`${IMPORTS} WHERE i.id = $1 AND i.kept_from IS NULL`, [
      importId,
    ]);
    return row === undefined ? null : toImportStanding(row);
  }

  /** @param named what the names of the files must hold; empty: any */
  async newestFirst(page: Page, named: string): Promise<ImportSummary[]> {
    const rows = await this.database.query<Row[]>(
      `${IMPORTS} WHERE ${ADDRESSABLE} ORDER BY i.id DESC LIMIT $2 OFFSET $3`,
      [named, page.limit, page.offset],
    );
    return rows.map(toImportSummary);
  }

  async count(named: string): Promise<number> {
    const [row] = await this.database.query<Row[]>(
      `SELECT count(*) AS total FROM ledger.imports i WHERE ${ADDRESSABLE}`,
      [named],
    );
    return integerOf(row ?? {}, 'total');
  }
}
