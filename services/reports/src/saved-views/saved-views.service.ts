import type { AuditAction, AuditSubject } from '@clearwatch/contracts/audit-events';
import {
  type ChangeViewRequest,
  type SavedView,
  type SaveViewRequest,
  VIEW_SCREENS,
  type ViewScreen,
} from '@clearwatch/contracts/saved-views.dto';
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

interface ViewKind {
  noun: string;
  shortNoun: string;
  isForAdmins: boolean;
  saved: AuditAction;
  deleted: AuditAction;
  subject: AuditSubject;
}

const FILTER_SET_KIND: ViewKind = {
  noun: 'saved filter',
  shortNoun: 'filter',
  isForAdmins: false,
  saved: 'report_filter.saved',
  deleted: 'report_filter.deleted',
  subject: 'report_filter',
};
const LIST_VIEW_KIND: ViewKind = {
  noun: 'saved view',
  shortNoun: 'view',
  isForAdmins: false,
  saved: 'view.saved',
  deleted: 'view.deleted',
  subject: 'view',
};

const VIEW_KINDS: Record<SavedViewScreen, ViewKind> = {
  report: FILTER_SET_KIND,
  members: LIST_VIEW_KIND,
  companies: LIST_VIEW_KIND,
  fraud: LIST_VIEW_KIND,
  audit: { ...LIST_VIEW_KIND, isForAdmins: true },
};

type NewSavedView = Pick<SavedViewEntity, 'name' | 'visibility' | 'content'>;

/** Any number of ours, and the owner: only their own additions wait. */
const LOCK_OWNER = 'SELECT pg_advisory_xact_lock(804117, $1)';
/** Ids of users begin at 1. */
const NO_USER = 0;
const MAX_VIEWS_PER_OWNER = 200;

/** Views of all screens. Everyone sees shared ones; the owner and admins change them. */
@Injectable()
export class SavedViewStore {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly trail: AuditTrail,
  ) {}

  /** By name. @throws AppError `forbidden` for a screen of admins */
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

  /** @throws AppError `bad_request` without a name; `conflict` for a name in use or too many; `forbidden` */
  async add(actor: Actor, screen: SavedViewScreen, request: NewSavedView): Promise<SavedViewEntity> {
    requireScreenAccess(actor, screen);
    const view = withTrimmedName(screen, request);
    return this.saving(screen, view.name, async (manager) => {
      const ownerId = actor.userId ?? NO_USER;
      await manager.query(LOCK_OWNER, [ownerId]);
      if ((await manager.countBy(SavedViewEntity, { ownerId, screen })) >= MAX_VIEWS_PER_OWNER)
        throw new AppError(
          'conflict',
          `You keep ${MAX_VIEWS_PER_OWNER} ${VIEW_KINDS[screen].shortNoun}s already. Delete one that you no longer need.`,
        );
      const owner = { ownerId, ownerName: actor.username };
      const added = await manager.save(manager.create(SavedViewEntity, { ...view, ...owner, screen }));
      await this.record(manager, actor, 'saved', added);
      return added;
    });
  }

  /** @param screens to which the view must belong. @throws AppError as `add` does; `not_found` */
  async change(
    actor: Actor,
    screens: readonly SavedViewScreen[],
    id: number,
    request: NewSavedView,
  ): Promise<SavedViewEntity> {
    const { screen } = await changeableView(this.database.manager, actor, screens, id);
    const view = withTrimmedName(screen, request);
    return this.saving(screen, view.name, async (manager) => {
      await changeableView(manager, actor, screens, id);
      await manager.update(SavedViewEntity, { id }, view);
      const changed = await changeableView(manager, actor, screens, id);
      await this.record(manager, actor, 'saved', changed);
      return changed;
    });
  }

  /** @throws AppError `not_found`, `forbidden` */
  async remove(actor: Actor, screens: readonly SavedViewScreen[], id: number): Promise<void> {
    await inTransaction(this.database, async (manager) => {
      const view = await changeableView(manager, actor, screens, id);
      await manager.delete(SavedViewEntity, { id });
      await this.record(manager, actor, 'deleted', view);
    });
  }

  private async saving<T>(
    screen: SavedViewScreen,
    name: string,
    work: (manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    try {
      return await inTransaction(this.database, work);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new AppError(
        'conflict',
        `There is a ${VIEW_KINDS[screen].noun} called “${name}” already. Choose another name.`,
      );
    }
  }

  private async record(
    manager: EntityManager,
    actor: Actor,
    action: 'saved' | 'deleted',
    { id, screen, name, visibility, ownerName: owner }: SavedViewEntity,
  ): Promise<void> {
    const kind = VIEW_KINDS[screen];
    const subject = { type: kind.subject, id, label: name };
    // Filter sets have only one screen.
    const detail = { visibility, owner, ...(screen !== 'report' && { screen }) };
    await this.trail.record(actor, { action: kind[action], subject, detail }, manager);
  }
}

