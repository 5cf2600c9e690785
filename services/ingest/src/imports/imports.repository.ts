import type { ImportedFileKind, ImportSummary } from '@clearwatch/contracts/imports.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { generatedId } from '@clearwatch/service-kit/database/entity-columns';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import type { Page, Paged } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { DataSource, type EntityManager, IsNull, Raw, Repository } from 'typeorm';
import { LOCK_FILES_SHARED } from '../uploads/upload-store.ts';
import { ImportEntity, toImportSummary } from './import.entity.ts';
import { type AuditedImport, importReceived, importRetried } from './import-audit-events.ts';

export interface ReceivedFile {
  fileName: string;
  fileSize: number;
  digest: string;
  fileKind: ImportedFileKind | null;
}

/** What staff may ask about imports. Imports of kept duplicates are left out: people know them by the import they came from. */
@Injectable()
export class ImportsRepository {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @InjectRepository(ImportEntity) private readonly imports: Repository<ImportEntity>,
    private readonly trail: AuditTrail,
  ) {}

  /** @param options.keep gives the file its lasting place: the row and the file are both stored, or neither */
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
      const inserted = await manager.insert(ImportEntity, {
        ...file,
        state: options.state,
        uploadedBy: actor.userId,
        uploadedByName: actor.username,
      });
      const importId = generatedId(inserted);
      await this.trail.record(actor, importReceived({ importId, fileName: file.fileName }, file), manager);
      await options.keep(manager, importId);
      return importId;
    });
  }

  find(importId: number): Promise<ImportEntity | null> {
    return this.imports.findOneBy({ id: importId, keptFrom: IsNull() });
  }

  /**
   * @param named part of the file name, empty for any. It is no pattern, so files are compared one by one: a day brings a few, and
   *   the empty one is in all of them.
   */
  async newestFirst({ limit, offset }: Page, named: string): Promise<Paged<ImportSummary>> {
    const [rows, total] = await this.imports.findAndCount({
      where: {
        keptFrom: IsNull(),
        fileName: Raw((column) => `position(lower(:named) IN lower(${column})) > 0`, { named }),
      },
      order: { id: 'DESC' },
      take: limit,
      skip: offset,
    });
    return { items: rows.map(toImportSummary), total };
  }

  /**
   * Makes a failed import one that no worker has begun; who sent the file and when stays.
   * @returns false when it has not failed, or another request was faster
   */
  async reopen(actor: Actor, which: AuditedImport): Promise<boolean> {
    return inTransaction(this.database, async (manager) => {
      const { affected } = await manager.update(
        ImportEntity,
        { id: which.importId, state: 'failed' },
        {
          state: 'received',
          attempt: null,
          bytesRead: 0,
          failureCode: null,
          failure: null,
          startedAt: null,
          finishedAt: null,
          progressAt: () => 'now()',
        },
      );
      if (affected !== 1) return false;
      await this.trail.record(actor, importRetried(which), manager);
      return true;
    });
  }
}
