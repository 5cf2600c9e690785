import type { AuditAction } from '@clearwatch/contracts/audit-events';
import type { DocumentLayoutFields, SavedLayout } from '@clearwatch/contracts/document-layouts.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import { DocumentLayoutEntity, toSavedLayout } from './document-layout.entity.ts';

const changedLayout = (saved: DocumentLayoutEntity | null): AppError =>
  new AppError(
    'conflict',
    saved === null
      ? 'Someone has deleted the columns saved for this layout. Nothing was saved. Reload the page.'
      : `${saved.savedByName} has saved the columns of this layout in the meantime. Nothing was saved. Reload the page to see their columns.`,
  );

/** More layouts than an institution receives. */
const MAX_LAYOUTS = 500;

@Injectable()
export class DocumentLayouts {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly trail: AuditTrail,
  ) {}

  async list(): Promise<SavedLayout[]> {
    const order = { name: 'ASC', id: 'ASC' } as const;
    const rows = await this.database.manager.find(DocumentLayoutEntity, { order, take: MAX_LAYOUTS });
    return rows.map(toSavedLayout);
  }

  async forReader(): Promise<DocumentLayoutFields[]> {
    const order = { savedAt: 'DESC', id: 'DESC' } as const;
    const rows = await this.database.manager.find(DocumentLayoutEntity, { order, take: MAX_LAYOUTS });
    return rows.map(({ layout }) => layout);
  }

  find(fingerprint: string): Promise<DocumentLayoutEntity | null> {
    return this.database.manager.findOneBy(DocumentLayoutEntity, { fingerprint });
  }

  /**
   * @param saved.version the version that the person saw; null if they saw none
   * @throws AppError if someone else has saved the layout since then
   */
  async save(
    actor: Actor,
    saved: { name: string; layout: DocumentLayoutFields; version: number | null },
    manager: EntityManager,
  ): Promise<void> {
    const { name, layout, version } = saved;
    const { fingerprint } = layout;
    const author = { savedBy: actor.userId, savedByName: actor.username, savedAt: () => 'now()' };
    if (version === null) {
      const { raw } = await manager
        .createQueryBuilder()
        .insert()
        .into(DocumentLayoutEntity)
        .values({ fingerprint, name, layout, ...author })
        .orIgnore()
        .returning('id')
        .execute();
      if (Array.isArray(raw) && raw.length === 1) return;
    } else {
      const change = { layout, version: version + 1, ...author };
      const { affected } = await manager.update(DocumentLayoutEntity, { fingerprint, version }, change);
      if (affected === 1) return;
    }
    throw changedLayout(await manager.findOneBy(DocumentLayoutEntity, { fingerprint }));
  }

  /** @throws AppError unless this is the version of the saved layout; null: none is saved */
  async assertVersion(fingerprint: string, version: number | null): Promise<void> {
    const saved = await this.find(fingerprint);
    if ((saved?.version ?? null) !== version) throw changedLayout(saved);
  }

  async recordUse(manager: EntityManager, fingerprints: readonly string[]): Promise<void> {
    const change = { timesUsed: () => 'times_used + 1', lastUsedAt: () => 'now()' };
    if (fingerprints.length > 0)
      await manager.update(DocumentLayoutEntity, { fingerprint: In([...fingerprints]) }, change);
  }

  async rename(actor: Actor, id: number, name: string): Promise<SavedLayout> {
    const renamed = await this.#change(actor, id, 'document_layout.renamed', (manager) =>
      manager.update(DocumentLayoutEntity, { id }, { name }),
    );
    return toSavedLayout(Object.assign(renamed, { name }));
  }

  async remove(actor: Actor, id: number): Promise<void> {
    await this.#change(actor, id, 'document_layout.deleted', (manager) => manager.delete(DocumentLayoutEntity, { id }));
  }

  /** @returns the layout before the change */
  #change(
    actor: Actor,
    id: number,
    action: Extract<AuditAction, `document_layout.${string}`>,
    change: (manager: EntityManager) => Promise<unknown>,
  ): Promise<DocumentLayoutEntity> {
    return inTransaction(this.database, async (manager) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const found = await manager.findOne(DocumentLayoutEntity, { where: { id }, lock });
      if (found === null) throw new AppError('not_found', 'This layout does not exist.');
      await change(manager);
      const subject = { type: 'document_layout', id, label: found.name } as const;
      await this.trail.record(actor, { action, subject, detail: {} }, manager);
      return found;
    });
  }
}
