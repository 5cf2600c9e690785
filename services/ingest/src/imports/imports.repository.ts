import type { AuditDetail } from '@clearwatch/contracts/audit-events';
import type { ImportSummary, RejectedRow } from '@clearwatch/contracts/imports.dto';
import { AuditTrail, RecentViews } from '@clearwatch/service-kit/audit/audit-trail.service';
import { generatedId } from '@clearwatch/service-kit/database/entity-columns';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import type { Page, Paged } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  type EntityManager,
  type FindOptionsWhere,
  IsNull,
  type QueryDeepPartialEntity,
  Raw,
  Repository,
} from 'typeorm';
import type { SavedFile } from '../uploads/save-upload.ts';
import { LOCK_FILES_SHARED, UploadStore } from '../uploads/upload-store.ts';
import { ImportEntity, RejectedRowEntity, toImportSummary } from './import.entity.ts';
import { type AuditedImport, type ImportAction, importAuditEvent } from './import-audit-events.ts';

const PROBLEMS_PER_BATCH = 500;

/**
 * Imports of files. `find` and `newestFirst` leave out imports of kept duplicates, which users see under the import of
 * the file.
 */
@Injectable()
export class ImportsRepository {
  private readonly views = new RecentViews();

  constructor(
    @InjectRepository(ImportEntity) private readonly imports: Repository<ImportEntity>,
    private readonly store: UploadStore,
    private readonly trail: AuditTrail,
  ) {}

  /** Records an import and moves its file to its final place: both or neither. `before` runs before the move. */
  async recordReceived(
    actor: Actor,
    { temporaryPath, fileName, size: fileSize, digest, fileKind }: SavedFile,
    options: {
      state: 'received' | 'needs_mapping';
      before?: (manager: EntityManager, importId: number) => Promise<void>;
    },
  ): Promise<number> {
    try {
      return await this.imports.manager.transaction(async (manager) => {
        await manager.query(LOCK_FILES_SHARED);
        const { userId: uploadedBy, username: uploadedByName } = actor;
        const file = { fileName, fileSize, digest, fileKind, state: options.state };
        const importId = generatedId(await manager.insert(ImportEntity, { ...file, uploadedBy, uploadedByName }));
        const event = importAuditEvent('import.received', { importId, fileName }, { fileSize, digest });
        await this.trail.record(actor, event, manager);
        await options.before?.(manager, importId);
        await this.store.keep(temporaryPath, digest);
        return importId;
      });
    } catch (error) {
      await this.store.discard(temporaryPath);
      throw error;
    }
  }

  find(importId: number): Promise<ImportEntity | null> {
    return this.imports.findOneBy({ id: importId, keptFrom: IsNull() });
  }

  /** @param fileNamePart empty for all files; searched without an index, because each day adds only a few files */
  async newestFirst({ limit, offset }: Page, fileNamePart: string): Promise<Paged<ImportSummary>> {
    const [rows, total] = await this.imports.findAndCount({
      where: {
        keptFrom: IsNull(),
        fileName: Raw((column) => `position(lower(:fileNamePart) IN lower(${column})) > 0`, { fileNamePart }),
      },
      order: { id: 'DESC' },
      take: limit,
      skip: offset,
    });
    return { items: rows.map(toImportSummary), total };
  }

  /** Records the action in the same transaction. @returns false if the import is no longer in state `from` */
  transition(
    actor: Actor,
    id: number,
    options: {
      from: FindOptionsWhere<ImportEntity>;
      to: QueryDeepPartialEntity<ImportEntity>;
      action: ImportAction;
      detail?: AuditDetail;
    },
  ): Promise<boolean> {
    return inTransaction(this.imports.manager.connection, async (manager) => {
      const { affected } = await manager.update(ImportEntity, { ...options.from, id }, options.to);
      if (affected !== 1) return false;
      const { fileName } = await manager.findOneOrFail(ImportEntity, {
        select: { fileName: true },
        where: { id },
      });
      const event = importAuditEvent(options.action, { importId: id, fileName }, options.detail);
      await this.trail.record(actor, event, manager);
      return true;
    });
  }

  /**
   * Records the download before its first row is sent, because rejected rows contain member data.
   * @returns the number of problems
   */
  async recordRejectsExported(actor: Actor, which: AuditedImport, detail: { toCorrect: boolean }): Promise<number> {
    const problems = await this.imports.manager.countBy(RejectedRowEntity, { importId: which.importId });
    const event = importAuditEvent('import.rejects_exported', which, { problems, ...detail });
    await this.trail.record(actor, event, this.imports.manager);
    return problems;
  }

  /** Rejected rows, duplicates and the first rows of a file contain member data. */
  async recordRowsViewed(actor: Actor, which: AuditedImport): Promise<void> {
    const write = () => this.trail.record(actor, importAuditEvent('import.rows_viewed', which), this.imports.manager);
    await this.views.record(actor, which.importId, { now: Date.now(), write });
  }

  /** One item per problem, in file order. Problems never change, so listing them needs no snapshot. */
  async rejects(importId: number, { limit, offset }: Page): Promise<Paged<RejectedRow>> {
    const [rows, total] = await this.imports.manager.findAndCount(RejectedRowEntity, {
      where: { importId },
      order: { rowNumber: 'ASC', problem: 'ASC' },
      take: limit,
      skip: offset,
    });
    return { items: rows.map(toRejectedRow), total };
  }

  /** @param toLine gets one problem of a row; the first one includes the row as it appears in the file */
  async *rejectsCsv(
    importId: number,
    toLine: (problem: RejectedRow & Pick<RejectedRowEntity, 'source'>) => string,
  ): AsyncGenerator<string, void> {
    for (let last: Pick<RejectedRowEntity, 'rowNumber' | 'problem'> | undefined = FIRST_PROBLEM; last; ) {
      const rows: RejectedRowEntity[] = await this.imports.manager
        .createQueryBuilder(RejectedRowEntity, 'rejected')
        .where('rejected.importId = :importId AND (rejected.rowNumber, rejected.problem) > (:rowNumber, :problem)', {
          importId,
          rowNumber: last.rowNumber,
          problem: last.problem,
        })
        .orderBy({ 'rejected.rowNumber': 'ASC', 'rejected.problem': 'ASC' })
        .limit(PROBLEMS_PER_BATCH)
        .getMany();
      yield rows.map((row) => toLine(Object.assign(toRejectedRow(row), { source: row.source }))).join('');
      last = rows.at(-1);
    }
  }
}

const FIRST_PROBLEM = { rowNumber: 0, problem: 0 };

function toRejectedRow({ line, rowNumber, field, value, reason }: RejectedRowEntity): RejectedRow {
  return { line, row: rowNumber, field, value, reason };
}