async function changeableView(
  manager: EntityManager,
  actor: Actor,
  screens: readonly SavedViewScreen[],
  id: number,
): Promise<SavedViewEntity> {
  const view = await manager.findOneBy(SavedViewEntity, { id });
  const isVisible =
    view !== null &&
    screens.includes(view.screen) &&
    mayOpen(actor, view.screen) &&
    (view.visibility === 'shared' || mayChange(actor, view));
  if (!isVisible) throw viewNotFound(screens);
  if (!mayChange(actor, view))
    throw new AppError(
      'forbidden',
      `Only ${view.ownerName} and admins may change this ${VIEW_KINDS[view.screen].shortNoun}.`,
    );
  return view;
}

function mayChange(actor: Actor, { ownerId }: SavedViewEntity): boolean {
  return actor.role === 'Admin' || actor.userId === ownerId;
}

function mayOpen(actor: Actor, screen: SavedViewScreen): boolean {
  return actor.role === 'Admin' || !VIEW_KINDS[screen].isForAdmins;
}

function requireScreenAccess(actor: Actor, screen: SavedViewScreen): void {
  if (!mayOpen(actor, screen)) throw new AppError('forbidden', 'Only admins may do this.');
}

function viewNotFound([screen]: readonly SavedViewScreen[]): AppError {
  return new AppError('not_found', `There is no such ${VIEW_KINDS[screen ?? 'members'].noun}.`);
}

function withTrimmedName(screen: SavedViewScreen, { name, visibility, content }: NewSavedView): NewSavedView {
  const trimmed = name.trim().toWellFormed();
  if (trimmed === '' || trimmed.includes('\0'))
    throw new AppError('bad_request', `A ${VIEW_KINDS[screen].noun} needs a name.`);
  return { name: trimmed, visibility, content };
}

function toSavedFilter(actor: Actor, view: SavedViewEntity): SavedFilter {
  return {
    id: view.id,
    name: view.name,
    visibility: view.visibility,
    filters: plainToInstance(TransactionFilters, view.content),
    owner: view.ownerName,
    mayChange: mayChange(actor, view),
    updatedAt: view.updatedAt,
  };
}

const FILTER_SCREENS = ['report'] as const;

/** Saved filters of transaction reports. */
@Injectable()
export class SavedFiltersService {
  constructor(private readonly views: SavedViewStore) {}

  async list(actor: Actor): Promise<SavedFilter[]> {
    const saved = await this.views.list(actor, 'report');
    return saved.map((view) => toSavedFilter(actor, view));
  }

  /** @throws AppError `bad_request` for filters without a condition; `conflict` for a name in use or too many */
  async add(actor: Actor, request: SaveFilterRequest): Promise<SavedFilter> {
    return toSavedFilter(actor, await this.views.add(actor, 'report', toNewFilterView(request)));
  }

  /** @throws AppError as `add` does; `not_found`, `forbidden` */
  async change(actor: Actor, id: number, request: SaveFilterRequest): Promise<SavedFilter> {
    return toSavedFilter(actor, await this.views.change(actor, FILTER_SCREENS, id, toNewFilterView(request)));
  }

