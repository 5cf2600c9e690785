import type { SavedFilter, SaveFilterRequest } from '@clearwatch/contracts/http/transaction-reports';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { isUniqueViolation } from '@clearwatch/service-kit/database/database-failure';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { criteriaOf } from '../search/criteria.ts';
import { NO_SUCH_FILTER } from './no-such-filter.ts';
import { SavedFiltersRepository } from './saved-filters.repository.ts';
import { mayChange, type StoredFilter, toSavedFilter } from './stored-filter.ts';

/** More than anybody finds again in a list. */
const MOST_OF_ONE_OWNER = 200;

/** Filter sets kept under a name: seen by their owner, shared ones by everybody, changed by the owner and admins. */
@Injectable()
export class SavedFiltersService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly filters: SavedFiltersRepository,
    private readonly trail: AuditTrail,
  ) {}

  async list(actor: Actor): Promise<SavedFilter[]> {
    const stored = await this.filters.visibleTo(this.database.manager, actor.userId);
    return stored.map((filter) => toSavedFilter(actor, filter));
  }

  /** @throws AppError `bad_request` for filters that ask nothing; `conflict` for a name in use or too many */
  async add(actor: Actor, given: SaveFilterRequest): Promise<SavedFilter> {
    const request = checked(given);
    return this.saving(request.name, async (manager) => {
      const ownerId = actor.userId ?? 0;
      await this.filters.lockOwner(manager, ownerId);
      if ((await this.filters.countOf(manager, ownerId)) >= MOST_OF_ONE_OWNER)
        throw new AppError(
          'conflict',
          `You keep ${MOST_OF_ONE_OWNER} filters already. Delete one that you no longer need.`,
        );
      const id = await this.filters.add(manager, actor, request);
      return this.saved(manager, actor, id);
    });
  }

  /** @throws AppError as `add` does; `not_found`, `forbidden` */
  async change(actor: Actor, id: number, given: SaveFilterRequest): Promise<SavedFilter> {
    const request = checked(given);
    return this.saving(request.name, async (manager) => {
      await this.changeable(manager, actor, id);
      await this.filters.change(manager, id, request);
      return this.saved(manager, actor, id);
    });
  }

  /** @throws AppError `not_found`, `forbidden` */
  async remove(actor: Actor, id: number): Promise<void> {
    await inTransaction(this.database, async (manager) => {
      const filter = await this.changeable(manager, actor, id);
      await this.filters.remove(manager, id);
      await this.record(manager, actor, 'report_filter.deleted', filter);
    });
  }

  /** What others keep for themselves is not there for anybody but admins. */
  private async changeable(manager: EntityManager, actor: Actor, id: number): Promise<StoredFilter> {
    const filter = await this.filters.find(manager, id);
    if (filter === null || (filter.visibility === 'own' && !mayChange(actor, filter)))
      throw new AppError('not_found', NO_SUCH_FILTER);
    if (!mayChange(actor, filter))
      throw new AppError('forbidden', `Only ${filter.owner} and admins may change this filter.`);
    return filter;
  }

  private async saved(manager: EntityManager, actor: Actor, id: number): Promise<SavedFilter> {
    const filter = await this.filters.find(manager, id);
    if (filter === null) throw new AppError('not_found', NO_SUCH_FILTER);
    await this.record(manager, actor, 'report_filter.saved', filter);
    return toSavedFilter(actor, filter);
  }

  private async saving<T>(name: string, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await inTransaction(this.database, work);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new AppError(
        'conflict',
        `There is a saved filter called “${name}” already. Choose another name.`,
      );
    }
  }

  private async record(
    manager: EntityManager,
    actor: Actor,
    action: 'report_filter.saved' | 'report_filter.deleted',
    { id, name, visibility, owner }: StoredFilter,
  ): Promise<void> {
    const subject = { type: 'report_filter', id, label: name } as const;
    await this.trail.record(actor, { action, subject, detail: { visibility, owner } }, manager);
  }
}

/** Kept as it was given, when it asks for something. */
function checked({ name, visibility, filters }: SaveFilterRequest): SaveFilterRequest {
  criteriaOf(filters);
  const trimmed = name.trim().toWellFormed();
  if (trimmed === '' || trimmed.includes('\0'))
    throw new AppError('bad_request', 'A saved filter needs a name.');
  return { name: trimmed, visibility, filters };
}
