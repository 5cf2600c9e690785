import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Client } from 'pg';
import { DataSource, IsNull } from 'typeorm';
import { ImportEntity } from '../imports/import.entity.ts';
import {
  type AuditedImport,
  importSystemActor,
  importUndone,
  importUndoRequested,
  undoFailed,
} from '../imports/import-audit-events.ts';
import type { RemovedImport } from './remove-import.ts';

/** An import's row, from the wish to undo it to its end. */
@Injectable()
export class UndoImportRepository {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly trail: AuditTrail,
  ) {}

  /** @returns false when it is not (any more) an import that can be undone, or somebody else was faster */
  async request(actor: Actor, which: AuditedImport): Promise<boolean> {
    return inTransaction(this.database, async (manager) => {
      const { affected } = await manager.update(
        ImportEntity,
        { id: which.importId, state: 'stored', keptFrom: IsNull(), purgedCount: 0 },
        {
          state: 'undoing',
          undoneBy: actor.userId,
          undoneByName: actor.username,
          progressAt: () => 'now()',
        },
      );
      if (affected !== 1) return false;
      await this.trail.record(actor, importUndoRequested(which), manager);
      return true;
    });
  }

  /** Part of the undo's own transaction. @returns null when there is nothing (left) to undo */
  async hold(client: Client, importId: number): Promise<AuditedImport | null> {
    const { rows } = await client.query<Row>(
      `SELECT file_name FROM ledger.imports WHERE id = $1 AND state = 'undoing' FOR NO KEY UPDATE`,
      [importId],
    );
    const [row] = rows;
    return row === undefined ? null : { importId, fileName: textOf(row, 'file_name') };
  }

  /** Part of the undo's own transaction: from its commit on the entries are out of the ledger. */
  async markUndone(client: Client, which: AuditedImport, taken: RemovedImport): Promise<void> {
    await client.query(
      `UPDATE ledger.imports SET state = 'undone', undone_at = clock_timestamp() WHERE id = $1`,
      [which.importId],
    );
    await this.trail.record(importSystemActor(which), importUndone(which, taken), client);
  }

  isUndone(importId: number): Promise<boolean> {
    return this.database.manager.existsBy(ImportEntity, { id: importId, state: 'undone' });
  }

  /** Imports that somebody wants undone since more than a few seconds. */
  async unfinished(): Promise<number[]> {
    return this.ids(
      `SELECT id FROM ledger.imports WHERE state = 'undoing' AND progress_at < now() - interval '5 seconds'
       ORDER BY id LIMIT 200`,
    );
  }

  /** Imports that are out of the ledger but not out of the figures. */
  async unprojected(): Promise<number[]> {
    return this.ids(
      `SELECT i.id FROM ledger.imports i
       WHERE i.state = 'undone' AND i.undone_at < now() - interval '5 seconds'
         AND NOT EXISTS (SELECT FROM analytics.projected_undos p WHERE p.import_id = i.id)
       ORDER BY i.id LIMIT 200`,
    );
  }

  /** Nothing has changed in the ledger: the import is what it was, and can be undone once more. */
  async giveUp(importId: number): Promise<void> {
    await inTransaction(this.database, async (manager) => {
      const { affected } = await manager.update(
        ImportEntity,
        { id: importId, state: 'undoing' },
        { state: 'stored', undoneBy: null, undoneByName: null },
      );
      if (affected !== 1) return;
      const { fileName } = await manager.findOneByOrFail(ImportEntity, { id: importId });
      const which = { importId, fileName };
      await this.trail.record(importSystemActor(which), undoFailed(which), manager);
    });
  }

  private async ids(sql: string): Promise<number[]> {
    const rows = await this.database.query<Row[]>(sql);
    return rows.map((row) => integerOf(row, 'id'));
  }
}