  /** @throws AppError `not_found`, `forbidden` */
  async remove(actor: Actor, id: number): Promise<void> {
    await this.views.remove(actor, FILTER_SCREENS, id);
  }
}

/** @throws AppError `bad_request` for filters without a condition */
function toNewFilterView({ name, visibility, filters }: SaveFilterRequest): NewSavedView {
  criteriaOf(filters);
  return { name, visibility, content: filters };
}

function toSavedView(actor: Actor, view: SavedViewEntity, defaultId: number | null): SavedView {
  const content = view.content as Row;
  return {
    id: view.id,
    screen: enumOf(VIEW_SCREENS, { screen: view.screen }, 'screen'),
    name: view.name,
    visibility: view.visibility,
    query: textOf(content, 'query'),
    hiddenColumns: textArrayOf(content, 'hiddenColumns'),
    owner: view.ownerName,
    mayChange: mayChange(actor, view),
    isDefault: view.id === defaultId,
    updatedAt: view.updatedAt,
  };
}

/** Saved views of lists. */
@Injectable()
export class SavedViewsService {
  constructor(
    private readonly views: SavedViewStore,
    @InjectRepository(DefaultViewEntity) private readonly defaults: Repository<DefaultViewEntity>,
  ) {}

  /** @throws AppError `forbidden` */
  async list(actor: Actor, screen: ViewScreen): Promise<SavedView[]> {
    const saved = await this.views.list(actor, screen);
    const defaultId = await this.defaultOf(actor, screen);
    return saved.map((view) => toSavedView(actor, view, defaultId));
  }

  /** @throws AppError `bad_request`; `conflict` for a name in use or too many; `forbidden` */
  async add(actor: Actor, request: SaveViewRequest): Promise<SavedView> {
    return toSavedView(actor, await this.views.add(actor, request.screen, toNewListView(request)), null);
  }

  /** @throws AppError as `add` does; `not_found` */
  async change(actor: Actor, id: number, request: ChangeViewRequest): Promise<SavedView> {
    const view = await this.views.change(actor, VIEW_SCREENS, id, toNewListView(request));
    return toSavedView(actor, view, await this.defaultOf(actor, view.screen));
  }

  /** @throws AppError `not_found`, `forbidden` */
  async remove(actor: Actor, id: number): Promise<void> {
    await this.views.remove(actor, VIEW_SCREENS, id);
  }

  /**
   * Chooses the view that a screen opens with, for the actor only; no audit entry. A view that is unshared later is no longer the
   * default of others.
   * @throws AppError `not_found`, `forbidden`
   */
  async chooseDefault(actor: Actor, path: string, viewId: number | null): Promise<void> {
    const screen = VIEW_SCREENS.find((known) => known === path);
    if (screen === undefined) throw new AppError('not_found', 'There is no such screen.');
    const visible = await this.views.list(actor, screen);
    const userId = actor.userId ?? NO_USER;
    if (viewId === null) await this.defaults.delete({ userId, screen });
    else if (visible.some(({ id }) => id === viewId))
      await this.defaults.upsert({ userId, screen, viewId }, ['userId', 'screen']);
    else throw viewNotFound([screen]);
  }

  /** Null when the screen opens without a view. */
  private async defaultOf({ userId }: Actor, screen: SavedViewScreen): Promise<number | null> {
    const found = await this.defaults.findOneBy({ userId: userId ?? NO_USER, screen });
    return found?.viewId ?? null;
  }
}

/** The screen reads the query like an address that someone typed, and ignores what it does not know. */
function toNewListView({ name, visibility, query, hiddenColumns }: ChangeViewRequest): NewSavedView {
  if (!/^[\w.~%+&=*-]*$/.test(query))
    throw new AppError('bad_request', 'The query must be that of an address, without the question mark.');
  if (hiddenColumns.some((title) => title.includes('\0') || !title.isWellFormed()))
    throw new AppError('bad_request', 'The columns must be named by their titles.');
  return { name, visibility, content: { query, hiddenColumns } };
}
