import { type ChangeViewRequest, type SavedView, VIEW_SCREENS } from '@clearwatch/contracts/saved-views.dto';
import {
  type SavedFilter,
  type SaveFilterRequest,
  TransactionFilters,
} from '@clearwatch/contracts/transaction-reports.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { isUniqueViolation } from '@clearwatch/service-kit/database/database-errors';
import { enumOf, type Row, textArrayOf, textOf } from '@clearwatch/service-kit/database/row-readers';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { plainToInstance } from 'class-transformer';
import { DataSource, type EntityManager, Repository } from 'typeorm';
import { criteriaOf } from '../search/search-criteria.ts';
import { DefaultViewEntity, SavedViewEntity, type SavedViewScreen } from './saved-view.entity.ts';

type ViewKind = 'filter' | 'view';

const kindOf = (screen: SavedViewScreen): ViewKind => (screen === 'report' ? 'filter' : 'view');

type NewSavedView = Pick<SavedViewEntity, 'name' | 'visibility' | 'content'>;

/** Serializes additions by the same owner. 804117 is an arbitrary lock namespace. */
const LOCK_OWNER = 'SELECT pg_advisory_xact_lock(804117, $1)';
/** User IDs start at 1. */
const NO_USER = 0;
const MAX_VIEWS_PER_OWNER = 200;

/**
 * Manages views for all screens. All staff can see shared views; only the owner and admins can change them.
 */
@Injectable()
export class SavedViewsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @InjectRepository(DefaultViewEntity) private readonly defaults: Repository<DefaultViewEntity>,
    private readonly trail: AuditTrail,
  ) {}

  async list(actor: Actor, screen: SavedViewScreen): Promise<SavedViewEntity[]> {
    requireScreenAccess(actor, screen);
    return this.database.manager
      .createQueryBuilder(SavedViewEntity, 'v')
      .where([
        { screen, ownerId: actor.userId ?? NO_USER },
        { screen, visibility: 'shared' },
      ])
      .orderBy('lower(v.name)')
      .addOrderBy('v.id')
      .getMany();
  }

  async add(actor: Actor, screen: SavedViewScreen, request: NewSavedView): Promise<SavedViewEntity> {
    requireScreenAccess(actor, screen);
    const kind = kindOf(screen);
    const view = withTrimmedName(kind, request);
    return this.saving(kind, view.name, async (manager) => {
      const ownerId = actor.userId ?? NO_USER;
      await manager.query(LOCK_OWNER, [ownerId]);
      if ((await manager.countBy(SavedViewEntity, { ownerId, screen })) >= MAX_VIEWS_PER_OWNER)
        throw new AppError(
          'conflict',
          `You already have ${MAX_VIEWS_PER_OWNER} saved ${kind}s, the maximum. Delete one that you no longer need.`,
        );
      const owner = { ownerId, ownerName: actor.username };
      const added = await manager.save(manager.create(SavedViewEntity, { ...view, ...owner, screen }));
      await this.record(manager, actor, 'saved', added);
      return added;
    });
  }

  change(actor: Actor, kind: ViewKind, id: number, request: NewSavedView): Promise<SavedViewEntity> {
    return this.saving(kind, request.name.trim().toWellFormed(), async (manager) => {
      await changeableView(manager, actor, kind, id);
      await manager.update(SavedViewEntity, { id }, withTrimmedName(kind, request));
      const changed = await changeableView(manager, actor, kind, id);
      await this.record(manager, actor, 'saved', changed);
      return changed;
    });
  }

  async remove(actor: Actor, kind: ViewKind, id: number): Promise<void> {
    await inTransaction(this.database, async (manager) => {
      const view = await changeableView(manager, actor, kind, id);
      await manager.delete(SavedViewEntity, { id });
      await this.record(manager, actor, 'deleted', view);
    });
  }

  async defaultOf({ userId }: Actor, screen: SavedViewScreen): Promise<number | null> {
    const found = await this.defaults.findOneBy({ userId: userId ?? NO_USER, screen });
    return found?.viewId ?? null;
  }

  /** Sets the actor's own default without an audit entry. When a view is unshared, other users lose it as their default. */
  async chooseDefault(actor: Actor, path: string, viewId: number | null): Promise<void> {
    const screen = VIEW_SCREENS.find((known) => known === path);
    if (screen === undefined) throw new AppError('not_found', 'This screen does not exist.');
    const visible = await this.list(actor, screen);
    const userId = actor.userId ?? NO_USER;
    if (viewId === null) await this.defaults.delete({ userId, screen });
    else if (visible.some(({ id }) => id === viewId))
      await this.defaults.upsert({ userId, screen, viewId }, ['userId', 'screen']);
    else throw viewNotFound('view');
  }

  private async saving<T>(kind: ViewKind, name: string, work: (manager: EntityManager) => Promise<T>) {
    try {
      return await inTransaction(this.database, work);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new AppError('conflict', `You already have a saved ${kind} named “${name}”. Choose another name.`);
    }
  }

  private async record(
    manager: EntityManager,
    actor: Actor,
    action: 'saved' | 'deleted',
    { id, screen, name, visibility, ownerName: owner }: SavedViewEntity,
  ): Promise<void> {
    const audited = screen === 'report' ? 'report_filter' : 'view';
    const subject = { type: audited, id, label: name } as const;
    // Filter sets belong to a single screen.
    const detail = { visibility, owner, ...(screen !== 'report' && { screen }) };
    await this.trail.record(actor, { action: `${audited}.${action}`, subject, detail }, manager);
  }
}

async function changeableView(manager: EntityManager, actor: Actor, kind: ViewKind, id: number) {
  const view = await manager.findOneBy(SavedViewEntity, { id });
  const isVisible =
    view !== null &&
    kindOf(view.screen) === kind &&
    mayOpen(actor, view.screen) &&
    (view.visibility === 'shared' || mayChange(actor, view));
  if (!isVisible) throw viewNotFound(kind);
  if (!mayChange(actor, view))
    throw new AppError('forbidden', `Only ${view.ownerName} and admins can change this ${kind}.`);
  return view;
}

const mayChange = (actor: Actor, { ownerId }: SavedViewEntity): boolean =>
  actor.role === 'Admin' || actor.userId === ownerId;

const mayOpen = (actor: Actor, screen: SavedViewScreen): boolean => actor.role === 'Admin' || screen !== 'audit';

function requireScreenAccess(actor: Actor, screen: SavedViewScreen): void {
  if (!mayOpen(actor, screen)) throw new AppError('forbidden', 'Only admins can use views of the audit log.');
}

const viewNotFound = (kind: ViewKind): AppError => new AppError('not_found', `This saved ${kind} does not exist.`);

function withTrimmedName(kind: ViewKind, { name, visibility, content }: NewSavedView): NewSavedView {
  const trimmed = name.trim().toWellFormed();
  if (trimmed === '' || trimmed.includes('\0'))
    throw new AppError('bad_request', `Enter a name for the saved ${kind}.`);
  return { name: trimmed, visibility, content };
}

function toSavedBase(actor: Actor, view: SavedViewEntity) {
  const { id, name, visibility, ownerName: owner, updatedAt } = view;
  return { id, name, visibility, owner, mayChange: mayChange(actor, view), updatedAt };
}

export const toSavedFilter = (actor: Actor, view: SavedViewEntity): SavedFilter => ({
  ...toSavedBase(actor, view),
  filters: plainToInstance(TransactionFilters, view.content),
});

export function toSavedView(actor: Actor, view: SavedViewEntity, defaultId: number | null): SavedView {
  const content = view.content as Row;
  return {
    ...toSavedBase(actor, view),
    screen: enumOf(VIEW_SCREENS, { screen: view.screen }, 'screen'),
    query: textOf(content, 'query'),
    hiddenColumns: textArrayOf(content, 'hiddenColumns'),
    isDefault: view.id === defaultId,
  };
}

/** @throws AppError `bad_request` for filters without a condition */
export function toNewFilterView({ name, visibility, filters }: SaveFilterRequest): NewSavedView {
  criteriaOf(filters);
  return { name, visibility, content: filters };
}

/** The screen ignores unknown parts of the query, as it does for a URL typed by a user. */
export function toNewListView({ name, visibility, query, hiddenColumns }: ChangeViewRequest): NewSavedView {
  if (!/^[\w.~%+&=*-]*$/.test(query))
    throw new AppError('bad_request', 'The query must be a URL query string without the question mark.');
  if (hiddenColumns.some((title) => title.includes('\0') || !title.isWellFormed()))
    throw new AppError('bad_request', 'The names of hidden columns must be plain text.');
  return { name, visibility, content: { query, hiddenColumns } };
}
